import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { integer, SQLiteSyncDialect, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { insertFrom, randomId } from "#worker/database/insert-from";

const rooms = sqliteTable("rooms", {
	seq: integer().primaryKey(),
	name: text().notNull(),
	floor: integer().notNull().default(2),
	isOpen: integer("is_open", { mode: "boolean" }).notNull(),
	tags: text({ mode: "json" }).$type<string[]>(),
	note: text(),
});

// why: the statement is only built, never sent.
const db = drizzle({} as D1Database);

test("inserts values into the columns that they name, whatever their order", () => {
	const { sql: statement, params } = insertFrom(
		db,
		rooms,
		{ tags: ["quiet"], isOpen: true, name: sql`value ->> 'name'` },
		sql`FROM json_each(${"[]"})`,
	).toSQL();
	expect(statement).toBe(
		`insert into "rooms" ("seq", "name", "floor", "is_open", "tags", "note") SELECT NULL, value ->> 'name', ?, ?, ?, NULL FROM json_each(?)`,
	);
	expect(params).toEqual([2, 1, '["quiet"]', "[]"]);
});

test("inserts a given NULL instead of the column's default", () => {
	const values = { name: sql`value`, isOpen: false, floor: sql`NULL`, note: null };
	const { sql: statement, params } = insertFrom(db, rooms, values, sql`FROM json_each('[]')`).toSQL();
	expect(statement).toContain("SELECT NULL, value, NULL, ?, NULL, NULL FROM");
	expect(params).toEqual([0]);
});

test("makes ids in the order of time, each another one", () => {
	const before = Date.now();
	const { sql: id } = new SQLiteSyncDialect().sqlToQuery(randomId);
	const rows = new DatabaseSync(":memory:").prepare(`SELECT ${id} AS id FROM json_each('[1, 2, 3]')`).all();
	const ids = rows.map((row) => String(row.id));
	expect(new Set(ids).size).toBe(3);
	for (const made of ids) {
		expect(made).toMatch(/^[0-9a-f]{32}$/);
		const at = Number.parseInt(made.slice(0, 12), 16);
		expect(at).toBeGreaterThanOrEqual(before - 1);
		expect(at).toBeLessThanOrEqual(Date.now() + 1);
	}
});
