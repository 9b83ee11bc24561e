import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createCourse } from "#tests/support/factories";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

interface Refused {
	id: string;
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
}
interface Level {
	id: string;
	name: string;
	parentId: string | null;
	order: number;
}

const levels = async () => (await staff.get<{ data: Level[] }>("/administration-levels")).body.data;
const writeLevels = (list: readonly { id?: string; name: string }[], seen?: readonly string[]) =>
	staff.send<Refused>("PUT", "/administration-levels", { levels: list, ...(seen && { seen }) });
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
	const stale = await writeLevels([{ name: "School" }], [faculty?.id ?? ""]);
	expect([stale.status, stale.body.code]).toEqual([409, "changed_meanwhile"]);
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
		...{ name: "Physics", levelId: department, parentItemId: arts.id },
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
