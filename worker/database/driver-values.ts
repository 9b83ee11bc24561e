import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { withKeys } from "#worker/database/folded";

/** Returns the names of a table's columns, and what a row has in each: columns left out get their default. */
export const columnsOf = (table: SQLiteTable) => {
	const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
	return {
		names: columns.map(([, column]) => `"${column.name}"`).join(", "),
		valuesOf: (row: object) => {
			const named = withKeys(table, row) as Record<string, unknown>;
			return columns.map(([key, column]) => {
				const value = named[key] ?? column.default ?? null;
				return value === null ? null : column.mapToDriverValue(value);
			});
		},
	};
};
