import { and, asc, eq, inArray, isNull, like, or, SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { alias, integer, sqliteTable, sqliteView, text, union } from "drizzle-orm/sqlite-core";
import { afterEach, expect, test } from "vitest";
import { writeInOneGo } from "#worker/database/sql-text";

const rooms = sqliteTable("rooms", {
	id: integer().primaryKey(),
	name: text().notNull(),
	floor: integer().notNull().default(2),
	isOpen: integer("is_open", { mode: "boolean" }).notNull(),
	tags: text({ mode: "json" }).$type<string[]>(),
	above: integer(),
});
const upper = alias(rooms, 'up"per');
const openRooms = sqliteView("open_rooms").as((query) => query.select().from(rooms).where(eq(rooms.isOpen, true)));

// why: the statements are only written, never sent.
const db = drizzle({} as D1Database);
const byFloor = db
	.select({ floor: rooms.floor, many: sql<number>`count(*)`.as("many") })
	.from(rooms)
	.where(like(rooms.name, "A%"))
	.groupBy(rooms.floor)
	.as("by_floor");
const quiet = db.$with("quiet").as(
	db
		.select()
		.from(rooms)
		.where(eq(rooms.tags, ["quiet"])),
);

const statements = {
	"names, values and lists": () =>
		db
			.select()
			.from(rooms)
			.where(and(eq(rooms.isOpen, true), inArray(rooms.id, [1, 2, 3]), or(isNull(rooms.above), eq(rooms.name, "x"))))
			.orderBy(asc(rooms.name))
			.limit(10)
			.offset(20),
	"a table under another name": () =>
		db.select({ one: rooms.name, other: upper.name }).from(rooms).leftJoin(upper, eq(upper.id, rooms.above)),
	"a query within a query": () =>
		db.select().from(byFloor).innerJoin(rooms, eq(rooms.floor, byFloor.floor)).where(eq(byFloor.many, 3)),
	"a query before a query": () => db.with(quiet).select().from(quiet).where(eq(quiet.floor, 1)),
	"two queries in one": () =>
		union(
			db.select({ id: rooms.id }).from(rooms).where(eq(rooms.floor, 1)),
			db.select({ id: upper.id }).from(upper).where(eq(upper.floor, 2)),
		),
	"a view": () => db.select().from(openRooms).where(eq(openRooms.floor, 4)),
	"SQL of one's own": () =>
		db
			.select({ many: sql`count(*) FILTER (WHERE ${rooms.floor} > ${1})`, no: sql`${null}`, yes: sql`${[1, "b"]}` })
			.from(rooms)
			.where(sql`${rooms.name} IN ${db.select({ name: upper.name }).from(upper).where(eq(upper.floor, 9))}`),
	"values in the text": () =>
		db
			.select({ a: sql`${"it's"} || ${sql.param(true, rooms.isOpen)}`.inlineParams() })
			.from(rooms)
			.where(sql`${rooms.id} = ${7} AND ${sql`${rooms.floor} = ${8}`.inlineParams()} AND ${rooms.id} < ${9}`),
	"values that come later": () =>
		db
			.select()
			.from(rooms)
			.where(eq(rooms.name, sql.placeholder("name"))),
	"a value that is SQL": () =>
		db
			.update(rooms)
			.set({ floor: sql`${rooms.floor} + ${1}`, name: "B" })
			.where(eq(rooms.id, 5)),
	"a row": () =>
		db
			.insert(rooms)
			.values([
				{ name: "A", isOpen: false, tags: ["a"] },
				{ name: "B", isOpen: true, above: 1 },
			])
			.onConflictDoNothing()
			.returning(),
	"a row that goes": () => db.delete(rooms).where(eq(rooms.floor, 3)).returning({ id: rooms.id }),
};

const asBuilt = SQL.prototype.buildQueryFromSourceParams;
afterEach(() => {
	SQL.prototype.buildQueryFromSourceParams = asBuilt;
});

test.each(Object.entries(statements))("writes what the query builder writes: %s", (_name, statement) => {
	const built = statement().toSQL();
	writeInOneGo();
	expect(SQL.prototype.buildQueryFromSourceParams).not.toBe(asBuilt);
	expect(statement().toSQL()).toEqual(built);
});
