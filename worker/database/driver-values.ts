import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** Returns the names of a table's columns, and what a row has in each: columns left out get their default. */
export const columnsOf = (table: SQLiteTable) => {
	const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
	return {
		names: columns.map(([, column]) => `"${column.name}"`).join(", "),
		valuesOf: (row: object) =>
			columns.map(([key, column]) => {
				const value = (row as Record<string, unknown>)[key] ?? column.default ?? null;
				return value === null ? null : column.mapToDriverValue(value);
			}),
	};
};
