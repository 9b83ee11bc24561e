import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createStructure, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { adminLevelItems } from "#worker/database/schema/structure";

/** Opens an institution with a clerk, in whose database a colleague does something just before an account is written. */
const openContended = async () => {
	let meddle: (() => Promise<unknown>) | undefined;
	let isWrite = false;
	const DB = replacing(env.DB, {
		prepare: (query: string) => {
			isWrite ||= /^(insert into|update) "users"/.test(query);
			return env.DB.prepare(query);
		},
		batch: async (statements: D1PreparedStatement[]) => {
			if (isWrite) await meddle?.();
			isWrite = false;
			return env.DB.batch(statements);
		},
	});
	const privileges = ["users:c", "users:r", "users:u", "users:d", "candidate:r"] as const;
	const clerk = await openServicesFixture({ privileges, bindings: { DB } });
	const organisationId = clerk.organisation.id;
	const { departmentId } = await createStructure(organisationId);
	const readers = { organisationId, id: `readers-${organisationId}`, name: "Readers", createdAt: 1, updatedAt: 1 };
	const isReaders = eq(roles.id, readers.id);
	const addRole = () =>
		testDb()
			.insert(roles)
			.values({ ...readers, privileges: ["candidate:r"] });
	await addRole();
	const invite = (email: string, given: readonly object[]) =>
		clerk.send("POST", "/ums/users", { firstName: "Ngozi", lastName: "Umeh", email, roles: given });
	const { body: user } = await invite("ngozi@north.example", []);
	return {
		readers: readers.id,
		departmentId,
		invite,
		change: (given: readonly object[]) =>
			clerk.send("PUT", `/ums/users/${user.id}`, { firstName: "Ngozi", lastName: "Umeh", roles: given }),
		during: (act: () => Promise<unknown>) => {
			meddle = act;
		},
		addRole,
		deleteRole: () => testDb().delete(roles).where(isReaders),
		setPrivileges: (...privileges: string[]) => testDb().update(roles).set({ privileges }).where(isReaders),
		/** How many accounts there are, and how many hold the role. */
		counts: async () => [
			await testDb().$count(users, eq(users.organisationId, organisationId)),
			await testDb().$count(userRoles, eq(userRoles.roleId, readers.id)),
		],
	};
};

const refused = { status: 409, body: { code: "role_or_place_changed" } };

test("a role that grants more by now than its author holds is given to nobody", async () => {
	const { readers, invite, change, during, setPrivileges, counts } = await openContended();
	during(() => setPrivileges("candidate:r", "payments:u"));
	expect(await invite("bola@north.example", [{ roleId: readers }])).toMatchObject(refused);
	await setPrivileges("candidate:r");
	expect(await change([{ roleId: readers }])).toMatchObject(refused);
	expect(await counts()).toEqual([2, 0]);
});

test("a role that is deleted at the same moment is given to nobody", async () => {
	const { readers, invite, change, during, addRole, deleteRole, counts } = await openContended();
	during(deleteRole);
	const gone = { status: 422, body: { code: "role_unknown" } };
	expect(await invite("bola@north.example", [{ roleId: readers }])).toMatchObject(gone);
	await addRole();
	expect(await change([{ roleId: readers }])).toMatchObject(gone);
	expect(await counts()).toEqual([2, 0]);
});

test("a role is not given at a place that is deleted at the same moment", async () => {
	const { readers, departmentId, invite, during, counts } = await openContended();
	during(() => testDb().delete(adminLevelItems).where(eq(adminLevelItems.id, departmentId)));
	const role = { roleId: readers, adminLevelItemId: departmentId };
	expect(await invite("bola@north.example", [role])).toMatchObject({ status: 422, body: { code: "place_unknown" } });
	expect(await counts()).toEqual([2, 0]);
});

test("a role that grants more by now is not taken away by those who hold less", async () => {
	const { readers, change, during, setPrivileges, counts } = await openContended();
	expect((await change([{ roleId: readers }])).status).toBe(200);
	during(() => setPrivileges("candidate:r", "payments:u"));
	expect(await change([])).toMatchObject(refused);
	expect(await counts()).toEqual([2, 1]);
});
