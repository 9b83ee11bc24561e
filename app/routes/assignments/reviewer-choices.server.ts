import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { nobody } from "#app/routes/assignments/assignment-form";
import type { Choice } from "#app/ui/form/choice";
import { listReviewers } from "#worker/services/assignments/contract";

/** The most applicants that the list of reviewers is asked about by name. */
const maxNamed = 100;

/**
 * Returns the users that applicants can be assigned to: the user first, then nobody, then the others by name. @param candidateIds
 * users who see none of these are left out; all are offered for more than can be named, or for none
 */
export const reviewerChoices = async (
	api: ApiClient,
	userId: string,
	candidateIds: readonly string[],
): Promise<Choice[]> => {
	const isNamed = candidateIds.length > 0 && candidateIds.length <= maxNamed;
	const query = isNamed ? { candidateIds: candidateIds.join() } : {};
	const { data } = orThrow(await api.call(listReviewers, { query }));
	const isTwice = (name: string) => data.filter((other) => other.name === name).length > 1;
	const choices = data.map(({ id, name, email }) => ({
		value: id,
		label: isTwice(name) ? `${name} · ${email}` : name,
	}));
	return [
		...choices.filter(({ value }) => value === userId).map((own) => ({ ...own, label: `${own.label} (you)` })),
		{ value: nobody, label: "Nobody" },
		...choices.filter(({ value }) => value !== userId),
	];
};
