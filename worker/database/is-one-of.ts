import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Returns the condition that a column has one of these values, however many: a statement takes only 100 parameters. */
export const isOneOf = (column: SQLWrapper, values: readonly string[]): SQL =>
	sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
