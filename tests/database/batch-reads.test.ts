import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test, vi } from "vitest";
import { createCourse, createOrganisation } from "#tests/support/factories";
import { plainDatabase } from "#tests/support/statements";
import { batchReads } from "#worker/database/batch-reads";
import { organisations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";

/** Returns the real D1 and a record of the calls to it. */
const watchedDatabase = () => {
	const batches: number[] = [];
	const d1 = new Proxy(plainDatabase, {
		get: (target, name) => {
			if (name === "batch")
				return (statements: D1PreparedStatement[]) => {
					batches.push(statements.length);
					return target.batch(statements);
				};
			const value = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	const { database, unhurried, ...control } = batchReads(d1);
	return { db: drizzle(database), unhurried: drizzle(unhurried), ...control, batches };
};

test("sends simultaneous reads in one batch, and equal ones once", async () => {
	const { db, batches } = watchedDatabase();
	const one = () => db.all<{ n: number }>(sql`SELECT ${1} AS n`);
	const [a, b, c] = await Promise.all([one(), one(), Promise.resolve().then(() => db.all(sql`SELECT 2 AS n`))]);
	expect([a, b, c]).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 2 }]]);
	expect(batches).toEqual([2]);
	await Promise.all([one(), db.batch([db.select({ id: courses.id }).from(courses).limit(0)])]);
	expect(batches).toEqual([2, 2]);
});

test("keeps columns of the same name in two joined tables apart", async () => {
	const organisation = await createOrganisation();
	const course = await createCourse(organisation.id);
	const { db, batches } = watchedDatabase();
	const joined = db
		.select({ organisation: { id: organisations.id }, course: { id: courses.id } })
		.from(courses)
		.innerJoin(organisations, eq(organisations.id, courses.organisationId))
		.where(eq(courses.organisationId, organisation.id));
	const [rows] = await Promise.all([joined, db.all(sql`SELECT 1`)]);
	expect(rows).toContainEqual({ organisation: { id: organisation.id }, course: { id: course.id } });
	expect(batches).toEqual([2]);
});

test("fails only the read that has an error", async () => {
	const { db } = watchedDatabase();
	const [good, bad] = await Promise.allSettled([
		db.all<{ n: number }>(sql`SELECT 7 AS n`),
		db.all(sql`SELECT * FROM no_such_table`),
	]);
	expect(good).toEqual({ status: "fulfilled", value: [{ n: 7 }] });
	expect(bad.status).toBe("rejected");
});

test("sends a batch that writes unchanged, in its order", async () => {
	const organisation = await createOrganisation();
	const { db, batches } = watchedDatabase();
	const ofIt = eq(organisations.id, organisation.id);
	const [before, , after] = await db.batch([
		db.select({ name: organisations.name }).from(organisations).where(ofIt),
		db.update(organisations).set({ name: "Renamed" }).where(ofIt),
		db.select({ name: organisations.name }).from(organisations).where(ofIt),
	]);
	expect([before, after]).toEqual([[{ name: organisation.name }], [{ name: "Renamed" }]]);
	expect(batches).toEqual([3]);
	const renamed = await db.update(organisations).set({ name: "Again" }).where(ofIt).returning();
	expect(renamed[0]?.name).toBe("Again");
});

test("sends an unhurried read with the next that is not, or when it is hurried", async () => {
	const { db, unhurried, hurry, batches } = watchedDatabase();
	const first = unhurried.all(sql`SELECT 1 AS n`);
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(batches).toEqual([]);
	await Promise.all([first, db.all(sql`SELECT 2 AS n`)]);
	expect(batches).toEqual([2]);
	const alone = unhurried.all<{ n: number }>(sql`SELECT 3 AS n`);
	hurry();
	expect(await alone).toEqual([{ n: 3 }]);
});

test("writes only once it may, and nothing if it may not", async () => {
	const organisation = await createOrganisation();
	const ofIt = eq(organisations.id, organisation.id);
	const rename = ({ db }: ReturnType<typeof watchedDatabase>, name: string) => [
		db.update(organisations).set({ name }).where(ofIt),
		db.update(organisations).set({ name }).where(ofIt).returning(),
		db.batch([db.update(organisations).set({ name }).where(ofIt), db.select().from(organisations).where(ofIt)]),
	];
	const nameNow = async () => (await drizzle(plainDatabase).select().from(organisations).where(ofIt))[0]?.name;

	const refused = watchedDatabase();
	refused.writeIf(Promise.resolve(false));
	const [, returned] = await Promise.all(rename(refused, "Refused"));
	expect(returned).toEqual([]);
	expect(await nameNow()).toBe(organisation.name);

	const allowed = watchedDatabase();
	const permission = Promise.withResolvers<boolean>();
	allowed.writeIf(permission.promise);
	const written = Promise.all(rename(allowed, "Allowed"));
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(await nameNow()).toBe(organisation.name);
	permission.resolve(true);
	await written;
	expect(await nameNow()).toBe("Allowed");
});

test("rests before reads and before writes while it is told to, so that others come in between", async () => {
	const organisation = await createOrganisation();
	const { db, restBefore } = watchedDatabase();
	const waited = vi.spyOn(scheduler, "wait");
	const read = () => db.all(sql`SELECT 1`);
	const write = () =>
		db.batch([db.update(organisations).set({ name: "Renamed" }).where(eq(organisations.id, organisation.id))]);
	await read();
	await write();
	expect(waited).not.toHaveBeenCalled();
	restBefore(3);
	await Promise.all([read(), read()]);
	await write();
	restBefore(0);
	await read();
	expect(waited.mock.calls).toEqual([[3], [3]]);
	waited.mockRestore();
});
