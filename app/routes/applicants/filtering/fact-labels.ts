import type { ListAddress } from "#app/list/list-address";
import type { PaidState, ReferenceState } from "#worker/contract/applicant-filter";
import { formatDate } from "#worker/contract/text/dates";

export const referenceLabels: Record<ReferenceState, string> = {
	none: "None asked for",
	outstanding: "Outstanding",
	received: "All received",
};

export const paidLabels: Record<PaidState, string> = { paid: "Paid", unpaid: "Unpaid" };

const judgedLabels: Readonly<Record<string, string>> = {
	met: "Meets the criteria",
	notMet: "Fails a criterion",
	cannotTell: "Criteria: cannot tell",
};

const rankedLabels: Readonly<Record<string, string>> = {
	proposed: "Proposed by a ranking",
	merit: "Proposed by merit",
	catchment: "Proposed: catchment area",
	elds: "Proposed: less developed states",
};

const genders: Readonly<Record<string, string>> = { F: "Female", M: "Male" };
export const genderName = (gender: string): string => genders[gender] ?? gender;
export const genderChoices = Object.entries(genders).map(([id, name]) => ({ id, name }));

interface SetFact {
	label: string;
	/** What removes it from the address. */
	without: Partial<ListAddress>;
}

const between = (what: string, from: string | undefined, to: string | undefined): string => {
	if (from && to) return from === to ? `${what} ${from}` : `${what} ${from} to ${to}`;
	return from ? `${what} from ${from}` : `${what} up to ${to}`;
};

/** Returns the facts that a list is filtered by, each with how to remove it. @param locations names by id */
export const factsIn = (address: ListAddress, locations: Readonly<Record<string, string>>): SetFact[] => {
	const { scoreFrom, scoreTo, submittedFrom, submittedTo, references, paid, judged, ranked } = address;
	const each = (key: "states" | "genders" | "locationIds", nameOf: (id: string) => string): SetFact[] =>
		(address[key] ?? []).map((id) => ({
			label: nameOf(id),
			without: { [key]: address[key]?.filter((other) => other !== id) },
		}));
	const day = (date: string | undefined) => date && formatDate(date, "UTC");
	return [
		...(scoreFrom === undefined && scoreTo === undefined
			? []
			: [
					{
						label: between("Score", scoreFrom?.toString(), scoreTo?.toString()),
						without: { scoreFrom: undefined, scoreTo: undefined },
					},
				]),
		...each("states", (state) => `From ${state}`),
		...each("genders", genderName),
		...(submittedFrom || submittedTo
			? [
					{
						label: between("Submitted", day(submittedFrom), day(submittedTo)),
						without: { submittedFrom: undefined, submittedTo: undefined },
					},
				]
			: []),
		...(references
			? [{ label: `References: ${referenceLabels[references] ?? references}`, without: { references: undefined } }]
			: []),
		...(paid ? [{ label: paidLabels[paid] ?? paid, without: { paid: undefined } }] : []),
		...(judged ? [{ label: judgedLabels[judged.split(":")[1] ?? ""] ?? judged, without: { judged: undefined } }] : []),
		...(ranked ? [{ label: rankedLabels[ranked.split(":")[1] ?? ""] ?? ranked, without: { ranked: undefined } }] : []),
		...each("locationIds", (id) => `Posted to ${locations[id] ?? id}`),
	];
};
