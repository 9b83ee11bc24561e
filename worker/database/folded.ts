import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { foldCase } from "#worker/contract/text/fold-text";

/** Returns the key of a name, for the column beside it; null where SQLite's `lower`, which knows A to Z alone, gives the same. */
export const foldedKey = (name: string): string | null => {
	const key = foldCase(name);
	return key === name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : key;
};

/** A name is `name` and its key `nameKey`. why nullable: a key that must be there is a key of another kind. */
const keyColumnOf = (table: SQLiteTable, property: string): [string, SQLiteColumn] | undefined => {
	const column: SQLiteColumn | undefined = getTableColumns(table)[`${property}Key`];
	return column && !column.notNull ? [`${property}Key`, column] : undefined;
};

const propertyOf = (column: SQLiteColumn): string =>
	Object.entries(getTableColumns(column.table)).find(([, one]) => one.name === column.name)?.[0] ?? "";

/**
 * The name in a column as it is compared and sorted: in any case of any letter, composed or not, where the table has a key
 * for it. @param alias what the statement calls the table, where the query builder leaves it out or it has another name
 */
export const folded = (column: SQLiteColumn, alias?: string): SQL => {
	const said = (one: SQLiteColumn): SQL =>
		alias === undefined ? sql`${one}` : sql`${sql.identifier(alias)}.${sql.identifier(one.name)}`;
	const [, key] = keyColumnOf(column.table as SQLiteTable, propertyOf(column)) ?? [];
	return key ? sql`coalesce(${said(key)}, lower(${said(column)}))` : sql`lower(${said(column)})`;
};

/** Columns one after the other, as words are looked for in them. */
export const foldedTogether = (...columns: (SQLiteColumn | SQL)[]): SQL =>
	sql.join(
		columns.map((column) => (is(column, SQL) ? sql`lower(${column})` : folded(column))),
		sql` || ' ' || `,
	);

/** Adds to the values of a row the keys of the names that are written. */
export const withKeys = <Values extends object>(table: SQLiteTable, values: Values): Values => {
	const keys = Object.entries(values).flatMap(([property, value]) => {
		const [key] = typeof value === "string" ? (keyColumnOf(table, property) ?? []) : [];
		return key === undefined ? [] : [[key, foldedKey(value)]];
	});
	return { ...values, ...Object.fromEntries(keys) };
};
