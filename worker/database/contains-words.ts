import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { foldedKey, foldedTogether } from "#worker/database/folded";

/** The most words that are looked for; the rest is ignored. */
const maxWords = 12;

/**
 * Matches when every typed word occurs in the columns, and always without words; for some thousand rows at most. why
 * instr: with LIKE typed text would be a pattern, and D1 refuses patterns of more than 50 bytes.
 */
export const containsWords = (text: string, ...columns: (SQLiteColumn | SQL)[]): SQL | undefined => {
	const words = text.split(/\s+/).filter((word) => word !== "");
	if (words.length === 0) return undefined;
	const haystack = foldedTogether(...columns);
	const contains = (word: string): SQL => {
		const [asTyped, key] = [sql`instr(${haystack}, lower(${word})) > 0`, foldedKey(word)];
		// why also as it was typed: what has no key is compared in any case of A to Z alone.
		return key === null ? asTyped : sql`(${asTyped} OR instr(${haystack}, ${key}) > 0)`;
	};
	return sql.join(words.slice(0, maxWords).map(contains), sql` AND `);
};
