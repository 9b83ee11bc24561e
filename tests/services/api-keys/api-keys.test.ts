import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { deliverEvents } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { apiKeys } from "#worker/database/schema/api-keys";
import { userRoles } from "#worker/database/schema/auth";
import { auditEvents, events } from "#worker/database/schema/records";
import { hashToken } from "#worker/http/keys";
import type { ApiKey } from "#worker/services/api-keys/contract";

type Fixture = Awaited<ReturnType<typeof openServicesFixture>>;
let fixture: Fixture;
beforeAll(async () => {
	fixture = await openServicesFixture();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	fixture.request(path, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	});

/** Creates a key with these scopes. */
const createKey = async (name: string, privileges: string[]) => {
	const response = await post("/api-keys", { name, privileges });
	expect(response.status).toBe(201);
	const made = await response.json<ApiKey & { key: string }>();
	return { ...made, headers: { authorization: `Bearer ${made.key}` } };
};

const rowOf = async (id: string) => {
	const [row] = await testDb().select().from(apiKeys).where(eq(apiKeys.id, id));
	if (!row) throw new Error("no such key");
	return row;
};

describe("an API key", () => {
	it("is shown once, stored as a digest, and opens what its scopes say and nothing else", async () => {
		const { id, key, hint, headers } = await createKey("Student records", ["candidate:r", "candidate:r"]);
		expect(key).toMatch(new RegExp(`^mat_${fixture.organisation.id}\\.[\\w-]{43}$`));
		expect(hint).toBe(key.slice(-4));
		const row = await rowOf(id);
		expect(row).toMatchObject({ keyHash: await hashToken(key), privileges: ["candidate:r"] });
		expect(JSON.stringify(row)).not.toContain(key);
		const listed = await (await fixture.request("/api-keys")).text();
		expect(listed).toContain("Student records");
		expect(listed).not.toContain(key);

		expect((await fixture.request("/candidates", { headers })).status).toBe(200);
		expect((await fixture.request("/ums/users", { headers })).status).toBe(403);
		expect(await (await fixture.request("/ums/me", { headers })).json()).toMatchObject({
			id,
			firstName: "Student records",
			privileges: ["candidate:r"],
			adminRoles: [],
		});
	});

	it("is refused when a character of it is wrong, and in another institution's name", async () => {
		const { key } = await createKey("Wrong", ["candidate:r"]);
		const elsewhere = await openServicesFixture();
		const wrong = [
			`${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
			key.replace(fixture.organisation.id, elsewhere.organisation.id),
			key.slice(4),
			"mat_",
		];
		for (const one of wrong)
			expect((await fixture.request("/candidates", { headers: { authorization: `Bearer ${one}` } })).status).toBe(401);
	});

	it("cannot have a privilege that its creator does not hold, and no key makes or revokes keys", async () => {
		const user = await createUser({ organisationId: fixture.organisation.id, privileges: ["organisation:c"] });
		const { headers } = await signIn(user, fixture.clock.now());
		const refused = await post("/api-keys", { name: "More", privileges: ["organisation:c", "candidate:r"] }, headers);
		expect([refused.status, await refused.json()]).toMatchObject([403, { code: "privilege_not_held" }]);
		const all = await createKey("All", ["organisation:c", "organisation:d", "organisation:r"]);
		expect((await post("/api-keys", { name: "By a key", privileges: ["organisation:r"] }, all.headers)).status).toBe(
			403,
		);
		expect((await fixture.request(`/api-keys/${all.id}`, { method: "DELETE", headers: all.headers })).status).toBe(403);
		expect((await fixture.request("/api-keys", { headers: all.headers })).status).toBe(200);
		expect((await post("/notifications/socket-ticket", {}, all.headers)).status).toBe(403);
	});

	it("blocks and signs out who holds no more than its scopes, and gives nobody a role", async () => {
		const { organisation, clock } = fixture;
		const organisationId = organisation.id;
		const { headers } = await createKey("Staff records", [
			"users:c",
			"users:r",
			"users:u",
			"roles:c",
			"roles:u",
			"candidate:r",
		]);
		const clerk = await createUser({ organisationId, privileges: ["candidate:r"] });
		const dean = await createUser({ organisationId, privileges: ["candidate:r", "candidate:u"] });
		const session = await signIn(clerk, clock.now());
		const send = async (method: string, path: string, body?: unknown) => {
			const sent = { method, headers: { ...headers, "content-type": "application/json" } };
			const response = await fixture.request(path, {
				...sent,
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			return [response.status, (await response.json<{ code?: string }>()).code];
		};
		expect(await send("DELETE", `/ums/users/${clerk.id}/sessions`)).toEqual([200, undefined]);
		expect((await fixture.request("/candidates", { headers: session.headers })).status).toBe(401);
		for (const blocked of [true, false])
			expect(await send("PATCH", `/ums/users/${clerk.id}`, { blocked })).toEqual([200, undefined]);
		expect(await send("PATCH", `/ums/users/${dean.id}`, { blocked: true })).toEqual([403, "privilege_not_held"]);

		const roleId = `role-${clerk.id}`;
		const given = { firstName: "A", lastName: "B", roles: [{ roleId, adminLevelItemId: null }] };
		const role = { name: "By a key", privileges: ["candidate:r"] };
		expect(await send("POST", "/ums/users", { ...given, email: "new@staff.example" })).toEqual([403, "forbidden"]);
		expect(await send("PUT", `/ums/users/${clerk.id}`, given)).toEqual([403, "forbidden"]);
		expect(await send("POST", "/ums/roles", role)).toEqual([403, "forbidden"]);
		expect(await send("PUT", `/ums/roles/${roleId}`, role)).toEqual([403, "forbidden"]);
		expect(await send("POST", `/ums/roles/${roleId}/restore`, { changeId: "c" })).toEqual([403, "forbidden"]);
	});

	it("cannot have a privilege that its creator holds at a part of the institution only, nor can a webhook", async () => {
		const bound = await openServicesFixture();
		const { departmentId } = await createStructure(bound.organisation.id);
		const item = { adminLevelItemId: departmentId };
		await testDb().update(userRoles).set(item).where(eq(userRoles.userId, bound.user.id));
		const key = await bound.send("POST", "/api-keys", { name: "All applicants", privileges: ["candidate:r"] });
		expect(key).toMatchObject({ status: 403, body: { code: "privilege_not_held" } });
		const hook = { name: "All", url: "https://records.example/", events: ["applicants.posted"] };
		expect(await bound.send("POST", "/webhooks", hook)).toMatchObject({
			status: 403,
			body: { code: "privilege_not_held" },
		});
	});

	it("has a name of its own while it is in use", async () => {
		const first = await createKey("Library", ["candidate:r"]);
		const again = await post("/api-keys", { name: " LIBRARY ", privileges: ["candidate:r"] });
		expect([again.status, await again.json()]).toMatchObject([
			409,
			{ code: "api_key_exists", fields: { name: ["There is a key “LIBRARY” already."] } },
		]);
		await fixture.request(`/api-keys/${first.id}`, { method: "DELETE" });
		await createKey("Library", ["candidate:r"]);
	});

	it("is refused from the moment it is revoked, and stays in the list with who revoked it", async () => {
		const { id, headers } = await createKey("Revoked", ["candidate:r"]);
		expect((await fixture.request("/candidates", { headers })).status).toBe(200);
		const revoked = await fixture.request(`/api-keys/${id}`, { method: "DELETE" });
		expect(await revoked.json()).toMatchObject({ id, revokedBy: "Hauwa Bello" });
		expect((await fixture.request("/candidates", { headers })).status).toBe(401);
		const again = await (await fixture.request(`/api-keys/${id}`, { method: "DELETE" })).json<ApiKey>();
		expect(again.revokedAt).toBe((await rowOf(id)).revokedAt);
		const made = await testDb()
			.select()
			.from(events)
			.where(and(eq(events.organisationId, fixture.organisation.id), eq(events.type, "api_key.revoked")));
		expect(made.filter(({ payload }) => (payload as { apiKeyId: string }).apiKeyId === id)).toHaveLength(1);
	});

	it("notes its last use once a minute", async () => {
		const { id, headers } = await createKey("Used", ["candidate:r"]);
		expect((await rowOf(id)).lastUsedAt).toBeNull();
		const first = fixture.clock.now();
		await fixture.request("/candidates", { headers });
		fixture.clock.advance(59_000);
		await fixture.request("/candidates", { headers });
		expect((await rowOf(id)).lastUsedAt).toBe(first);
		fixture.clock.advance(2_000);
		await fixture.request("/candidates", { headers });
		expect((await rowOf(id)).lastUsedAt).toBe(first + 61_000);
	});

	it("is found by its name and its last characters, and sorted by name, creation and last use, those in use first", async () => {
		const { organisation, request, get } = await openServicesFixture();
		const add = (name: string, values: Partial<typeof apiKeys.$inferInsert>) =>
			testDb()
				.insert(apiKeys)
				.values({
					organisationId: organisation.id,
					id: `${organisation.id}-${name}`,
					name,
					keyHash: name,
					hint: "0000",
					privileges: ["candidate:r"],
					createdBy: "nobody",
					createdByName: "Hauwa Bello",
					createdAt: 1,
					...values,
				});
		await add("registry sync", { createdAt: 2, lastUsedAt: 10, hint: "x_9Q" });
		await add("Library", { createdAt: 3, lastUsedAt: 30 });
		await add("Alumni sync", { createdAt: 1 });
		await add("Abandoned", { createdAt: 9, lastUsedAt: 99, revokedAt: 100, revokedByName: "Hauwa Bello" });
		const names = async (query: string) =>
			(await get<{ data: ApiKey[] }>(`/api-keys${query}`)).body.data.map(({ name }) => name);
		expect(await names("")).toEqual(["Alumni sync", "Library", "registry sync", "Abandoned"]);
		expect(await names("?sort=-name")).toEqual(["registry sync", "Library", "Alumni sync", "Abandoned"]);
		expect(await names("?sort=created")).toEqual(["Alumni sync", "registry sync", "Library", "Abandoned"]);
		expect(await names("?sort=-created&size=2&page=1")).toEqual(["Alumni sync", "Abandoned"]);
		expect(await names("?sort=used")).toEqual(["Alumni sync", "registry sync", "Library", "Abandoned"]);
		expect(await names("?sort=-used")).toEqual(["Library", "registry sync", "Alumni sync", "Abandoned"]);
		expect(await names("?keyword=SYNC")).toEqual(["Alumni sync", "registry sync"]);
		expect(await names("?keyword=x_9q")).toEqual(["registry sync"]);
		expect(await names("?keyword=%25")).toEqual([]);
		const refused = await request("/api-keys?sort=lastUsedAt");
		expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { sort: ["Unknown order"] } }]);
	});

	it("acts in its own name: in the event, in the applicant's log and in the audit log", async () => {
		const applicant = await createApplicant(fixture.application);
		const { id, headers } = await createKey("Registry sync", ["candidate:u", "candidate:r"]);
		const changed = await fixture.request(`/candidates/${applicant.id}`, {
			method: "PATCH",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify({ stageId: fixture.application.steps[1]?.id, reason: "Council" }),
		});
		expect(changed.status).toBe(200);
		const log = await (await fixture.request(`/candidates/${applicant.id}/log`)).json<{ data: unknown[] }>();
		expect(log.data[0]).toMatchObject({ reviewedBy: "Registry sync (API key)", reason: "Council" });
		const [event] = await testDb().select().from(events).where(eq(events.actorId, id));
		expect(event).toMatchObject({ type: "applicants.stage_changed", actorName: "Registry sync (API key)" });
		await deliverEvents([{ organisationId: fixture.organisation.id, eventIds: [event?.id ?? ""] }], {
			clock: fixture.clock,
		});
		const [line] = await testDb().select().from(auditEvents).where(eq(auditEvents.userId, id));
		const name = "Registry sync (API key)";
		expect(line).toMatchObject({ username: name, actorKind: "api_key", action: "applicants.stage_changed" });
		const search = `?username=${encodeURIComponent(name)}`;
		const found = await (await fixture.request(`/audit/event-log${search}`)).json<{ data: unknown[] }>();
		expect(found.data).toMatchObject([{ by: { kind: "api_key", username: name, name } }]);
	});

	it("is named by the modification log, and found there by its name", async () => {
		const { headers } = await createKey("Places sync", ["organisation:c", "organisation:r", "organisation:u"]);
		const made = await post("/locations", { name: "Ikeja" }, headers);
		const { id, version } = await made.json<{ id: string; version: number }>();
		const changed = await fixture.request(`/locations/${id}`, {
			method: "PUT",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify({ name: "Ikeja campus", version }),
		});
		expect(changed.status).toBe(200);
		const name = "Places sync (API key)";
		const search = `?username=${encodeURIComponent(name)}`;
		const found = await (await fixture.request(`/audit/mofication-log${search}`)).json<{ data: unknown[] }>();
		expect(found.data).toMatchObject([{ after: "Ikeja campus", by: { kind: "api_key", username: name, name } }]);
	});

	it("starts background work and reads its progress", async () => {
		await createApplicant(fixture.application);
		const { headers } = await createKey("Exports", ["candidate:r"]);
		const started = await post(
			"/candidate-export",
			{ applicationId: fixture.application.id, columns: ["lastName"], format: "csv" },
			headers,
		);
		expect(started.status).toBe(202);
		const task = await fixture.request(started.headers.get("location")?.replace("/api", "") ?? "", { headers });
		expect(await task.json()).toMatchObject({ status: "STARTED" });
	});
});
