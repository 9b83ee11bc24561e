/** A few of the ways in which an office asks, as a model might read them; each with the test that it stands for. */
const rules: readonly [RegExp, (found: RegExpExecArray) => object][] = [
	[
		/\b(?:jamb|utme)(?: score)? (above|below|at least|at most) (\d{1,3})\b/i,
		([, compare = "", value]) => ({
			about: "number",
			of: "utme",
			compare: comparisons[compare.toLowerCase()],
			value: Number(value),
			to: null,
		}),
	],
	[/\b(?:females?|ladies|women)\b/i, () => ({ about: "gender", value: "F" })],
	[/\b(?:males?|gentlemen|men)\b/i, () => ({ about: "gender", value: "M" })],
	[/\bowe nothing\b|\bno (?:outstanding payment|debts?)\b/i, () => ({ about: "payment", state: "settled" })],
	[/\bfrom (Kogi|Lagos|Kano|Benue)\b/i, ([, state]) => ({ about: "origin", places: [{ state, lga: null }] })],
];

const comparisons: Record<string, string> = {
	above: "above",
	below: "below",
	"at least": "atLeast",
	"at most": "atMost",
};

/** Returns what the local model writes for some words: the criteria that it knows, and every other clause as not understood. */
export const readByRules = (words: string): string => {
	const criteria: object[] = [];
	const notUnderstood: string[] = [];
	for (const clause of words.split(/,|;|\n|\band\b/).map((part) => part.trim())) {
		const tests = rules.flatMap(([pattern, testOf]) => {
			const found = pattern.exec(clause);
			return found ? [testOf(found)] : [];
		});
		criteria.push(...tests.map((test) => ({ anyOf: [{ allOf: [{ not: false, test }] }] })));
		if (tests.length === 0 && clause !== "") notUnderstood.push(clause);
	}
	return JSON.stringify({ criteria, notUnderstood });
};
