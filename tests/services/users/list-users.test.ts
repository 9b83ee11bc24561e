import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { userRoles, users } from "#worker/database/schema/auth";
import { usersRoutes } from "#worker/services/users/routes";

const clock = testClock();
const app = serviceApp([usersRoutes], clock);

interface UserList {
	data: { id: string; firstName: string; lastName: string; adminRoles: unknown[] }[];
	resultTotal: number;
}

/** Opens a fixture with Ada, Bola and Chidi, of whom Bola is blocked; Ada is signed in. */
const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const person = (firstName: string, lastName: string, values = {}) =>
		createUser({
			organisationId,
			firstName,
			lastName,
			email: `${firstName}.staff@acme.example`.toLowerCase(),
			...values,
		});
	const chidi = await person("chidi", "Eze");
	const ada = await person("Ada", "Okafor");
	const bola = await person("Bola", "Ajayi", { blocked: true });
	const { headers } = await signIn(ada, clock.now());
	const list = async (query: Record<string, string> = {}) => {
		const response = await app(`/ums/users?${new URLSearchParams(query)}`, { headers });
		expect(response.status).toBe(200);
		const { data, resultTotal } = await response.json<UserList>();
		return { names: data.map(({ firstName }) => firstName), resultTotal, data };
	};
	return { organisationId, ada, bola, chidi, headers, list };
};

describe("GET /ums/users", () => {
	test("lists this organisation's staff by name, whatever the case", async () => {
		const { list } = await openFixture();
		await openFixture();
		expect(await list()).toMatchObject({ names: ["Ada", "Bola", "chidi"], resultTotal: 3 });
	});

	test("pages by limit and offset, with the same total", async () => {
		const { list } = await openFixture();
		expect(await list({ limit: "2" })).toMatchObject({ names: ["Ada", "Bola"], resultTotal: 3 });
		expect(await list({ limit: "2", offset: "2" })).toMatchObject({ names: ["chidi"], resultTotal: 3 });
		expect(await list({ offset: "99" })).toMatchObject({ names: [], resultTotal: 3 });
	});

	test("finds users whose names or email start with every word of the text", async () => {
		const { list } = await openFixture();
		expect((await list({ keyword: "AD" })).names).toEqual(["Ada"]);
		expect((await list({ keyword: "aja" })).names).toEqual(["Bola"]);
		expect((await list({ keyword: "chidi.staff@" })).names).toEqual(["chidi"]);
		expect((await list({ keyword: "chi eze" })).names).toEqual(["chidi"]);
		expect((await list({ keyword: "ada eze" })).names).toEqual([]);
		expect((await list({ keyword: "kafor" })).names).toEqual([]);
	});

	test.each(["%", "_", "'", '"; DROP TABLE users', "*", "😀", "x".repeat(10_000), "z ".repeat(5_000)])(
		"finds nobody for the hostile keyword %j, without an error",
		async (keyword) => {
			const { list } = await openFixture();
			expect(await list({ keyword })).toMatchObject({ names: [], resultTotal: 0 });
		},
	);

	test("filters by role and by blocked", async () => {
		const { organisationId, list, ada, chidi } = await openFixture();
		expect(await list({ blocked: "true" })).toMatchObject({ names: ["Bola"], resultTotal: 1 });
		expect(await list({ blocked: "false" })).toMatchObject({ names: ["Ada", "chidi"], resultTotal: 2 });
		expect(await list({ roleId: `role-${chidi.id}` })).toMatchObject({ names: ["chidi"], resultTotal: 1 });
		expect(await list({ roleId: "nothing" })).toMatchObject({ names: [], resultTotal: 0 });
		await testDb()
			.insert(userRoles)
			.values({ organisationId, userId: ada.id, roleId: `role-${chidi.id}`, position: 1 });
		expect(await list({ roleId: `role-${chidi.id}` })).toMatchObject({ names: ["Ada", "chidi"], resultTotal: 2 });
	});

	test("shows each user's roles in order, with their admin level item", async () => {
		const { organisationId, ada, chidi, list } = await openFixture();
		const { facultyId, levelIds } = await createStructure(organisationId);
		await testDb()
			.insert(userRoles)
			.values({ organisationId, userId: ada.id, roleId: `role-${chidi.id}`, adminLevelItemId: facultyId, position: 1 });
		const { data } = await list({ keyword: "Ada" });
		expect(data[0]?.adminRoles).toEqual([
			{ role: { id: `role-${ada.id}`, name: `Role of ${ada.id}` }, adminLevel: null, adminLevelItem: null },
			{
				role: { id: `role-${chidi.id}`, name: `Role of ${chidi.id}` },
				adminLevel: { id: levelIds[0], name: "Faculty" },
				adminLevelItem: { id: facultyId, name: "Faculty of Science" },
			},
		]);
	});

	test("returns a hundred users in one page", async () => {
		const { organisationId, list } = await openFixture();
		for (let index = 0; index < 100; index++) await createUser({ organisationId });
		const { data, resultTotal } = await list({ limit: "100" });
		expect(resultTotal).toBe(103);
		expect(data).toHaveLength(100);
		expect(data.every(({ adminRoles }) => adminRoles.length === 1)).toBe(true);
	});

	test("sorts by name, email, last login and when they joined, both ways, in pages", async () => {
		const { organisationId, ada, bola, chidi, list } = await openFixture();
		await createUser({ organisationId, firstName: "Ada", lastName: "Bello", email: "zoe@acme.example", createdAt: 4 });
		const setTimes = ({ id }: { id: string }, times: { createdAt: number; lastLoginAt: number | null }) =>
			testDb()
				.update(users)
				.set(times)
				.where(and(eq(users.organisationId, organisationId), eq(users.id, id)));
		await setTimes(ada, { createdAt: 3, lastLoginAt: 20 });
		await setTimes(bola, { createdAt: 1, lastLoginAt: 30 });
		await setTimes(chidi, { createdAt: 2, lastLoginAt: null });
		const sorted = async (sort: string, more = {}) =>
			(await list({ sort, ...more })).data.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
		const [adaBello, adaOkafor, bolaAjayi, chidiEze] = ["Ada Bello", "Ada Okafor", "Bola Ajayi", "chidi Eze"];
		expect(await sorted("name")).toEqual([adaBello, adaOkafor, bolaAjayi, chidiEze]);
		expect(await sorted("-name")).toEqual([chidiEze, bolaAjayi, adaOkafor, adaBello]);
		expect(await sorted("email")).toEqual([adaOkafor, bolaAjayi, chidiEze, adaBello]);
		expect(await sorted("-email", { size: "1" })).toEqual([adaBello]);
		expect(await sorted("login"), "those who never logged in first, by name").toEqual([
			adaBello,
			chidiEze,
			adaOkafor,
			bolaAjayi,
		]);
		expect(await sorted("-login")).toEqual([bolaAjayi, adaOkafor, adaBello, chidiEze]);
		expect(await sorted("created")).toEqual([bolaAjayi, chidiEze, adaOkafor, adaBello]);
		expect(await sorted("-created", { size: "2", page: "1" })).toEqual([chidiEze, bolaAjayi]);
		expect(await sorted("-created", { keyword: "ada" })).toEqual([adaBello, adaOkafor]);
		const { data } = await list({ sort: "-login", size: "1" });
		expect(data[0]?.adminRoles, "the roles are those of the page").toMatchObject([{ role: { id: `role-${bola.id}` } }]);
	});

	test("refuses an order that it does not have, as every list does", async () => {
		const { headers } = await openFixture();
		const refused = await app("/ums/users?sort=lastLoginAt", { headers });
		expect([refused.status, (await refused.json<{ fields: object }>()).fields]).toEqual([
			422,
			{ sort: ["Unknown order"] },
		]);
	});

	test.each(["limit=101", "limit=-1", "limit=x", "offset=1.5", "blocked=maybe", "roleId=%27"])(
		"responds 400 to ?%s",
		async (query) => {
			const { headers } = await openFixture();
			expect((await app(`/ums/users?${query}`, { headers })).status).toBe(422);
		},
	);

	test("returns no hash and no column outside the contract", async () => {
		const { list } = await openFixture();
		const { data } = await list();
		expect(Object.keys(data[0] ?? {}).sort()).toEqual(
			[
				"adminRoles",
				"blocked",
				"createdAt",
				"email",
				"firstName",
				"id",
				"isConfirmed",
				"lastLoginAt",
				"lastName",
			].sort(),
		);
	});

	test("takes the order from the index", async () => {
		const plan = await testDb().all<{ detail: string }>(
			"EXPLAIN QUERY PLAN SELECT id FROM users WHERE organisation_id = 'x' ORDER BY lower(first_name), lower(last_name), id LIMIT 10",
		);
		const details = plan.map(({ detail }) => detail).join();
		expect(details).toContain("users_by_name");
		expect(details).not.toContain("TEMP B-TREE");
	});
});

describe("GET /ums/statistics/users and /ums/privileges", () => {
	test("counts this organisation's staff", async () => {
		const { headers } = await openFixture();
		expect(await (await app("/ums/statistics/users", { headers })).json()).toEqual({ total: 3, active: 2, blocked: 1 });
	});

	test("names all 78 privileges", async () => {
		const { headers } = await openFixture();
		const { data } = await (await app("/ums/privileges", { headers })).json<{ data: unknown[] }>();
		expect(data).toHaveLength(78);
		expect(data).toContainEqual({ name: "payments:u", resource: "payments", action: "update" });
	});

	test.each(["/ums/users", "/ums/statistics/users", "/ums/privileges", "/ums/roles"])(
		"%s needs a token and a privilege",
		async (path) => {
			const { organisationId } = await openFixture();
			expect((await app(path)).status).toBe(401);
			const outsider = await createUser({ organisationId, privileges: ["candidate:r"] });
			const { headers } = await signIn(outsider, clock.now());
			expect((await app(path, { headers })).status).toBe(403);
			await testDb()
				.delete(userRoles)
				.where(and(eq(userRoles.organisationId, organisationId), eq(userRoles.userId, outsider.id)));
			expect((await app(path, { headers })).status).toBe(403);
		},
	);
});
