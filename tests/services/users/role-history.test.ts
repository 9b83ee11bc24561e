import { expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createUser, signIn } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import type { RecordChange } from "#worker/contract/records";
import { usersRoutes } from "#worker/services/users/routes";

const clock = testClock();
const app = serviceApp([usersRoutes], clock);

const openFixture = async (organisationId?: string, privileges?: readonly string[]) => {
	const id = organisationId ?? (await createOrganisation()).id;
	const user = await createUser({ organisationId: id, ...(privileges && { privileges }) });
	const { headers } = await signIn(user, clock.now());
	const call = async <T>(method: string, path: string, body?: unknown) => {
		const response = await app(`/ums/roles${path}`, { method, headers, ...(body !== undefined && { body }) });
		return { status: response.status, body: await response.json<T & { code: string }>() };
	};
	const create = async (name: string, privileges: string[]) =>
		(await call<{ id: string; version: number }>("POST", "", { name, privileges })).body;
	const change = (roleId: string, name: string, privileges: string[]) => {
		clock.advance(1_000);
		return call<{ version: number }>("PUT", `/${roleId}`, { name, privileges });
	};
	const history = async (roleId: string) =>
		(await call<{ data: RecordChange[]; resultTotal: number }>("GET", `/${roleId}/history`)).body;
	const restore = (roleId: string, changeId: string | undefined, version?: number) =>
		call<{ name: string; privileges: string[] }>("POST", `/${roleId}/restore`, { changeId, version });
	return { organisationId: id, user, call, create, change, history, restore };
};

test("a role's history names who changed what, before and afterwards, and a former state is restored as a change", async () => {
	const { user, create, change, history, restore } = await openFixture();
	const role = await create("Reader", ["candidate:r"]);
	await change(role.id, "Clerk", ["candidate:r", "course:r"]);
	const { data } = await history(role.id);
	const by = `${user.firstName} ${user.lastName}`;
	const [reader, clerk] = [
		{ name: "Reader", privileges: ["candidate:r"] },
		{ name: "Clerk", privileges: ["candidate:r", "course:r"] },
	];
	expect(data).toMatchObject([
		{ action: "updated", by, at: clock.now(), before: reader, after: clerk },
		{ action: "created", by, before: null, after: reader },
	]);
	expect((await restore(role.id, data[1]?.id)).body).toMatchObject(reader);
	expect((await history(role.id)).data[0]).toMatchObject({ action: "restored", before: clerk, after: reader });
});

test("what a role was before its history began can be restored", async () => {
	const { user, call, change, history, restore } = await openFixture();
	const own = `role-${user.id}`;
	const { body } = await call<{ name: string; privileges: string[] }>("GET", `/${own}`);
	await change(own, "Mine", body.privileges);
	const { data, resultTotal } = await history(own);
	expect([resultTotal, data[1]]).toMatchObject([2, { action: "created", by: null, after: { name: body.name } }]);
	expect((await restore(own, data[1]?.id)).body.name).toBe(body.name);
	await change(own, "Mine again", body.privileges);
	expect((await history(own)).resultTotal).toBe(4);
});

test("nobody restores a grant, or the lack of one, that they could not make", async () => {
	const { organisationId, create, change, history } = await openFixture();
	const role = await create("Treasurer", ["payments:r", "payments:u"]);
	await change(role.id, "Treasurer", ["payments:r"]);
	const clerk = await openFixture(organisationId, ["roles:r", "roles:u", "payments:r"]);
	const [, granting] = (await history(role.id)).data;
	expect(await clerk.restore(role.id, granting?.id)).toMatchObject({
		status: 403,
		body: { code: "privilege_not_held" },
	});
	await change(role.id, "Treasurer", ["payments:r", "payments:u"]);
	const [, without] = (await history(role.id)).data;
	expect(await clerk.restore(role.id, without?.id)).toMatchObject({
		status: 403,
		body: { code: "privilege_not_held" },
	});
	expect((await clerk.call<{ privileges: string[] }>("GET", `/${role.id}`)).body.privileges).toEqual([
		"payments:r",
		"payments:u",
	]);
});

test("the last administrator is not taken away by a restored state", async () => {
	const { organisationId, user, change, history, restore } = await openFixture();
	const own = `role-${user.id}`;
	const needed = ["roles:r", "roles:u", "users:r", "users:u", "candidate:r"];
	const other = await createUser({ organisationId, privileges: needed });
	await change(own, "Less", ["roles:r", "roles:u", "users:r", "candidate:r"]);
	// why by the other one: a user whose role has lost it can no longer give it.
	const { headers } = await signIn(other, clock.now());
	const put = (id: string, name: string, privileges: string[]) =>
		app(`/ums/roles/${id}`, { method: "PUT", headers, body: { name, privileges } });
	expect((await put(own, "All", ["roles:r", "roles:u", "users:r", "users:u", "candidate:r"])).status).toBe(200);
	expect((await put(`role-${other.id}`, "Retired", ["roles:r"])).status).toBe(200);
	const less = (await history(own)).data.find(({ after }) => after?.name === "Less");
	expect(await restore(own, less?.id)).toMatchObject({ status: 409, body: { code: "last_administrator" } });
});

test("a name that another role has by now, an old version, and a change of another role are refused", async () => {
	const { create, change, history, restore } = await openFixture();
	const [role, other] = [await create("First", []), await create("Other", [])];
	await change(role.id, "Second", []);
	await change(other.id, "First", []);
	const [, first] = (await history(role.id)).data;
	expect(await restore(role.id, first?.id)).toMatchObject({ status: 409, body: { code: "role_exists" } });
	expect(await restore(role.id, first?.id, role.version)).toMatchObject({ body: { code: "changed_meanwhile" } });
	const [ofOther] = (await history(other.id)).data;
	expect(await restore(role.id, ofOther?.id)).toMatchObject({ body: { code: "state_not_restorable" } });
	const stranger = await openFixture();
	expect((await stranger.restore(role.id, first?.id)).status).toBe(404);
	expect((await stranger.call("GET", `/${role.id}/history`)).status).toBe(404);
});
