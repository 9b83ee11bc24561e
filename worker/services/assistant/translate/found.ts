import type { CriterionTest } from "#worker/contract/criteria/criteria";
import type { Reader } from "#worker/services/assistant/translate/reader";

/** What a rule has read: a test, what would make it clear, or something that belongs to the test before it. */
export type Found = { test: CriterionTest; not?: boolean } | { choices: readonly string[] } | { sittings: number };

/** A rule goes past what it has read; it returns undefined for words that it does not know. */
export type Rule = (reader: Reader) => Found | undefined;

/** Reads a list of one kind: "A, B and C"; `separators` are tried in this order. */
export const readList = <T>(reader: Reader, one: () => T | undefined, separators: readonly string[]): T[] => {
	const first = one();
	return first === undefined ? [] : [first, ...readFurther(reader, one, separators)];
};

/** Reads what follows the first of such a list. */
export const readFurther = <T>(reader: Reader, one: () => T | undefined, separators: readonly string[]): T[] => {
	const all: T[] = [];
	for (;;) {
		const next = reader.attempt(() => {
			const isSeparated = separators.some((separator) => reader.eat(separator));
			if (!isSeparated) return undefined;
			reader.eatAny("either", "from");
			return one();
		});
		if (next === undefined) return all;
		all.push(next);
	}
};

/** What separates a list of which any one is enough. */
export const anySeparators = [", and", ", or", ",", "and/or", "or", "and", "/", "&"];

/** Returns a test that is met, or one that is not. */
export const foundTest = (test: CriterionTest, not = false): Found => (not ? { test, not } : { test });
