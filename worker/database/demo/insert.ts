import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnsOf } from "#worker/database/driver-values";
import * as apiKeys from "#worker/database/schema/api-keys";
import * as applicants from "#worker/database/schema/applicants";
import * as applications from "#worker/database/schema/applications";
import * as assistant from "#worker/database/schema/assistant";
import * as auth from "#worker/database/schema/auth";
import * as discounts from "#worker/database/schema/discounts";
import * as emails from "#worker/database/schema/emails";
import * as forms from "#worker/database/schema/forms";
import * as imports from "#worker/database/schema/imports";
import * as organisations from "#worker/database/schema/organisations";
import * as privacy from "#worker/database/schema/privacy";
import * as rankings from "#worker/database/schema/rankings";
import * as reasons from "#worker/database/schema/reasons";
import * as records from "#worker/database/schema/records";
import * as releases from "#worker/database/schema/releases";
import * as reminders from "#worker/database/schema/reminders";
import * as runs from "#worker/database/schema/runs";
import * as savedViews from "#worker/database/schema/saved-views";
import * as settlements from "#worker/database/schema/settlements";
import * as structure from "#worker/database/schema/structure";
import * as transactions from "#worker/database/schema/transactions";
import * as candidates from "#worker/database/schema/uploaded-candidates";
import * as webhooks from "#worker/database/schema/webhooks";
import * as workflows from "#worker/database/schema/workflows";

const tables = {
	...applicants,
	...applications,
	...auth,
	...emails,
	...forms,
	...organisations,
	...reasons,
	...records,
	...reminders,
	...imports,
	...discounts,
	...settlements,
	...assistant,
	...privacy,
	...rankings,
	...releases,
	...apiKeys,
	...webhooks,
	...runs,
	...savedViews,
	...structure,
	...transactions,
	...candidates,
	...workflows,
};
type Tables = typeof tables;
type Table = { [Name in keyof Tables]: Tables[Name] extends SQLiteTable ? Name : never }[keyof Tables];

export type Row<Name extends Table> = Tables[Name]["$inferInsert"];
/** Rows by the name of their table. */
export type Rows = { [Name in Table]?: readonly Row<Name>[] };

/** Returns a function that inserts rows, the tables in the order given; columns left out get their default. */
export const inserter = (database: DatabaseSync): ((rows: Rows) => void) => {
	const prepared = new Map<string, (row: object) => void>();
	const prepare = (name: string) => {
		const table = tables[name as Table];
		const { names, valuesOf } = columnsOf(table);
		const statement = database.prepare(
			`INSERT INTO "${getTableName(table)}" (${names}) VALUES (${names.replaceAll(/"[^"]+"/g, "?")})`,
		);
		return (row: object): void => {
			statement.run(...(valuesOf(row) as SQLInputValue[]));
		};
	};
	return (rows) => {
		for (const [name, list] of Object.entries(rows)) {
			const insert = prepared.get(name) ?? prepare(name);
			prepared.set(name, insert);
			for (const row of list) insert(row);
		}
	};
};

/** Deletes all rows. why without triggers: with them, deleting goes row by row and the audit log refuses. */
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
