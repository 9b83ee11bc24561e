import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Writes rows of one table, prepared once; columns left out get their default. */
export const inserter = <T extends SQLiteTable>(database: DatabaseSync, table: T) => {
	const columns = Object.entries(getTableColumns(table));
	const names = columns.map(([, column]) => `"${column.name}"`).join(", ");
	const statement = database.prepare(
		`INSERT INTO "${getTableName(table)}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
	);
	return (row: T["$inferInsert"]): void => {
		const values = columns.map(([key, column]): SQLInputValue => {
			const value = (row as Record<string, unknown>)[key] ?? column.default ?? null;
			return value === null ? null : (column.mapToDriverValue(value) as SQLInputValue);
		});
		statement.run(...values);
	};
};

export const insertAll = <T extends SQLiteTable>(
	database: DatabaseSync,
	table: T,
	rows: readonly T["$inferInsert"][],
): void => {
	const insert = inserter(database, table);
	for (const row of rows) insert(row);
};

/**
 * Takes every row out of every table, at once however many there are, and leaves tables, triggers and migrations.
 * why: with its delete triggers in place a table would be emptied row by row, and the audit log would refuse.
 */
export const emptyDatabase = (database: DatabaseSync): void => {
	const named = (type: string) =>
		database
			.prepare("SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL")
			.all(type)
			.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
	const triggers = named("trigger");
	const virtual = named("table").filter(({ sql }) => sql.startsWith("CREATE VIRTUAL"));
	const tables = named("table").filter(
		({ name }) => !/^(sqlite_|_cf_|d1_)/.test(name) && !virtual.some((table) => name.startsWith(table.name)),
	);
	database.exec("BEGIN IMMEDIATE");
	for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
	for (const { name } of virtual) database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`);
	for (const { name } of tables) database.exec(`DELETE FROM "${name}"`);
	for (const { sql } of triggers) database.exec(sql);
	database.exec("COMMIT");
};
