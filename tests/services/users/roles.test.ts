import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { join } from "#tests/durable-objects/hub-page";
import { isClosedWith, settle } from "#tests/durable-objects/page";
import { deliverEvents } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { auditEvents, events } from "#worker/database/schema/records";
import { usersRoutes } from "#worker/services/users/routes";

const clock = testClock();
const app = serviceApp([usersRoutes], clock);

interface Role {
	id: string;
	name: string;
	privileges: string[];
}

const openFixture = async (privileges?: readonly string[]) => {
	const { id: organisationId } = await createOrganisation();
	const user = await createUser({ organisationId, ...(privileges && { privileges }) });
	const { headers } = await signIn(user, clock.now());
	const call = (method: string, path: string, body?: unknown) => app(`/ums/roles${path}`, { method, headers, body });
	const create = async (body: { name: string; privileges: string[] }) => {
		const response = await call("POST", "", body);
		expect(response.status).toBe(201);
		return response.json<Role>();
	};
	return { organisationId, user, call, create };
};

const problemOf = async (response: Response) => ({
	status: response.status,
	code: (await response.json<{ code: string }>()).code,
});
const eventsOf = async (organisationId: string) =>
	(await testDb().select().from(events).where(eq(events.organisationId, organisationId))).map(({ type }) => type);

describe("roles", () => {
	test("are created, listed, read, changed and deleted, each with its event", async () => {
		const { organisationId, user, call, create } = await openFixture();
		const role = await create({ name: " Reviewer ", privileges: ["course:r", "candidate:r", "course:r"] });
		expect(role).toMatchObject({ name: "Reviewer", privileges: ["candidate:r", "course:r"], createdAt: clock.now() });
		const list = await (await call("GET", "")).json<{ data: Role[] }>();
		expect(list.data.map(({ name }) => name)).toEqual(["Reviewer", `Role of ${user.id}`]);
		expect(await (await call("GET", `/${role.id}`)).json()).toEqual(role);
		const changed = await (await call("PUT", `/${role.id}`, { name: "Reader", privileges: [] })).json();
		expect(changed).toMatchObject({ id: role.id, name: "Reader", privileges: [] });
		expect(await (await call("GET", `/${role.id}`)).json()).toEqual(changed);
		expect(await (await call("DELETE", `/${role.id}`)).json()).toEqual({ id: role.id });
		expect((await call("GET", `/${role.id}`)).status).toBe(404);
		expect((await eventsOf(organisationId)).sort()).toEqual(["role.created", "role.deleted", "role.updated"]);
	});

	test("are found by words of their name, and sorted by name and by holders, both ways, in pages", async () => {
		const { organisationId, call, create } = await openFixture();
		for (const name of ["Faculty reviewer", "admissions officer", "Registry officer"])
			await create({ name, privileges: [] });
		const { data: all } = await (await call("GET", "")).json<{ data: Role[] }>();
		const officer = all.find(({ name }) => name === "Registry officer")?.id ?? "";
		for (const { id } of [await createUser({ organisationId }), await createUser({ organisationId })])
			await testDb().insert(userRoles).values({ organisationId, userId: id, roleId: officer });
		const names = async (query: string) => {
			const { data, resultTotal } = await (await call("GET", query)).json<{ data: Role[]; resultTotal: number }>();
			return [resultTotal, ...data.map(({ name }) => name).filter((name) => !name.startsWith("Role of"))];
		};
		expect(await names("?keyword=OFFICER")).toEqual([2, "admissions officer", "Registry officer"]);
		expect(await names("?keyword=officer reg")).toEqual([1, "Registry officer"]);
		expect(await names("?keyword=%25")).toEqual([0]);
		expect(await names("?keyword=officer&sort=-name&size=1")).toEqual([2, "Registry officer"]);
		expect(await names("?keyword=officer&sort=-name&size=1&page=1")).toEqual([2, "admissions officer"]);
		expect(await names("?sort=holders")).toEqual([6, "admissions officer", "Faculty reviewer", "Registry officer"]);
		expect((await names("?sort=-holders"))[1]).toBe("Registry officer");
		const refused = await call("GET", "?sort=privileges");
		expect([refused.status, (await refused.json<{ fields: object }>()).fields]).toEqual([
			422,
			{ sort: ["Unknown order"] },
		]);
		expect((await call("GET", "?search=x")).status, "an unknown parameter is refused by name").toBe(422);
	});

	test("that change make their holders' pages connect again", async () => {
		const { organisationId, user, call } = await openFixture();
		const hub = hubFor(env.NOTIFICATION_HUB, organisationId);
		const [page, colleague] = [await join(hub, user.id), await join(hub, "colleague")];
		const [role] = (await (await call("GET", "")).json<{ data: Role[] }>()).data;
		const privileges = role?.privileges.filter((privilege) => privilege !== "course:r");
		expect((await call("PUT", `/${role?.id}`, { name: "Role", privileges })).status).toBe(200);
		await isClosedWith(page, 1012);
		await settle(colleague);
		expect(colleague.closed()).toBeUndefined();
	});

	test("have unique names", async () => {
		const { organisationId, call, create } = await openFixture();
		const first = await create({ name: "Reviewer", privileges: [] });
		const second = await create({ name: "Reader", privileges: [] });
		const conflict = { status: 409, code: "role_exists" };
		expect(await problemOf(await call("POST", "", { name: "Reviewer", privileges: [] }))).toEqual(conflict);
		expect(await problemOf(await call("PUT", `/${second.id}`, { name: "Reviewer", privileges: [] }))).toEqual(conflict);
		expect((await call("PUT", `/${first.id}`, { name: "Reviewer", privileges: [] })).status).toBe(200);
		expect(await eventsOf(organisationId)).toHaveLength(2);
		const elsewhere = await openFixture();
		await elsewhere.create({ name: "Reviewer", privileges: [] });
	});

	test("leave their former and new values in the audit log", async () => {
		const { organisationId, call, create } = await openFixture();
		const role = await create({ name: "Clerk", privileges: ["course:r"] });
		await call("PUT", `/${role.id}`, { name: "Boss", privileges: ["users:d", "course:r"] });
		await call("DELETE", `/${role.id}`);
		const rows = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		await deliverEvents([{ organisationId, eventIds: rows.map(({ id }) => id) }]);
		const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
		const details = Object.fromEntries(lines.map(({ action, details }) => [action, details]));
		const clerk = { name: "Clerk", privileges: ["course:r"] };
		const boss = { name: "Boss", privileges: ["course:r", "users:d"] };
		expect(details).toEqual({
			"role.created": { roleId: role.id, name: "Clerk", after: clerk },
			"role.updated": { roleId: role.id, name: "Boss", before: clerk, after: boss },
			"role.deleted": { roleId: role.id, name: "Boss", before: boss },
		});
	});

	test("that are saved as they are keep their version, and nothing is noted", async () => {
		const { organisationId, call, create } = await openFixture();
		const role = await create({ name: "Clerk", privileges: ["course:r", "candidate:r"] });
		clock.advance(1_000);
		const same = { name: " Clerk", privileges: ["candidate:r", "course:r", "candidate:r"], version: 1 };
		const saved = await call("PUT", `/${role.id}`, same);
		expect([saved.status, await saved.json()]).toEqual([200, role]);
		expect(await eventsOf(organisationId)).toEqual(["role.created"]);
		const history = await (await call("GET", `/${role.id}/history`)).json<{ resultTotal: number }>();
		expect(history.resultTotal).toBe(1);
	});

	test("have names that differ in more than case and invisible characters", async () => {
		const { call, create } = await openFixture();
		const first = await create({ name: "Head\u200b of\nDepartment\u0000", privileges: [] });
		expect(first.name).toBe("Head of Department");
		const other = await create({ name: "Clerk", privileges: [] });
		const conflict = { status: 409, code: "role_exists" };
		const name = "HEAD OF DEPARTMENT";
		expect(await problemOf(await call("POST", "", { name, privileges: [] }))).toEqual(conflict);
		expect(await problemOf(await call("PUT", `/${other.id}`, { name, privileges: [] }))).toEqual(conflict);
		expect((await call("PUT", `/${first.id}`, { name, privileges: [] })).status).toBe(200);
	});

	test("grant and lose nothing that their author does not hold, but keep what they granted before", async () => {
		const { organisationId, call, create } = await openFixture(["roles:c", "roles:r", "roles:u"]);
		const role = await create({ name: "Clerk", privileges: ["roles:r"] });
		await createUser({ organisationId });
		const refused = { status: 403, code: "privilege_not_held" };
		expect(await problemOf(await call("POST", "", { name: "Boss", privileges: ["roles:r", "users:d"] }))).toEqual(
			refused,
		);
		expect(await problemOf(await call("PUT", `/${role.id}`, { name: "Clerk", privileges: ["users:d"] }))).toEqual(
			refused,
		);
		const strong = {
			organisationId,
			id: "strong",
			name: "Strong",
			privileges: ["payments:u", "users:d"],
			createdAt: 1,
			updatedAt: 1,
		};
		await testDb().insert(roles).values(strong);
		const kept = await call("PUT", "/strong", { name: "Stronger", privileges: ["payments:u", "users:d", "roles:r"] });
		expect(kept.status).toBe(200);
		expect(await problemOf(await call("PUT", "/strong", { name: "Weak", privileges: ["roles:r"] }))).toEqual(refused);
		expect((await call("PUT", "/strong", { name: "Weak", privileges: ["payments:u", "users:d"] })).status).toBe(200);
	});

	test("always leave somebody who can administer users and roles", async () => {
		const { organisationId, user, call } = await openFixture();
		const own = (privileges: string[]) => call("PUT", `/role-${user.id}`, { name: "Administrator", privileges });
		const refused = { status: 409, code: "last_administrator" };
		const needed = ["roles:r", "roles:u", "users:r", "users:u"];
		await createUser({ organisationId, blocked: true });
		await createUser({ organisationId, privileges: needed.slice(1) });
		for (const missing of needed)
			expect(await problemOf(await own(needed.filter((privilege) => privilege !== missing)))).toEqual(refused);
		expect(await problemOf(await own([]))).toEqual(refused);
		expect((await own([...needed, "course:r"])).status).toBe(200);
		expect((await own(needed)).status).toBe(200);
		const other = await createUser({ organisationId, privileges: needed });
		expect((await own([])).status).toBe(200);
		const { headers } = await signIn(other, clock.now());
		const body = { name: "Nobody", privileges: [] };
		const last = await app(`/ums/roles/role-${other.id}`, { method: "PUT", headers, body });
		expect(await problemOf(last)).toEqual(refused);
	});

	test("do not count those who cannot sign in yet, nor administrators of a part of the institution", async () => {
		const { organisationId, user, call } = await openFixture();
		const { facultyId } = await createStructure(organisationId);
		const invited = await createUser({ organisationId, emailConfirmedAt: null });
		const dean = await createUser({ organisationId });
		await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
		const weaken = () => call("PUT", `/role-${user.id}`, { name: "Administrator", privileges: ["roles:r"] });
		expect(await problemOf(await weaken())).toEqual({ status: 409, code: "last_administrator" });
		await testDb().update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, invited.id));
		expect((await weaken()).status).toBe(200);
	});

	test("leave one of two administrators who give up their privileges at once", async () => {
		const { organisationId, user, call } = await openFixture();
		const other = await createUser({ organisationId });
		const { headers } = await signIn(other, clock.now());
		const body = { name: "Nobody", privileges: [] };
		const responses = await Promise.all([
			call("PUT", `/role-${user.id}`, { ...body, name: "Nobody at all" }),
			app(`/ums/roles/role-${other.id}`, { method: "PUT", headers, body }),
		]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test("change for their holders at the next request", async () => {
		const { organisationId, call } = await openFixture();
		const holder = await createUser({ organisationId, privileges: ["roles:r"] });
		const { headers } = await signIn(holder, clock.now());
		expect((await app("/ums/roles", { headers })).status).toBe(200);
		await call("PUT", `/role-${holder.id}`, { name: "Nobody", privileges: [] });
		expect((await app("/ums/roles", { headers })).status).toBe(403);
	});

	test("cannot be deleted while a user holds them", async () => {
		const { organisationId, user, call } = await openFixture();
		expect(await problemOf(await call("DELETE", `/role-${user.id}`))).toEqual({ status: 409, code: "role_in_use" });
		expect((await call("GET", `/role-${user.id}`)).status).toBe(200);
		expect(await eventsOf(organisationId)).toEqual([]);
	});

	test("of another organisation respond 404", async () => {
		const { call } = await openFixture();
		const elsewhere = await openFixture();
		const role = await elsewhere.create({ name: "Theirs", privileges: [] });
		const unknown = { status: 404, code: "not_found" };
		expect(await problemOf(await call("GET", `/${role.id}`))).toEqual(unknown);
		expect(await problemOf(await call("PUT", `/${role.id}`, { name: "Mine", privileges: [] }))).toEqual(unknown);
		expect(await problemOf(await call("DELETE", `/${role.id}`))).toEqual(unknown);
		expect(await (await elsewhere.call("GET", `/${role.id}`)).json()).toEqual(role);
	});

	test.each([
		[{ name: " ", privileges: [] }],
		[{ name: "\u200b\u0007", privileges: [] }],
		[{ name: "x".repeat(101), privileges: [] }],
		[{ name: "A" }],
		[{ name: "A", privileges: ["everything"] }],
		[{ name: "A", privileges: "candidate:r" }],
		[{ name: "A", privileges: [], organisationId: "other" }],
		[null],
	])("are refused with 422 for %j", async (body) => {
		const { call } = await openFixture();
		expect((await call("POST", "", body)).status).toBe(422);
	});

	test("record an event for each of several parallel changes, which all succeed", async () => {
		const { organisationId, call, create } = await openFixture();
		const role = await create({ name: "Busy", privileges: [] });
		const wanted = ["course:r", "candidate:r", "forms:r"];
		const responses = await Promise.all(
			wanted.map((privilege) => call("PUT", `/${role.id}`, { name: "Busy", privileges: [privilege] })),
		);
		expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect((await eventsOf(organisationId)).filter((type) => type === "role.updated")).toHaveLength(3);
	});
});
