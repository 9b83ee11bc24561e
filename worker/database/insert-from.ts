import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#worker/database/database";

/** A value, or an SQL expression over the rows that are selected, for every column of a table. */
type Values<T extends SQLiteTable> = { [K in keyof Required<InferInsertModel<T>>]: SQL | string | number | null };

/**
 * Builds an INSERT … SELECT whose values are named by column.
 * why: SQL takes them by position, where two neighbours of the same type could be swapped unnoticed.
 *
 * @param from the statement from FROM on; it needs a WHERE if a conflict clause follows
 */
export const insertFrom = <T extends SQLiteTable>(
	{ db }: { db: Database },
	table: T,
	{ values, from }: { values: Values<T>; from: SQL },
) => {
	const byColumn: Record<string, unknown> = values;
	const selected = Object.keys(getTableColumns(table)).map((column) => sql`${byColumn[column]}`);
	return db.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} ${from}`);
};
