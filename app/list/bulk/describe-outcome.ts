type Colour = "green" | "slate" | "amber" | "red";

const outcomes: Partial<Record<string, { label: string; colour: Colour }>> = {
	waiting: { label: "Waiting", colour: "slate" },
	moves: { label: "Will change", colour: "slate" },
	moved: { label: "Changed", colour: "green" },
	already_there: { label: "Already there", colour: "slate" },
	not_allowed: { label: "Not allowed", colour: "red" },
	not_found: { label: "No longer there", colour: "red" },
	changed_meanwhile: { label: "Changed meanwhile", colour: "amber" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Changed since, not undone", colour: "amber" },
};

/** What is done to each of a batch. */
export type OutcomeKind = "stage" | "course" | "location" | "letter" | "notify" | "form" | "export";

/** The same where it is called otherwise. */
const ofKind: Record<OutcomeKind, Partial<Record<string, { label: string; colour: Colour }>>> = {
	stage: { moved: { label: "Moved", colour: "green" }, moves: { label: "Will move", colour: "slate" } },
	course: {},
	location: {},
	letter: {
		moves: { label: "Gets a letter", colour: "slate" },
		moved: { label: "Letter made", colour: "green" },
		already_there: { label: "Has this letter", colour: "slate" },
	},
	notify: {
		moves: { label: "Is written to", colour: "slate" },
		not_allowed: { label: "Not at this stage", colour: "slate" },
	},
	form: { moves: { label: "Is drawn", colour: "slate" } },
	export: { moves: { label: "Is exported", colour: "slate" } },
};

/** What became, or would become, of one of a batch, in words. */
export const describeOutcome = (outcome: string, kind: OutcomeKind): { label: string; colour: Colour } =>
	ofKind[kind][outcome] ?? outcomes[outcome] ?? { label: outcome, colour: "slate" };
