import { type Column, type SQL, sql } from "drizzle-orm";

/** Words that are looked for; the rest of a longer text is ignored. */
const maxWords = 12;

/**
 * Every typed word occurs somewhere in the columns; an empty text matches everything.
 * For configuration tables of a few hundred rows: applicants have their full-text index.
 * why: instr, not LIKE: nothing typed is a pattern, and D1 refuses patterns of more than 50 bytes.
 */
export const containsWords = (text: string, ...columns: [Column, ...Column[]]): SQL | undefined => {
	const words = text.split(/\s+/).filter((word) => word !== "");
	if (words.length === 0) return undefined;
	const haystack = sql`lower(${sql.join(columns, sql` || ' ' || `)})`;
	return sql.join(
		words.slice(0, maxWords).map((word) => sql`instr(${haystack}, lower(${word})) > 0`),
		sql` AND `,
	);
};
