import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { closeCodes } from "#durable-objects/notification-hub/contract";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { join } from "#tests/durable-objects/hub-page";
import { isClosedWith, settle } from "#tests/durable-objects/page";
import { authApp, bodyOf, logIn, password, tokensOf } from "#tests/services/auth/accounts";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { allPermissions } from "#worker/contract/permissions";
import { applicants } from "#worker/database/schema/applicants";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { events, modificationEntries, outboxMails } from "#worker/database/schema/records";
import { adminLevelItems } from "#worker/database/schema/structure";
import { hashPassword } from "#worker/services/auth/password";
import { usersRoutes } from "#worker/services/users/routes";

const passwordHash = hashPassword(password, 1024);

/** Opens an institution with an administrator, who is signed in, and a role that reads applicants. */
const openFixture = async (privileges: readonly string[] = allPermissions) => {
	const clock = testClock();
	const app = serviceApp([usersRoutes], clock);
	const { id: organisationId } = await createOrganisation();
	const actor = await createUser({ organisationId, privileges, firstName: "Ada", lastName: "Obi" });
	const { headers } = await signIn(actor, clock.now());
	const readers = { organisationId, id: `readers-${organisationId}`, name: "Readers", privileges: ["candidate:r"] };
	await testDb()
		.insert(roles)
		.values({ ...readers, createdAt: 1, updatedAt: 1 });
	const call = (method: string, path: string, body?: unknown, as = headers) =>
		app(`/ums/users${path}`, { method, headers: as, body });
	const answered = async (method: string, path: string, body?: unknown, as = headers) =>
		bodyOf(await call(method, path, body, as));
	const mails = () => testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	const logged = async () => {
		const all = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		return all.map(({ type, payload }) => `${type} ${(payload as { name: string }).name}`);
	};
	const invitation = {
		firstName: "Ngozi",
		lastName: "Umeh",
		email: "Ngozi@north.example",
		roles: [{ roleId: readers.id }],
	};
	return { clock, organisationId, actor, headers, readers, call, answered, mails, logged, invitation };
};

const linkIn = (text: string | undefined) => new URL(text?.match(/https:\S+/)?.[0] ?? "https://none.test");

describe("an invitation", () => {
	test("makes an account without a password, and mails the link that sets one", async () => {
		const { clock, organisationId, answered, mails, logged, invitation } = await openFixture();
		const { status, body } = await answered("POST", "", invitation);
		expect(status).toBe(201);
		expect(body).toMatchObject({
			firstName: "Ngozi",
			email: "ngozi@north.example",
			isConfirmed: false,
			blocked: false,
			emailed: true,
			adminRoles: [{ role: { name: "Readers" }, adminLevelItem: null }],
			sessions: 0,
			lastLoginAt: null,
			invitationEndsAt: clock.now() + 7 * 86_400_000,
		});
		const [mail] = await mails();
		expect(mail?.recipient).toBe("ngozi@north.example");
		expect(mail?.text).toContain("Ada Obi has made a staff account for you");
		const link = linkIn(mail?.text);
		expect(link.origin + link.pathname).toBe(`https://portal.test/${organisationId}/confirm`);
		const auth = authApp(clock);
		const [userId, token] = [link.searchParams.get("user"), link.searchParams.get("token")];
		const confirmed = await auth("/ums/confirm", { body: { organisation: organisationId, userId, token, password } });
		expect(confirmed.status).toBe(200);
		expect((await logIn(auth, organisationId, "ngozi@north.example")).status).toBe(200);
		expect(await answered("GET", `/${userId}`)).toMatchObject({
			body: { isConfirmed: true, invitationEndsAt: null, sessions: 1 },
		});
		expect(await logged()).toEqual(["user.invited Ngozi Umeh"]);
	});

	test("is refused beside the field that is wrong, and creates nothing", async () => {
		const { actor, answered, mails, invitation, readers } = await openFixture();
		const refusals: [object, object][] = [
			[
				{ email: actor.email.toUpperCase() },
				{ status: 409, body: { code: "user_exists", fields: { email: [expect.stringMatching(/already/)] } } },
			],
			[{ email: "ngozi" }, { status: 422, body: { fields: { email: ["Invalid Email Address"] } } }],
			[{ firstName: " " }, { status: 422, body: { fields: { firstName: ["Enter the first name"] } } }],
			[{ roles: [{ roleId: "gone" }] }, { status: 422, body: { code: "role_unknown" } }],
			[{ roles: [{ roleId: readers.id, adminLevelItemId: "gone" }] }, { status: 422, body: { code: "place_unknown" } }],
			[{ roles: [{ roleId: readers.id }, { roleId: readers.id }] }, { status: 422, body: { code: "invalid" } }],
		];
		for (const [more, problem] of refusals)
			expect(await answered("POST", "", { ...invitation, ...more })).toMatchObject(problem);
		expect(await mails()).toEqual([]);
	});

	test("is sent again, and only the last link works, until the address is confirmed", async () => {
		const { clock, organisationId, answered, mails, logged, invitation } = await openFixture();
		const { body } = await answered("POST", "", invitation);
		expect(await answered("POST", `/${body.id}/invitation`)).toEqual({ status: 200, body: { emailed: true } });
		const links = (await mails()).map(({ text }) => linkIn(text));
		const auth = authApp(clock);
		const confirm = async (link: URL | undefined) => {
			const token = link?.searchParams.get("token");
			const link_ = { organisation: organisationId, userId: body.id, token, password };
			return (await auth("/ums/confirm", { body: link_ })).status;
		};
		expect([await confirm(links[0]), await confirm(links[1])].sort()).toEqual([200, 400]);
		expect(await answered("POST", `/${body.id}/invitation`)).toMatchObject({ body: { code: "already_confirmed" } });
		expect(await logged()).toEqual(["user.invited Ngozi Umeh", "user.invitation_sent Ngozi Umeh"]);
	});

	test("is not sent a sixth time within an hour", async () => {
		const { answered, invitation } = await openFixture();
		const { body } = await answered("POST", "", invitation);
		for (let time = 0; time < 5; time++) expect((await answered("POST", `/${body.id}/invitation`)).status).toBe(200);
		expect(await answered("POST", `/${body.id}/invitation`)).toMatchObject({ status: 429 });
	});

	test("is withdrawn by deleting the account, whose link no longer works; who has signed in stays", async () => {
		const { clock, organisationId, answered, mails, logged, invitation, actor } = await openFixture();
		const { body } = await answered("POST", "", invitation);
		expect(await answered("DELETE", `/${body.id}`)).toEqual({ status: 200, body: { id: body.id } });
		expect(await answered("GET", `/${body.id}`)).toMatchObject({ status: 404 });
		const token = linkIn((await mails())[0]?.text).searchParams.get("token");
		const link = { organisation: organisationId, userId: body.id, token, password };
		expect((await authApp(clock)("/ums/confirm", { body: link })).status).toBe(400);
		expect(
			await testDb()
				.select()
				.from(userRoles)
				.where(eq(userRoles.userId, String(body.id))),
		).toEqual([]);
		await testDb().update(users).set({ lastLoginAt: 1 }).where(eq(users.id, actor.id));
		expect(await answered("DELETE", `/${actor.id}`)).toMatchObject({ body: { code: "user_has_signed_in" } });
		expect(await logged()).toEqual(["user.invited Ngozi Umeh", "user.deleted Ngozi Umeh"]);
	});

	test("is not withdrawn while applicants are assigned to its user, who would be nobody's", async () => {
		const { organisationId, answered, invitation } = await openFixture();
		const { body } = await answered("POST", "", invitation);
		const applicant = await createApplicant(await createApplication(organisationId));
		const assignTo = (reviewerId: string | null) =>
			testDb().update(applicants).set({ reviewerId }).where(eq(applicants.id, applicant.id));
		await assignTo(String(body.id));
		expect(await answered("DELETE", `/${body.id}`)).toMatchObject({
			status: 409,
			body: { code: "user_has_applicants" },
		});
		expect((await answered("GET", `/${body.id}`)).status).toBe(200);
		await assignTo(null);
		expect((await answered("DELETE", `/${body.id}`)).status).toBe(200);
	});
});

describe("a user", () => {
	test("is changed with the state before and after in the log, and refused when changed meanwhile", async () => {
		const { organisationId, answered, invitation, readers } = await openFixture();
		const { departmentId } = await createStructure(organisationId);
		const { body } = await answered("POST", "", invitation);
		const change = {
			firstName: "Ngozi",
			lastName: "Umeh-Bello",
			version: body.version,
			roles: [{ roleId: readers.id, adminLevelItemId: departmentId }],
		};
		expect(await answered("PUT", `/${body.id}`, change)).toMatchObject({
			body: { lastName: "Umeh-Bello", adminRoles: [{ adminLevelItem: { name: "Department of Physics" } }] },
		});
		expect(await answered("PUT", `/${body.id}`, { ...change, lastName: "Umeh" })).toMatchObject({
			status: 409,
			body: { code: "changed_meanwhile", details: { current: { lastName: "Umeh-Bello" } } },
		});
		const all = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		expect(all.find(({ type }) => type === "user.updated")?.payload).toMatchObject({
			before: { lastName: "Umeh", roles: [{ name: "Readers", place: null }] },
			after: { lastName: "Umeh-Bello", roles: [{ name: "Readers", place: "Department of Physics" }] },
		});
	});

	test("who is saved as they are keeps their version, and nothing is noted", async () => {
		const { organisationId, answered, logged, invitation, readers } = await openFixture();
		const { body } = await answered("POST", "", invitation);
		const same = { firstName: "Ngozi ", lastName: "Umeh", version: 1, roles: [{ roleId: readers.id }] };
		expect(await answered("PUT", `/${body.id}`, same)).toMatchObject({ status: 200, body: { version: body.version } });
		expect(await logged()).toEqual(["user.invited Ngozi Umeh"]);
		const entries = testDb().select().from(modificationEntries);
		expect(await entries.where(eq(modificationEntries.organisationId, organisationId))).toEqual([]);
	});

	test("has their roles in the order they were given in, of which the first names their place", async () => {
		const { organisationId, actor, answered, invitation, readers } = await openFixture();
		const { departmentId } = await createStructure(organisationId);
		const roles = [{ roleId: readers.id, adminLevelItemId: departmentId }, { roleId: `role-${actor.id}` }];
		const { body } = await answered("POST", "", { ...invitation, roles });
		const namesOf = ({ adminRoles }: Record<string, unknown>) =>
			(adminRoles as { role: { name: string } }[]).map(({ role }) => role.name);
		expect(namesOf(body)).toEqual(["Readers", `Role of ${actor.id}`]);
		const change = { firstName: "Ngozi", lastName: "Umeh", roles: [...roles].reverse() };
		expect(namesOf((await answered("PUT", `/${body.id}`, change)).body)).toEqual([`Role of ${actor.id}`, "Readers"]);
	});

	test("whose role is at an item that is gone holds it nowhere, and keeps it there when the rest is saved", async () => {
		const { organisationId, answered, invitation, readers } = await openFixture();
		const { departmentId } = await createStructure(organisationId);
		const roles = [{ roleId: readers.id, adminLevelItemId: departmentId }];
		const { body } = await answered("POST", "", { ...invitation, roles });
		await testDb().delete(adminLevelItems).where(eq(adminLevelItems.id, departmentId));
		const lost = [{ adminLevel: null, adminLevelItem: { id: departmentId, name: "Deleted place" } }];
		expect(await answered("GET", `/${body.id}`)).toMatchObject({ body: { adminRoles: lost } });
		const change = { firstName: "Ngozi", lastName: "Bello", roles };
		expect(await answered("PUT", `/${body.id}`, change)).toMatchObject({ status: 200, body: { adminRoles: lost } });
		const elsewhere = { ...invitation, email: "other@north.example", roles };
		expect(await answered("POST", "", elsewhere)).toMatchObject({ status: 422, body: { code: "place_unknown" } });
	});

	test("a change of name, roles or access is in the modification log, field by field", async () => {
		const { organisationId, answered, invitation, readers } = await openFixture();
		const { departmentId } = await createStructure(organisationId);
		const { body } = await answered("POST", "", invitation);
		const { version } = body;
		const roles = [{ roleId: readers.id, adminLevelItemId: departmentId }];
		await answered("PUT", `/${body.id}`, { firstName: "Ngozi", lastName: "Umeh-Bello", version, roles });
		await answered("PATCH", `/${body.id}`, { blocked: true });
		const entries = await testDb()
			.select()
			.from(modificationEntries)
			.where(eq(modificationEntries.organisationId, organisationId));
		const changes = entries.map(({ entity, subject, field, oldValue, newValue }) => ({
			[`${entity} ${field} of ${subject}`]: [oldValue, newValue],
		}));
		expect(changes).toEqual(
			expect.arrayContaining([
				{ "user name of Ngozi Umeh-Bello": ["Ngozi Umeh", "Ngozi Umeh-Bello"] },
				{ "user roles of Ngozi Umeh-Bello": ['["Readers"]', '["Readers (Department of Physics)"]'] },
				{ "user blocked of Ngozi Umeh-Bello": ["false", "true"] },
			]),
		);
		expect(changes).toHaveLength(3);
	});

	test("new roles close the open pages, which connect again with them; a new name does not", async () => {
		const { organisationId, answered, invitation, readers } = await openFixture();
		const { departmentId } = await createStructure(organisationId);
		const { body } = await answered("POST", "", invitation);
		const hub = hubFor(env.NOTIFICATION_HUB, organisationId);
		const [page, colleague] = [await join(hub, String(body.id)), await join(hub, "colleague")];
		const name = { firstName: "Ngozi", lastName: "Umeh-Bello" };
		const renamed = await answered("PUT", `/${body.id}`, { ...name, version: body.version, roles: invitation.roles });
		expect(renamed.status).toBe(200);
		await settle(page);
		expect(page.closed()).toBeUndefined();
		const roles = [{ roleId: readers.id, adminLevelItemId: departmentId }];
		const placed = await answered("PUT", `/${body.id}`, { ...name, version: renamed.body.version, roles });
		expect(placed.status).toBe(200);
		await isClosedWith(page, closeCodes.reconnect);
		await settle(colleague);
		expect(colleague.closed()).toBeUndefined();
	});

	test("who is blocked is out at once, and in again when unblocked", async () => {
		const { clock, organisationId, answered, logged } = await openFixture();
		const colleague = await createUser({ organisationId, passwordHash });
		const auth = authApp(clock);
		const { accessToken } = await tokensOf(auth, organisationId, colleague.email);
		const page = await join(hubFor(env.NOTIFICATION_HUB, organisationId), colleague.id);
		const me = async () => (await auth("/ums/me", { headers: { authorization: `Bearer ${accessToken}` } })).status;
		expect(await me()).toBe(200);
		expect(await answered("PATCH", `/${colleague.id}`, { blocked: true })).toMatchObject({
			body: { blocked: true, sessions: 0 },
		});
		expect(await me()).toBe(401);
		await isClosedWith(page, 4401);
		expect((await logIn(auth, organisationId, colleague.email)).status).toBe(401);
		for (const path of ["password-reset", "invitation"])
			expect((await answered("POST", `/${colleague.id}/${path}`)).status).toBe(409);
		expect(await answered("PATCH", `/${colleague.id}`, { blocked: false })).toMatchObject({ body: { blocked: false } });
		expect(await me(), "the session has ended").toBe(401);
		expect((await logIn(auth, organisationId, colleague.email)).status).toBe(200);
		expect(await logged()).toEqual(["user.blocked Hauwa Bello", "user.unblocked Hauwa Bello"]);
	});

	test("loses all sessions at once, and is mailed a link for a new password", async () => {
		const { clock, organisationId, answered, mails, logged } = await openFixture();
		const colleague = await createUser({ organisationId, passwordHash });
		const auth = authApp(clock);
		const { accessToken } = await tokensOf(auth, organisationId, colleague.email);
		await tokensOf(auth, organisationId, colleague.email);
		const hub = hubFor(env.NOTIFICATION_HUB, organisationId);
		const [page, other] = [await join(hub, colleague.id), await join(hub, "somebody else")];
		expect(await answered("DELETE", `/${colleague.id}/sessions`)).toEqual({ status: 200, body: { ended: 2 } });
		const me = await auth("/ums/me", { headers: { authorization: `Bearer ${accessToken}` } });
		expect(me.status).toBe(401);
		await isClosedWith(page, 4401);
		await settle(other);
		expect(other.closed()).toBeUndefined();
		expect(await answered("POST", `/${colleague.id}/password-reset`)).toEqual({ status: 200, body: { emailed: true } });
		const link = linkIn((await mails())[0]?.text);
		expect(link.pathname).toBe(`/${organisationId}/reset-request`);
		const body = { organisation: organisationId, userId: colleague.id, token: link.searchParams.get("token") };
		expect((await auth("/ums/password/reset", { body: { ...body, password: "Other Market 77!" } })).status).toBe(200);
		expect(await logged()).toEqual(["user.sessions_ended Hauwa Bello", "user.password_reset_sent Hauwa Bello"]);
	});
});

describe("the last administrator", () => {
	test("is neither blocked nor demoted nor deleted, while a second one may be", async () => {
		const { organisationId, actor, answered, readers } = await openFixture();
		const second = await createUser({ organisationId, firstName: "Bola", lastName: "Ajayi" });
		const demotion = { firstName: "Ada", lastName: "Obi", roles: [{ roleId: readers.id }] };
		expect(await answered("PATCH", `/${actor.id}`, { blocked: true })).toMatchObject({ body: { code: "own_account" } });
		expect((await answered("PATCH", `/${second.id}`, { blocked: true })).status).toBe(200);
		for (const [method, body] of [
			["PUT", demotion],
			["DELETE", undefined],
		] as const)
			expect(await answered(method, `/${actor.id}`, body)).toMatchObject({ body: { code: "last_administrator" } });
		expect((await answered("PATCH", `/${second.id}`, { blocked: false })).status).toBe(200);
		expect((await answered("PUT", `/${actor.id}`, demotion)).status).toBe(200);
		expect((await answered("GET", `/${second.id}`)).status, "no administrator any more").toBe(403);
	});

	test("does not bind their role to a place while the others are invited, or administer a part alone", async () => {
		const { organisationId, actor, answered, readers } = await openFixture();
		const { facultyId } = await createStructure(organisationId);
		const invited = await createUser({ organisationId, emailConfirmedAt: null });
		const dean = await createUser({ organisationId });
		await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
		const own = { roleId: `role-${actor.id}`, adminLevelItemId: facultyId };
		const change = (...given: object[]) =>
			answered("PUT", `/${actor.id}`, { firstName: "Ada", lastName: "Obi", roles: given });
		for (const given of [[own], [own, { roleId: readers.id }], []])
			expect(await change(...given)).toMatchObject({ status: 409, body: { code: "last_administrator" } });
		expect((await change({ roleId: own.roleId }, { roleId: readers.id })).status).toBe(200);
		await testDb().update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, invited.id));
		expect((await change(own)).status).toBe(200);
	});

	test("of a new institution, who has not confirmed the address, gives roles and stays", async () => {
		const { actor, answered, invitation, readers } = await openFixture();
		await testDb().update(users).set({ emailConfirmedAt: null }).where(eq(users.id, actor.id));
		expect((await answered("POST", "", invitation)).status).toBe(201);
		const change = { firstName: "Ada", lastName: "Obi", roles: [{ roleId: readers.id }] };
		expect(await answered("PUT", `/${actor.id}`, change)).toMatchObject({ body: { code: "last_administrator" } });
		expect(await answered("DELETE", `/${actor.id}`)).toMatchObject({ body: { code: "last_administrator" } });
		const more = { ...change, roles: [{ roleId: `role-${actor.id}` }, { roleId: readers.id }] };
		expect((await answered("PUT", `/${actor.id}`, more)).status).toBe(200);
	});

	test("stays one when two block each other at the same moment", async () => {
		const { clock, organisationId, actor, answered } = await openFixture();
		const second = await createUser({ organisationId });
		const { headers } = await signIn(second, clock.now());
		await Promise.all([
			answered("PATCH", `/${second.id}`, { blocked: true }),
			answered("PATCH", `/${actor.id}`, { blocked: true }, headers),
		]);
		const left = await testDb().select().from(users).where(eq(users.organisationId, organisationId));
		expect(left.filter(({ blocked }) => !blocked)).toHaveLength(1);
	});
});

describe("nobody grants more than they hold", () => {
	const clerk = ["users:c", "users:r", "users:u", "users:d", "candidate:r"];

	test("in an invitation, a change of roles, a block or a deletion, and signs nobody out who holds more", async () => {
		const { organisationId, answered, invitation, actor } = await openFixture(clerk);
		const boss = await createUser({ organisationId });
		const bossRole = `role-${boss.id}`;
		const refused = { status: 403, body: { code: "privilege_not_held" } };
		expect((await answered("POST", "", invitation)).status).toBe(201);
		const named = { firstName: "Ada", lastName: "Obi" };
		for (const [method, path, body] of [
			["POST", "", { ...invitation, email: "more@north.example", roles: [{ roleId: bossRole }] }],
			["PUT", `/${actor.id}`, { ...named, roles: [{ roleId: bossRole }] }],
			["PUT", `/${boss.id}`, { ...named, roles: [] }],
			["PATCH", `/${boss.id}`, { blocked: true }],
			["DELETE", `/${boss.id}`, undefined],
			["DELETE", `/${boss.id}/sessions`, undefined],
			["POST", `/${boss.id}/password-reset`, undefined],
		] as const)
			expect(await answered(method, path, body)).toMatchObject(refused);
		const kept = { ...named, roles: [{ roleId: bossRole }] };
		expect((await answered("PUT", `/${boss.id}`, kept)).status, "what a user holds already may stay").toBe(200);
	});

	test("nor anywhere else in the structure than where they hold it", async () => {
		const { organisationId, actor, answered, invitation, readers } = await openFixture(clerk);
		const { facultyId, departmentId, levelIds } = await createStructure(organisationId);
		const [elsewhere, below] = [`arts-${organisationId}`, `drama-${organisationId}`];
		await testDb()
			.insert(adminLevelItems)
			.values([
				{ organisationId, id: elsewhere, levelId: levelIds[0] ?? "", name: "Faculty of Arts" },
				{ organisationId, id: below, levelId: levelIds[1] ?? "", name: "Drama", parentItemId: elsewhere },
			]);
		await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, actor.id));
		const inviteAt = async (adminLevelItemId: string | null, index: number) => {
			const roles = [{ roleId: readers.id, adminLevelItemId }];
			return (await answered("POST", "", { ...invitation, email: `at-${index}@north.example`, roles })).status;
		};
		const places = [facultyId, departmentId, elsewhere, below, null];
		const statuses: number[] = [];
		for (const [index, place] of places.entries()) statuses.push(await inviteAt(place, index));
		expect(statuses).toEqual([201, 201, 403, 403, 403]);
	});

	test("nor by a role that others hold elsewhere", async () => {
		const { clock, organisationId, actor, headers } = await openFixture([...clerk, "roles:r", "roles:u", "roles:c"]);
		const { facultyId } = await createStructure(organisationId);
		const app = serviceApp([usersRoutes], clock);
		const make = async (name: string) =>
			(await app("/ums/roles", { headers, body: { name, privileges: ["candidate:r"] } })).status;
		expect(await make("First")).toBe(201);
		await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, actor.id));
		expect(await make("Second")).toBe(403);
	});
});
