import type { Verdict } from "#worker/contract/criteria/terms";

/** Returns whether all hold: one that does not decides, however many are not known. */
export const allOf = (verdicts: readonly Verdict[]): Verdict => {
	if (verdicts.includes("notMet")) return "notMet";
	return verdicts.includes("cannotTell") ? "cannotTell" : "met";
};

/** Returns whether any holds: one that does decides. */
export const anyOf = (verdicts: readonly Verdict[]): Verdict => {
	if (verdicts.includes("met")) return "met";
	return verdicts.includes("cannotTell") ? "cannotTell" : "notMet";
};

/** Returns the opposite; of what is not known, nothing is known. */
export const opposite = (verdict: Verdict): Verdict => {
	if (verdict === "cannotTell") return verdict;
	return verdict === "met" ? "notMet" : "met";
};

export const verdictOf = (holds: boolean): Verdict => (holds ? "met" : "notMet");
