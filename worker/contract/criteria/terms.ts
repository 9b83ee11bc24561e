import { necoGrades } from "#worker/contract/forms/neco-grades";

/** How a number is compared. */
export const comparisons = ["atLeast", "above", "atMost", "below", "equal", "between"] as const;
export type Comparison = (typeof comparisons)[number];

/** The verdict on an applicant, or on one criterion: a missing or unreadable answer is never a "no". */
export const verdicts = ["met", "notMet", "cannotTell"] as const;
export type Verdict = (typeof verdicts)[number];

export const paymentStates = ["paid", "unpaid", "pending", "settled"] as const;
export const referencesStates = ["received", "outstanding", "none"] as const;

/** Grades that a pass can be asked with, best first: all but the last, which is a failure. */
export const passGrades = necoGrades.slice(0, -1);

export const maxCriteria = 20;
/** Letters of the words that are translated. */
export const maxPrompt = 2_000;

export const comparisonLabels: Record<Comparison, string> = {
	atLeast: "at least",
	above: "above",
	atMost: "at most",
	below: "below",
	equal: "exactly",
	between: "between",
};

export const paymentLabels: Record<(typeof paymentStates)[number], string> = {
	paid: "A payment was successful",
	unpaid: "Nothing was paid",
	pending: "A payment is pending",
	settled: "Paid, with no payment pending",
};
export const referencesLabels: Record<(typeof referencesStates)[number], string> = {
	received: "All references received",
	outstanding: "A reference is outstanding",
	none: "No reference was asked for",
};
