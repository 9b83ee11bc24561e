import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { wideLayout } from "#tests/services/forms/edit-fixture";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import { plainDatabase } from "#tests/support/statements";
import { sensitiveFields } from "#worker/database/schema/forms";
import { auditEvents, events, modificationEntries } from "#worker/database/schema/records";
import type { Activity, LoggedChange } from "#worker/services/audit-log/contract";

interface Page<T> {
	data: T[];
	resultTotal: number;
	resultTotalIsExact: boolean;
	nextCursor: string | null;
	searchedTo: number | null;
	next: string | null;
}

type Staff = Awaited<ReturnType<typeof openServicesFixture>>;
let staff: Staff;
let queues: ReturnType<typeof keepingQueues>;
const recorded: Recorded[] = [];
beforeEach(async () => {
	queues = keepingQueues();
	const DB = recordingDatabase(env.DB, (statement) => recorded.push(statement));
	staff = await openServicesFixture({ bindings: { ...queues.bindings, DB } });
});

const noon = Date.parse("2026-11-20T12:00:00Z");

type Event = typeof auditEvents.$inferInsert;
let serial = 0;
const entry = (values: Partial<Event> = {}): Event => ({
	organisationId: staff.organisation.id,
	id: `event-${serial++}`,
	username: "ada@crestfield.example",
	action: "login",
	status: "SUCCESS",
	createdAt: noon,
	actorName: "Ada Admin",
	actorKind: "staff",
	...values,
});
const addEvents = async (rows: readonly Event[]) => {
	for (let from = 0; from < rows.length; from += 6)
		await testDb()
			.insert(auditEvents)
			.values(rows.slice(from, from + 6));
};

const activities = async (query = "") => (await staff.get<Page<Activity>>(`/audit/event-log${query}`)).body;
const modifications = async (query = "") => (await staff.get<Page<LoggedChange>>(`/audit/mofication-log${query}`)).body;

describe("the activity log", () => {
	test("says who, when, from where and what, in plain words", async () => {
		const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
		const response = await staff.request("/reasons", {
			method: "POST",
			body: JSON.stringify({ text: "Quota is full", isPrivate: false }),
			headers: { "cf-connecting-ip": "203.0.113.9", "user-agent": agent },
		});
		expect(response.status).toBe(201);
		await deliverEvents(queues.sentEvents, { bindings: queues.bindings, clock: staff.clock });
		const { data } = await activities();
		expect(data).toMatchObject([
			{
				action: "reason.created",
				what: "Created reason",
				eventStatus: "SUCCESS",
				by: { kind: "staff", id: staff.user.id, username: staff.user.email },
				subject: { name: "Quota is full", applicantId: null },
				address: "203.0.113.9",
				userAgent: agent,
				device: "Firefox 132 on Windows",
			},
		]);
	});

	test("names the applicant that an entry is about, and is found by the number", async () => {
		const applicant = await createApplicant(staff.application, { firstName: "Ngozi", lastName: "Okafor" });
		const details = { stageName: "Shortlisted" };
		await addEvents([
			entry({ action: "applicants.stage_changed", subject: applicant.id, details }),
			entry({ action: "applicants.noted", subject: "another" }),
			entry({ status: "FAILED", subject: "wrong password", actorName: null }),
		]);
		const { data } = await activities(`?subject=${encodeURIComponent(applicant.applicationNumber)}`);
		expect(data).toMatchObject([
			{
				what: "Changed the stage to Shortlisted",
				subject: {
					id: applicant.applicationNumber,
					applicantId: applicant.id,
					name: expect.stringContaining(applicant.applicationNumber),
				},
			},
		]);
		expect((await activities("?eventStatus=FAILED")).data).toMatchObject([
			{ what: "Could not sign in: the password was wrong", subject: null },
		]);
	});

	test("is filtered by user, status and days of the institution, one filter or several", async () => {
		await addEvents([
			entry({ createdAt: Date.parse("2026-11-19T23:30:00Z"), username: "ada@crestfield.example" }),
			entry({ createdAt: Date.parse("2026-11-20T22:30:00Z"), username: "kemi@crestfield.example" }),
			entry({ createdAt: Date.parse("2026-11-20T23:30:00Z"), status: "FAILED", subject: "throttled" }),
		]);
		const at = async (query: string) =>
			(await activities(query)).data.map(({ createdAt }) => new Date(createdAt).toISOString().slice(8, 16));
		// The day of Lagos begins at 23:00 UTC.
		expect(await at("?from=2026-11-20&to=2026-11-20")).toEqual(["20T22:30", "19T23:30"]);
		expect(await at("?username=KEMI@crestfield.example")).toEqual(["20T22:30"]);
		expect(await at("?username=ada@crestfield.example&eventStatus=FAILED")).toEqual(["20T23:30"]);
		expect(await at("?username=ada@crestfield.example&to=2026-11-19")).toEqual([]);
		expect((await staff.get("/audit/event-log?eventStatus=PENDING")).status).toBe(422);
	});

	test("is read in pages from an entry on, by limit and offset too, and misses none of the same moment", async () => {
		await addEvents(Array.from({ length: 25 }, (_, n) => entry({ createdAt: noon + (n >> 3) })));
		const seen: string[] = [];
		let path: string | null = "/audit/event-log?limit=10";
		while (path) {
			const { body }: { body: Page<Activity> } = await staff.get(path.replace(/^\/api/, ""));
			seen.push(...body.data.map(({ id }) => id));
			path = body.next;
		}
		expect(new Set(seen).size).toBe(25);
		expect(seen).toHaveLength(25);
		const second = await activities("?limit=10&offset=10");
		expect(second.data.map(({ id }) => id)).toEqual(seen.slice(10, 20));
		expect(second).toMatchObject({ resultTotal: 25, resultTotalIsExact: true });
		expect((await staff.get("/audit/event-log?offset=10001")).status).toBe(422);
	});

	test("stops looking after 5,000 entries where filters fit few, says so, and reads on", async () => {
		await addEvents([entry({ createdAt: 1_000, status: "FAILED", subject: "blocked" })]);
		await testDb().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5200)
			INSERT INTO audit_events (organisation_id, id, username, action, status, created_at)
			SELECT ${staff.organisation.id}, 'many-' || i, 'ada@crestfield.example', 'login', 'SUCCESS', 2000 + i FROM n`);
		const query = "?username=ada@crestfield.example&eventStatus=FAILED";
		const first = await activities(query);
		expect(first).toMatchObject({ data: [], resultTotalIsExact: false, searchedTo: 2_200 });
		const further = await activities(`${query}&after=${first.nextCursor}`);
		expect(further).toMatchObject({ data: [{ createdAt: 1_000 }], nextCursor: null, searchedTo: null });
	});

	test("is that of the own institution, for users with payments", async () => {
		const other = await createOrganisation();
		await addEvents([entry({ organisationId: other.id })]);
		expect((await activities()).data).toEqual([]);
		const user = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
		const { headers } = await signIn(user, staff.clock.now());
		for (const path of ["/audit/event-log", "/audit/mofication-log"])
			expect((await staff.request(path, { headers })).status).toBe(403);
	});
});

describe("the modification log", () => {
	test("has each changed field of a set-up record, of settings and of an applicant", async () => {
		const { body } = await staff.send<{ id: string; version: number }>("POST", "/locations", { name: "Ikeja" });
		await staff.send("PUT", `/locations/${body.id}`, { name: "Ikeja campus", version: body.version });
		await staff.send("PUT", "/organisation", { undoWindowSeconds: 60 });
		const { data } = await modifications();
		expect(data).toMatchObject([
			{ on: "undoWindowSeconds", field: "Undo window seconds", before: "30", after: "60", entity: "organisation" },
			{
				on: "name",
				field: "Name",
				before: "Ikeja",
				after: "Ikeja campus",
				entity: "location",
				subject: { id: body.id, name: "Ikeja campus", applicantId: null },
				by: { kind: "staff", username: staff.user.email },
			},
		]);
		expect((await modifications("?on=name")).data).toHaveLength(1);
		expect((await modifications(`?subject=${body.id}`)).data).toHaveLength(1);
		expect((await modifications(`?username=${staff.user.email}&on=undoWindowSeconds`)).data).toHaveLength(1);
		expect((await modifications("?username=nobody@crestfield.example")).data).toEqual([]);
	});

	const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
	const from = { "cf-connecting-ip": "203.0.113.9", "user-agent": agent };
	const origin = { address: "203.0.113.9", userAgent: agent, device: "Firefox 132 on Windows" };

	test("says who changed something, when, from where and what: of settings, a record and an applicant", async () => {
		const put = (path: string, body: object) =>
			staff.request(path, { method: "PUT", body: JSON.stringify(body), headers: from });
		const { body } = await staff.send<{ id: string; version: number }>("POST", "/locations", { name: "Ikeja" });
		expect((await put(`/locations/${body.id}`, { name: "Ikeja campus", version: body.version })).status).toBe(200);
		staff.clock.advance(1_000);
		expect((await put("/organisation", { undoWindowSeconds: 60 })).status).toBe(200);
		staff.clock.advance(1_000);
		const applicant = await createApplicant(staff.application);
		const [, second] = staff.application.courses;
		const patch = { method: "PATCH", body: JSON.stringify({ courseId: second?.id }), headers: from };
		expect((await staff.request(`/candidates/${applicant.id}`, patch)).status).toBe(200);
		const by = { kind: "staff", id: staff.user.id, username: staff.user.email, name: "Hauwa Bello" };
		const now = staff.clock.now();
		expect((await modifications()).data).toMatchObject([
			{ on: "course", entity: "applicant", createdAt: now, by, ...origin, requestId: expect.any(String) },
			{ on: "undoWindowSeconds", entity: "organisation", createdAt: now - 1_000, by, ...origin },
			{ on: "name", entity: "location", createdAt: now - 2_000, by, ...origin },
		]);
		await deliverEvents(queues.sentEvents, { bindings: queues.bindings, clock: staff.clock });
		const [activity] = (await activities(`?subject=${applicant.applicationNumber}`)).data;
		const [change] = (await modifications(`?subject=${applicant.applicationNumber}`)).data;
		expect(change?.requestId, "the same request in both logs").toBe(activity?.requestId);
	});

	test("names an API key and the system, and knows no origin of an entry whose change has kept none", async () => {
		const key = await staff.send<{ key: string }>("POST", "/api-keys", {
			name: "Records",
			privileges: ["organisation:r", "organisation:u"],
		});
		const { body } = await staff.send<{ id: string; version: number }>("POST", "/locations", { name: "Ikeja" });
		const renamed = await staff.request(`/locations/${body.id}`, {
			method: "PUT",
			body: JSON.stringify({ name: "Lekki", version: body.version }),
			headers: { ...from, authorization: `Bearer ${key.body.key}`, "user-agent": "registry/2.1" },
		});
		expect(renamed.status).toBe(200);
		const old = { organisationId: staff.organisation.id, entity: "location", entityId: "old", field: "name" };
		await testDb()
			.insert(modificationEntries)
			.values([
				{ ...old, id: `old-${serial++}`, createdAt: 2, eventId: "an event from before" },
				{ ...old, id: `old-${serial++}`, createdAt: 1 },
			]);
		const unknown = { address: null, device: null, userAgent: null, requestId: null };
		expect((await modifications()).data).toMatchObject([
			{
				by: { kind: "api_key", name: "Records (API key)" },
				...{ address: "203.0.113.9", device: "registry/2.1", userAgent: "registry/2.1" },
			},
			{ by: { kind: "system", name: "Matricula" }, ...unknown },
			{ by: { kind: "system", name: "Matricula" }, ...unknown },
		]);
	});

	test("masks a sensitive answer before and after, of a repeat too, and nothing else that is called like it", async () => {
		const { id: organisationId } = staff.organisation;
		const application = await createApplication(organisationId, { layout: wideLayout });
		const data = { surname: "Okafor", phone: "0803 123 4567", address: "12 Broad Street" };
		const applicant = await createApplicant(application, { data });
		const changed = { surname: "Eze", phone: "0805 999 0000", address: "7 Marina Road" };
		const form = new FormData();
		form.set("data", JSON.stringify({ applicationKey: application.id, version: 1, ...changed }));
		const saved = await staff.upload(`/forms/${applicant.submissionId}`, form, undefined, "PUT");
		expect(saved.status).toBe(200);
		const ofOtherForm = await createApplicant(staff.application);
		const values = {
			organisationId,
			entity: "applicant",
			oldValue: '"0803 123 4567"',
			newValue: null,
			createdAt: noon,
		};
		await testDb()
			.insert(modificationEntries)
			.values([
				{ ...values, id: `repeat-${serial++}`, entityId: applicant.id, field: "phone__2" },
				{ ...values, id: `like-${serial++}`, entityId: applicant.id, field: "phoneOwner", oldValue: '"Mother"' },
				{ ...values, id: `other-${serial++}`, entityId: ofOtherForm.id, field: "phone", oldValue: '"0701 222 3333"' },
				{ ...values, id: `record-${serial++}`, entity: "location", entityId: applicant.id, field: "phone" },
			]);
		const shown = async (query = "") =>
			(await modifications(query)).data.map(({ entity, on, before, after }) => [entity, on, before, after]);
		const open = [
			["applicant", "surname", "Okafor", "Eze"],
			["applicant", "phoneOwner", "Mother", null],
			["applicant", "phone", "0701 222 3333", null],
			["location", "phone", "0803 123 4567", null],
		];
		const plain = [
			["applicant", "phone", "0803 123 4567", "0805 999 0000"],
			["applicant", "address", "12 Broad Street", "7 Marina Road"],
			["applicant", "phone__2", "0803 123 4567", null],
		];
		expect((await shown()).sort(), "before the fields are sensitive").toEqual([...open, ...plain].sort());
		const { formDesignId } = application;
		for (const fieldId of ["phone", "address"])
			await testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId });
		const masked = [
			["applicant", "phone", "••••4567", "••••0000"],
			["applicant", "address", "••••", "••••"],
			["applicant", "phone__2", "••••4567", null],
		];
		expect((await shown()).sort(), "from the moment they are").toEqual([...open, ...masked].sort());
		expect(await shown(`?subject=${applicant.applicationNumber}&on=address`)).toEqual([masked[1]]);
	});

	test("does not show the origin of another institution's event", async () => {
		const other = await openServicesFixture();
		const { body } = await other.send<{ id: string; version: number }>("POST", "/locations", { name: "Ikeja" });
		await other.send("PUT", `/locations/${body.id}`, { name: "Lekki", version: body.version });
		const [theirs] = await testDb().select().from(events).where(eq(events.organisationId, other.organisation.id));
		await testDb()
			.insert(modificationEntries)
			.values({
				organisationId: staff.organisation.id,
				id: `ours-${serial++}`,
				entity: "location",
				entityId: "a",
				field: "name",
				eventId: theirs?.id,
				createdAt: noon,
			});
		expect((await modifications()).data).toMatchObject([{ requestId: null, address: null }]);
	});
});

/** Returns how many rows the statements of a request about a log read, its count left out: that stops at 1,000. */
const rowsReadOf = async (table: string, request: () => Promise<unknown>): Promise<number> => {
	recorded.splice(0);
	await request();
	let rows = 0;
	for (const { sql: text, params } of recorded.filter((one) => one.sql.includes(`${table} AS entry`))) {
		if (text.includes("count(*)")) continue;
		const { meta } = await plainDatabase
			.prepare(text)
			.bind(...params)
			.run();
		rows += meta.rows_read;
	}
	return rows;
};

test.each([
	[
		"audit_events",
		"/audit/event-log",
		["", "&username=ada@crestfield.example", "&eventStatus=SUCCESS", "&subject=one"],
	],
	[
		"modification_entries",
		"/audit/mofication-log",
		["", "&username=ada@crestfield.example", "&on=name", "&subject=one"],
	],
] as const)("a page far back in %s reads no more than the first", async (table, path, filters) => {
	const entries = 3_000;
	const rows = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})`;
	await testDb().run(
		table === "audit_events"
			? sql`${rows} INSERT INTO audit_events (organisation_id, id, username, action, status, subject, created_at)
				SELECT ${staff.organisation.id}, 'far-' || i, 'ada@crestfield.example', 'login', 'SUCCESS', 'one', ${noon} + i FROM n`
			: sql`${rows} INSERT INTO modification_entries (organisation_id, id, entity, entity_id, field, username, created_at)
				SELECT ${staff.organisation.id}, 'far-' || i, 'location', 'one', 'name', 'ada@crestfield.example', ${noon} + i FROM n`,
	);
	for (const filter of filters) {
		const page = async (more: string) => {
			const { body } = await staff.get<Page<Activity>>(`${path}?limit=10${filter}${more}`);
			expect(body.data).toHaveLength(10);
		};
		const first = await rowsReadOf(table, () => page(""));
		const far = await rowsReadOf(table, () => page(`&after=${noon + 20}-9999999`));
		expect(first).toBeGreaterThan(10);
		expect(far, filter).toBeLessThanOrEqual(first + 5);
	}
});

test.each(["audit_events", "modification_entries"])("nothing in %s is changed or deleted", async (table) => {
	await addEvents([entry()]);
	await testDb()
		.insert(modificationEntries)
		.values({
			organisationId: staff.organisation.id,
			id: `change-${serial++}`,
			entity: "applicant",
			entityId: "a",
			field: "course",
			oldValue: "Law",
			newValue: "Medicine",
			createdAt: noon,
		});
	const one = sql.raw(table);
	await expect(testDb().run(sql`DELETE FROM ${one}`)).rejects.toThrow();
	await expect(testDb().run(sql`UPDATE ${one} SET created_at = 1`)).rejects.toThrow();
	const left = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(left).toHaveLength(1);
});

test("where a change came from stays as it was written", async () => {
	await staff.send("PUT", "/organisation", { undoWindowSeconds: 45 });
	const ofStaff = eq(events.organisationId, staff.organisation.id);
	for (const values of [{ address: "elsewhere" }, { userAgent: null }, { requestId: "x" }, { actorId: "x" }])
		await expect(testDb().update(events).set(values).where(ofStaff)).rejects.toThrow();
	await testDb().update(events).set({ dispatchedAt: noon }).where(ofStaff);
});
