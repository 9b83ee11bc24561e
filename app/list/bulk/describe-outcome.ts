type Colour = "green" | "slate" | "amber" | "red";

const outcomes: Partial<Record<string, { label: string; colour: Colour }>> = {
	waiting: { label: "Waiting", colour: "slate" },
	will_change: { label: "Will change", colour: "slate" },
	changed: { label: "Changed", colour: "green" },
	unchanged: { label: "Already there", colour: "slate" },
	not_allowed: { label: "Not allowed", colour: "red" },
	not_found: { label: "No longer there", colour: "red" },
	conflict: { label: "Changed meanwhile", colour: "amber" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Changed since, not undone", colour: "amber" },
};

export type OutcomeKind =
	| "stage"
	| "release"
	| "course"
	| "location"
	| "reviewer"
	| "letter"
	| "erasure"
	| "notify"
	| "form"
	| "export";

const ofKind: Record<OutcomeKind, Partial<Record<string, { label: string; colour: Colour }>>> = {
	stage: { changed: { label: "Moved", colour: "green" }, will_change: { label: "Will move", colour: "slate" } },
	release: {
		will_change: { label: "Will move", colour: "slate" },
		not_allowed: { label: "Locked", colour: "red" },
	},
	course: {},
	location: {},
	reviewer: {
		unchanged: { label: "No change", colour: "slate" },
		not_allowed: { label: "The reviewer cannot see them", colour: "red" },
	},
	letter: {
		will_change: { label: "Gets a letter", colour: "slate" },
		changed: { label: "Letter made", colour: "green" },
		unchanged: { label: "Has this letter", colour: "slate" },
	},
	erasure: {
		will_change: { label: "Will be erased", colour: "red" },
		changed: { label: "Erased", colour: "slate" },
	},
	notify: {
		will_change: { label: "Will be emailed", colour: "slate" },
		not_allowed: { label: "Not at this stage", colour: "slate" },
	},
	form: { will_change: { label: "Included", colour: "slate" } },
	export: { will_change: { label: "Included", colour: "slate" } },
};

export const describeOutcome = (outcome: string, kind: OutcomeKind): { label: string; colour: Colour } =>
	ofKind[kind][outcome] ?? outcomes[outcome] ?? { label: outcome, colour: "slate" };
