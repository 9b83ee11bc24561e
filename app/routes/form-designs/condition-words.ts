import type { ShowWhen } from "#worker/contract/forms/form-schema";

export const comparisonNames: Readonly<Record<ShowWhen["is"], string>> = {
	"one-of": "is one of",
	"not-one-of": "is answered, but none of",
	answered: "has an answer",
	empty: "has no answer",
	"at-least": "is at least",
	"at-most": "is at most",
};

/** Which comparisons need answers, and which a number. */
export const needsAnswers = (is: string): boolean => is === "one-of" || is === "not-one-of";
export const needsNumber = (is: string): boolean => is === "at-least" || is === "at-most";
