import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createCourse, createUser, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import type { RecordChange } from "#worker/contract/records";
import { userRoles } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

interface Refused {
	id: string;
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
	details?: { current: object };
}
interface Level {
	id: string;
	name: string;
	parentId: string | null;
	order: number;
}

const readLevels = async () => (await staff.get<{ data: Level[]; version: number }>("/administration-levels")).body;
const levels = async () => (await readLevels()).data;
const writeLevels = (list: readonly { id?: string; name: string }[], version?: number) =>
	staff.send<Refused>("PUT", "/administration-levels", { levels: list, version });
const items = "/administration-level-items";
const add = async (name: string, levelId: string | undefined, parentItemId: string | null = null) =>
	(await staff.send<Refused>("POST", items, { name, levelId, parentItemId })).body;

const openStructure = async () => {
	await writeLevels([{ name: "Faculty" }, { name: "Department" }]);
	const [faculty, department] = await levels();
	const science = await add("Science", faculty?.id);
	const physics = await add("Physics", department?.id, science.id);
	return { faculty: faculty?.id ?? "", department: department?.id ?? "", science: science.id, physics: physics.id };
};

test("remembers the list until something in it changes", async () => {
	const { physics } = await openStructure();
	const ofThis = eq(organisations.id, staff.organisation.id);
	const listed = async () => (await staff.get<{ data: { name: string }[] }>(items)).body.data.map(({ name }) => name);
	expect(await listed()).toEqual(["Physics", "Science"]);
	const [before] = await testDb().select({ version: organisations.configVersion }).from(organisations).where(ofThis);
	const rename = (name: string) =>
		testDb().update(adminLevelItems).set({ name }).where(eq(adminLevelItems.id, physics));
	await rename("Optics");
	await testDb().update(organisations).set({ configVersion: before?.version }).where(ofThis);
	expect(await listed(), "nothing is read again").toEqual(["Physics", "Science"]);
	await rename("Acoustics");
	expect(await listed()).toEqual(["Acoustics", "Science"]);
});

test("names, orders, adds and removes levels, all of it or nothing", async () => {
	expect((await writeLevels([{ name: "Faculty" }, { name: "Department" }])).status).toBe(200);
	const [faculty, department] = await levels();
	expect([faculty?.order, department?.parentId]).toEqual([0, faculty?.id]);
	const changed = [
		{ id: department?.id ?? "", name: "Division" },
		{ name: "Unit" },
		{ id: faculty?.id ?? "", name: "College" },
	];
	expect((await writeLevels(changed)).status).toBe(200);
	expect((await levels()).map(({ name }) => name)).toEqual(["Division", "Unit", "College"]);
	const twice = await writeLevels([{ name: "School" }, { name: "SCHOOL" }]);
	expect([twice.status, twice.body.fields]).toEqual([409, { "levels[1].name": ["Another level is called so."] }]);
	const { version } = await readLevels();
	const renamed = changed.map((level) => ({ ...level, id: undefined, name: `${level.name}s` }));
	expect((await writeLevels(renamed, version)).status).toBe(200);
	const stale = await writeLevels([{ name: "School" }], version);
	expect([stale.status, stale.body.code]).toEqual([409, "changed_meanwhile"]);
	expect(stale.body.details?.current).toMatchObject({ levels: renamed.map(({ name }) => ({ name })) });
	expect((await writeLevels(changed.map(({ name }) => ({ name })))).status, "any version").toBe(200);
	expect(
		(await levels()).map(({ name }) => name),
		"nothing was half done",
	).toEqual(["Division", "Unit", "College"]);
});

test("refuses to delete a level that has items, by its name", async () => {
	const { faculty, department, physics } = await openStructure();
	for (const refused of [
		await staff.send<Refused>("DELETE", `/administration-levels/${department}`),
		await writeLevels([{ id: faculty, name: "Faculty" }]),
	])
		expect([refused.status, refused.body.error]).toEqual([409, "Please delete all Departments "]);
	await staff.send("DELETE", `${items}/${physics}`);
	expect((await staff.send("DELETE", `/administration-levels/${department}`)).status).toBe(200);
	expect((await levels()).map(({ name }) => name)).toEqual(["Faculty"]);
});

const history = async () => (await staff.get<{ data: RecordChange[] }>("/administration-levels/history")).body.data;
test("levels that are saved as they are make no line in the history, and no conflict", async () => {
	await openStructure();
	const { data, version } = await readLevels();
	const same = data.map(({ id, name }) => ({ id, name }));
	const saved = await writeLevels(same, version);
	expect([saved.status, (await readLevels()).version]).toEqual([200, version]);
	const history = await staff.get<{ resultTotal: number }>("/administration-levels/history");
	expect(history.body.resultTotal).toBe(1);
	expect((await writeLevels([{ id: same[0]?.id, name: "School" }, ...same.slice(1)], version)).status).toBe(200);
});

const restore = (changeId: string | undefined, version?: number) =>
	staff.send<Refused>("POST", "/administration-levels/restore", { changeId, version });
const namesIn = (state: Record<string, unknown> | null | undefined) =>
	(state as { levels: Level[] } | null)?.levels.map(({ name }) => name);

test("restores former levels as a change of its own, the deleted ones under their ids", async () => {
	await writeLevels([{ name: "Faculty" }, { name: "Department" }]);
	const [faculty, department] = await levels();
	await writeLevels([{ id: faculty?.id ?? "", name: "School" }, { name: "Unit" }]);
	const [, former] = await history();
	const { version } = await readLevels();
	const restored = await restore(former?.id, version);
	expect([restored.status, await levels()]).toMatchObject([200, [faculty, department]]);
	const [newest, ...others] = await history();
	expect(newest).toMatchObject({ action: "restored", by: expect.any(String) });
	expect([namesIn(newest?.before), namesIn(newest?.after)]).toEqual([
		["School", "Unit"],
		["Faculty", "Department"],
	]);
	expect(others).toHaveLength(2);
	const stale = await restore(others[0]?.id, version);
	expect([stale.status, stale.body.code, stale.body.details?.current]).toEqual([
		409,
		"changed_meanwhile",
		{ levels: [faculty, department].map((level) => ({ id: level?.id, name: level?.name })), version: version + 1 },
	]);
	expect(await levels()).toMatchObject([faculty, department]);
});

test("refuses to restore levels without one that has items by now, an order that cannot be, and no state", async () => {
	await writeLevels([{ name: "Faculty" }]);
	const [faculty] = await levels();
	await writeLevels([{ name: "Department" }, { id: faculty?.id ?? "", name: "Faculty" }]);
	const [department] = await levels();
	await writeLevels([faculty, department].map((level) => ({ id: level?.id ?? "", name: level?.name ?? "" })));
	const [current, turned, alone] = await history();
	const science = await add("Science", faculty?.id);
	const physics = await add("Physics", department?.id, science.id);
	const used = await restore(alone?.id);
	expect([used.status, used.body.error]).toEqual([409, "Please delete all Departments "]);
	expect((await restore(turned?.id)).body.code).toBe("level_order_wrong");
	const other = await openServicesFixture();
	for (const wrong of [
		await restore("nothing"),
		await other.send<Refused>("POST", "/administration-levels/restore", { changeId: current?.id }),
	])
		expect([wrong.status, wrong.body.code]).toEqual([422, "state_not_restorable"]);
	expect((await levels()).map(({ name }) => name)).toEqual(["Faculty", "Department"]);
	expect(await history()).toHaveLength(3);
	await staff.send("DELETE", `${items}/${physics.id}`);
	expect((await restore(alone?.id)).status).toBe(200);
	expect(await levels()).toMatchObject([{ id: faculty?.id, name: "Faculty" }]);
});

test("refuses an order of levels in which something is part of one below it", async () => {
	const { faculty, department } = await openStructure();
	const turned = await writeLevels([
		{ id: department, name: "Department" },
		{ id: faculty, name: "Faculty" },
	]);
	expect([turned.status, turned.body.code]).toEqual([409, "level_order_wrong"]);
});

test("shows the items as a tree, moves them, and refuses cycles beside the field", async () => {
	const { faculty, department, science, physics } = await openStructure();
	const arts = await add("Arts", faculty);
	const tree = async () =>
		(await staff.get<{ data: { path: string[] }[] }>(`${items}?sort=structure`)).body.data.map(({ path }) => path);
	expect(await tree()).toEqual([["Arts"], ["Science"], ["Science", "Physics"]]);
	const moved = await staff.send("PUT", `${items}/${physics}`, {
		name: "Physics",
		levelId: department,
		parentItemId: arts.id,
	});
	expect(moved.status).toBe(200);
	expect(await tree()).toEqual([["Arts"], ["Arts", "Physics"], ["Science"]]);
	const cases: [id: string, change: object, field: string][] = [
		[arts.id, { name: "Arts", levelId: faculty, parentItemId: physics }, "parentItemId"],
		[arts.id, { name: "Arts", levelId: faculty, parentItemId: arts.id }, "parentItemId"],
		[arts.id, { name: "Arts", levelId: faculty, parentItemId: science }, "parentItemId"],
		[arts.id, { name: "Arts", levelId: department, parentItemId: science }, "levelId"],
		[physics, { name: "Physics", levelId: department, parentItemId: "nobody" }, "parentItemId"],
		[physics, { name: "Physics", levelId: "nobody", parentItemId: null }, "levelId"],
	];
	for (const [id, change, field] of cases) {
		const refused = await staff.send<Refused>("PUT", `${items}/${id}`, change);
		expect([refused.status, Object.keys(refused.body.fields ?? {})], JSON.stringify(change)).toEqual([422, [field]]);
	}
	expect(await tree()).toEqual([["Arts"], ["Arts", "Physics"], ["Science"]]);
});

test("an item stays while other items or courses belong to it", async () => {
	const { science, physics } = await openStructure();
	const course = await createCourse(staff.organisation.id, { adminLevelItemId: physics });
	expect((await staff.get(`${items}/${physics}`)).body).toMatchObject({ courses: 1, items: 0 });
	for (const id of [science, physics]) {
		const refused = await staff.send<Refused>("DELETE", `${items}/${id}`);
		expect([refused.status, refused.body.code]).toEqual([409, "level_item_in_use"]);
	}
	expect(course.adminLevelItemId).toBe(physics);
});

test("an item stays while somebody holds a role there", async () => {
	const { physics } = await openStructure();
	const colleague = await createUser({ organisationId: staff.organisation.id });
	const bind = (adminLevelItemId: string | null) =>
		testDb().update(userRoles).set({ adminLevelItemId }).where(eq(userRoles.userId, colleague.id));
	await bind(physics);
	expect((await staff.get(`${items}/${physics}`)).body).toMatchObject({ courses: 0, items: 0, holders: 1 });
	const refused = await staff.send<Refused>("DELETE", `${items}/${physics}`);
	expect([refused.status, refused.body.code]).toEqual([409, "level_item_in_use"]);
	await bind(null);
	expect((await staff.send("DELETE", `${items}/${physics}`)).status).toBe(200);
});

test("levels are of the whole institution: who holds a role at a place of it changes, deletes and restores none", async () => {
	const { department, physics } = await openStructure();
	await writeLevels(
		[...(await levels()), { name: "Unit" }].map(({ name, ...level }) =>
			"id" in level ? { id: level.id, name } : { name },
		),
	);
	const [, former] = await history();
	const before = await readLevels();
	await testDb()
		.update(userRoles)
		.set({ adminLevelItemId: physics })
		.where(eq(userRoles.organisationId, staff.organisation.id));
	const refused = [
		await writeLevels([{ id: department, name: "School" }]),
		await staff.send<Refused>("DELETE", `/administration-levels/${before.data.at(-1)?.id}`),
		await restore(former?.id),
	];
	expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
		refused.map(() => [403, "whole_institution_needed"]),
	);
	expect(await readLevels()).toEqual(before);
});

/** Opens an institution in which a colleague can do something just before the next change is written. */
const openContended = async () => {
	const before: { commit?: (() => Promise<unknown>) | undefined } = {};
	const batch = async (statements: D1PreparedStatement[]) => {
		const { commit } = before;
		// why the number: a commit has a guard, an event and a line of the history; what only reads has fewer statements.
		if (statements.length > 2) before.commit = undefined;
		if (statements.length > 2) await commit?.();
		return env.DB.batch(statements);
	};
	staff = await openServicesFixture({ bindings: { DB: replacing(env.DB, { batch }) } });
	return before;
};
const isLevel = (id: string | undefined) =>
	and(eq(adminLevels.organisationId, staff.organisation.id), eq(adminLevels.id, id ?? ""));
const namesOfItems = async () =>
	(await staff.get<{ data: { name: string }[] }>(items)).body.data.map(({ name }) => name);

test("what a colleague saves in the same moment is not written over, even by who names no version", async () => {
	const before = await openContended();
	const { faculty, science } = await openStructure();
	before.commit = () =>
		testDb().run(sql`UPDATE admin_level_items SET name = 'Sciences', updated_at = updated_at + 1
			WHERE organisation_id = ${staff.organisation.id} AND id = ${science}`);
	const asRead = { name: "Natural Science", levelId: faculty, parentItemId: null };
	const refused = await staff.send<Refused>("PUT", `${items}/${science}`, asRead);
	expect([refused.status, refused.body.code, refused.body.details?.current]).toEqual([
		409,
		"changed_meanwhile",
		expect.objectContaining({ name: "Sciences" }),
	]);
	expect((await staff.send("PUT", `${items}/${science}`, asRead)).status).toBe(200);
});

test("an item is not saved at a level that a colleague has removed or moved in the same moment", async () => {
	const before = await openContended();
	await writeLevels([{ name: "Faculty" }, { name: "Department" }]);
	const [faculty, department] = await levels();
	const science = await add("Science", faculty?.id);
	before.commit = () =>
		testDb().run(sql`UPDATE admin_levels SET position = 1 - position
		WHERE organisation_id = ${staff.organisation.id}`);
	const misplaced = await add("Physics", department?.id, science.id);
	expect([misplaced.code, Object.keys(misplaced.fields ?? {})]).toEqual(["level_item_misplaced", ["parentItemId"]]);
	await testDb().run(sql`UPDATE admin_levels SET position = 1 - position
		WHERE organisation_id = ${staff.organisation.id}`);
	const removeDepartments = () => testDb().delete(adminLevels).where(isLevel(department?.id));
	before.commit = removeDepartments;
	const lost = await add("Physics", department?.id, science.id);
	expect([lost.code, Object.keys(lost.fields ?? {})]).toEqual(["level_unknown", ["levelId"]]);
	expect(await namesOfItems()).toEqual(["Science"]);
});

test("an item does not change to a level that a colleague has moved below its parts in the same moment", async () => {
	const before = await openContended();
	await writeLevels([{ name: "College" }, { name: "Faculty" }, { name: "Department" }]);
	const [college, faculty, department] = await levels();
	const science = await add("Science", college?.id);
	await add("Physics", department?.id, science.id);
	before.commit = () => testDb().update(adminLevels).set({ position: 9 }).where(isLevel(faculty?.id));
	const change = { name: "Science", levelId: faculty?.id, parentItemId: null };
	const refused = await staff.send<Refused>("PUT", `${items}/${science.id}`, change);
	expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ["levelId"]]);
	expect((await staff.get(`${items}/${science.id}`)).body).toMatchObject({ levelId: college?.id });
});

test("the last level stays when a colleague has added one, or an item, in the same moment", async () => {
	const before = await openContended();
	await writeLevels([{ name: "Faculty" }]);
	const [faculty] = await levels();
	const remove = () => staff.send<Refused>("DELETE", `/administration-levels/${faculty?.id}`);
	before.commit = () => add("Science", faculty?.id);
	const used = await remove();
	expect([used.status, used.body.error]).toEqual([409, "Please delete all Facultys "]);
	const [science] = (await staff.get(items)).body.data ?? [];
	await staff.send("DELETE", `${items}/${science?.id}`);
	before.commit = () => writeLevels([{ id: faculty?.id ?? "", name: "Faculty" }, { name: "Department" }]);
	const refused = await remove();
	expect([refused.status, refused.body.code, refused.body.details?.current]).toMatchObject([
		409,
		"changed_meanwhile",
		{ levels: [{ name: "Faculty" }, { name: "Department" }] },
	]);
	expect((await levels()).map(({ name }) => name)).toEqual(["Faculty", "Department"]);
});

test("deleting a level leaves the names that a colleague gives others meanwhile, and says when it is gone", async () => {
	const before = await openContended();
	await writeLevels([{ name: "Faculty" }, { name: "Department" }]);
	const [faculty, department] = await levels();
	const remove = () => staff.send<Refused>("DELETE", `/administration-levels/${department?.id}`);
	before.commit = () =>
		writeLevels([
			{ id: faculty?.id ?? "", name: "College" },
			{ id: department?.id ?? "", name: "Department" },
		]);
	const refused = await remove();
	expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
	expect((await levels()).map(({ name }) => name)).toEqual(["College", "Department"]);
	before.commit = () => writeLevels([{ id: faculty?.id ?? "", name: "College" }]);
	expect((await remove()).status).toBe(404);
});
