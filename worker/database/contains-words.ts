import { type Column, type SQL, sql } from "drizzle-orm";

/** The most words that are looked for; the rest is ignored. */
const maxWords = 12;

/**
 * Matches when every typed word occurs in the columns, and always without words; for some thousand rows at most. why
 * instr: with LIKE typed text would be a pattern, and D1 refuses patterns of more than 50 bytes.
 */
export const containsWords = (text: string, ...columns: (Column | SQL)[]): SQL | undefined => {
	const words = text.split(/\s+/).filter((word) => word !== "");
	if (words.length === 0) return undefined;
	const haystack = sql`lower(${sql.join(columns, sql` || ' ' || `)})`;
	return sql.join(
		words.slice(0, maxWords).map((word) => sql`instr(${haystack}, lower(${word})) > 0`),
		sql` AND `,
	);
};
