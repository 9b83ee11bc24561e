import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#worker/database/database";
import { withKeys } from "#worker/database/folded";

/** A value for each column that has no default, as SQL over the selected rows or as a constant. */
export type InsertValues<T extends SQLiteTable> = {
	[K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQL;
};

/** A fresh id for each row, made by the database: in the order of time as `newId`, and random beyond the millisecond. */
export const randomId = sql`printf('%012x', unixepoch('subsec') * 1000) || lower(hex(randomblob(10)))`;

/**
 * Inserts one row for each row of a query, its values named by their columns; others take their default.
 * @param from the rest of the query: `FROM … WHERE …`; a conflict clause needs the WHERE
 */
export const insertFrom = <T extends SQLiteTable>(db: Database, table: T, values: InsertValues<T>, from: SQL) => {
	const named: Record<string, unknown> = withKeys(table, values);
	const selected = Object.entries(getTableColumns(table)).map(([name, column]) => {
		const value = named[name] === undefined ? column.default : named[name];
		if (value === undefined || value === null) return sql`NULL`;
		return is(value, SQL) ? value : sql`${sql.param(value, column)}`;
	});
	return db.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} ${from}`);
};
