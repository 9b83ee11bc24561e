import type { OfferedAction } from "#app/shell/applicant-actions";
import { wordsOf } from "#app/shell/palette/match-text";

/** why: a shorter beginning is more likely somebody's name. */
const leastLetters = 4;

/** Words of the labels that name no action by themselves. */
const commonWords = new Set(["applicant", "another", "form", "location"]);
/** Words around an action: "send an email to 109467", "change course of musa". */
const smallWords = new Set(["send", "change", "make", "add", "the", "an", "a", "of", "to", "for", "with"]);

type Named = Pick<OfferedAction, "id" | "label" | "refusal">;

const namesOf = ({ id, label }: Named): string[] =>
	wordsOf(`${id} ${label}`).filter((word) => !commonWords.has(word) && !smallWords.has(word));

/** Reads "email 109467": the action that a word names, and the applicant to search for. Undefined for any other query. */
export const parseAction = <A extends Named>(
	query: string,
	actions: readonly A[],
): { action: A; applicant: string } | undefined => {
	const words = query
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => ({ word, folded: wordsOf(word).join("") }));
	const isNamed = (action: A, { folded }: { folded: string }) =>
		namesOf(action).some((name) => name === folded || (folded.length >= leastLetters && name.startsWith(folded)));
	// why first: "email" is in the label of correcting an email address too.
	const isMeant = ({ id }: A) => words.some(({ folded }) => folded === id);
	for (const action of [...actions.filter(isMeant), ...actions]) {
		if (action.refusal !== undefined || !words.some((word) => isNamed(action, word))) continue;
		const rest = words.filter((word) => !isNamed(action, word) && !smallWords.has(word.folded));
		if (rest.length > 0) return { action, applicant: rest.map(({ word }) => word).join(" ") };
	}
	return undefined;
};
