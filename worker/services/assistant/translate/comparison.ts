import type { Comparison } from "#worker/contract/criteria/terms";
import type { Reader } from "#worker/services/assistant/translate/reader";

/** A number and how it is meant; bare where nothing says so. */
export interface Compared {
	compare: Comparison | "bare";
	value: number;
	to: number | null;
	/** Whether the words are about an age: older than, 16 years and above. */
	isOfYears: boolean;
}

const before: [Comparison, string[]][] = [
	[
		"atLeast",
		[
			"at least",
			"atleast",
			"a minimum of",
			"minimum of",
			"minimum",
			"min",
			"not less than",
			"no less than",
			"not below",
			"not under",
		],
	],
	[
		"atLeast",
		[
			"not lower than",
			"not fewer than",
			"no fewer than",
			"not younger than",
			"starting from",
			"from",
			"upward of",
			">=",
			"≥",
			"cut off mark of",
			"cut off of",
		],
	],
	[
		"atLeast",
		[
			"cut off mark",
			"cut off",
			"cutoff of",
			"cutoff mark of",
			"cutoff mark",
			"cutoff",
			"least",
			"nothing less than",
			"nothing below",
		],
	],
	[
		"atMost",
		[
			"at most",
			"a maximum of",
			"maximum of",
			"maximum",
			"max",
			"not more than",
			"no more than",
			"not above",
			"not over",
		],
	],
	[
		"atMost",
		["not older than", "no older than", "not exceeding", "not greater than", "up to", "<=", "≤", "not higher than"],
	],
	[
		"above",
		[
			"above",
			"over",
			"more than",
			"greater than",
			"higher than",
			"exceeding",
			"older than",
			"better than",
			"beyond",
			">",
			"in excess of",
		],
	],
	["below", ["below", "under", "less than", "lower than", "fewer than", "younger than", "<"]],
	["equal", ["exactly", "equal to", "equal", "only", "="]],
];
const after: [Comparison, string[]][] = [
	[
		"atLeast",
		[
			"and above",
			"or above",
			"and more",
			"or more",
			"and over",
			"or over",
			"and higher",
			"or higher",
			"and up",
			"or better",
		],
	],
	[
		"atLeast",
		["and better", "and upward", "upward", "+", "plus", "or older", "and older", "minimum", "at least", "and beyond"],
	],
	[
		"atMost",
		[
			"and below",
			"or below",
			"and less",
			"or less",
			"and under",
			"or fewer",
			"or under",
			"or lower",
			"and lower",
			"or younger",
			"and younger",
			"maximum",
			"at most",
		],
	],
];

const ageWords = new Set(["older", "younger", "old", "year"]);

/** Reads "at least 220", "220 and above", "between 16 and 25"; the words of a number in between may be skipped. */
export const readComparison = (reader: Reader): Compared | undefined =>
	reader.attempt(() => {
		const range = readRange(reader);
		if (range) return range;
		const start = reader.here;
		const prefix = before.find(([, phrases]) => phrases.some((phrase) => reader.eat(phrase)))?.[0];
		const isOld = () => reader.tokens.slice(start, reader.here).some(({ word }) => ageWords.has(word));
		if (prefix) reader.skip("of", "a", "an", "the");
		const value = reader.number();
		if (value === undefined) return undefined;
		// why: "from 180 upwards" says it twice.
		if (prefix === "atLeast") reader.eatAny("and above", "and upward", "upward");
		if (prefix) return { compare: prefix, value, to: null, isOfYears: isOld() };
		const unit = reader.here;
		reader.skip("mark", "point", "year", "old", "percent");
		const suffix = after.find(([, phrases]) => phrases.some((phrase) => reader.eat(phrase)))?.[0];
		if (suffix) return { compare: suffix, value, to: null, isOfYears: isOld() };
		reader.here = unit;
		return { compare: "bare", value, to: null, isOfYears: false };
	});

const readRange = (reader: Reader): Compared | undefined =>
	reader.attempt(() => {
		const isNamed =
			reader.eat("between") || reader.eat("in the range of") || reader.eat("ranging from") || reader.eat("from");
		const value = reader.number();
		if (value === undefined) return undefined;
		if (!(reader.eat("to") || reader.eat("-") || (isNamed && reader.eat("and")))) return undefined;
		const to = reader.number();
		return to === undefined || to < value ? undefined : { compare: "between", value, to, isOfYears: false };
	});
