import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { sensitiveFields } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { auditEvents, events, logPurges, modificationEntries } from "#worker/database/schema/records";
import { sweep } from "#worker/sweep/sweep";

let staff: Awaited<ReturnType<typeof openServicesFixture>>;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

let serial = 0;
const addActivity = (createdAt: number, values: Partial<typeof auditEvents.$inferInsert> = {}) =>
	testDb()
		.insert(auditEvents)
		.values({
			organisationId: staff.organisation.id,
			id: `activity-${serial++}`,
			action: "login",
			status: "SUCCESS",
			username: "ada@crestfield.example",
			createdAt,
			...values,
		});
const addModification = (createdAt: number) =>
	testDb()
		.insert(modificationEntries)
		.values({
			organisationId: staff.organisation.id,
			id: `modification-${serial++}`,
			entity: "location",
			entityId: "a",
			field: "name",
			subject: "Ikeja",
			oldValue: "=1+1",
			newValue: "Ikeja",
			createdAt,
		});

/** Runs what is on the queue until nothing is left. */
const work = async () => {
	for (let round = 0; queues.sentJobs.length > 0 && round < 20; round += 1)
		await deliverJobs(queues.sentJobs.splice(0), { bindings: queues.bindings, clock: staff.clock });
};

const rowsOf = async (taskId: string) => {
	const file = await staff.request(`/tasks/${taskId}/file`);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	return sheets[0]?.rows ?? [];
};

test("a log is exported as it is filtered, newest first", async () => {
	const now = staff.clock.now();
	for (const minute of [3, 1, 2]) await addActivity(now - minute * 60_000, { address: `203.0.113.${minute}` });
	await addActivity(now, { status: "FAILED", subject: "blocked" });
	const path = "/audit/event-log/export";
	const { status, body } = await staff.send<{ taskId: string }>(
		"POST",
		path,
		{ eventStatus: "SUCCESS" },
		"key-of-export",
	);
	expect(status).toBe(202);
	await work();
	const [headings, ...rows] = await rowsOf(body.taskId);
	expect(headings).toContain("Network address");
	expect(rows.map((row) => row[7])).toEqual(["203.0.113.1", "203.0.113.2", "203.0.113.3"]);
	await addModification(now);
	const changes = await staff.send<{ taskId: string }>("POST", "/audit/mofication-log/export", {}, "key-of-changes");
	await work();
	expect((await rowsOf(changes.body.taskId)).slice(1)).toMatchObject([
		[expect.any(Date), "Matricula", null, "System", "Ikeja", "Name", "=1+1", "Ikeja", null, null, null],
	]);
});

test("the exported modification log says who, when, from where and what, in the institution's zone", async () => {
	const at = Date.parse("2026-11-20T23:30:00Z");
	const { id: organisationId } = staff.organisation;
	await testDb()
		.insert(events)
		.values({
			...{ organisationId, id: "late", type: "organisation.updated", payload: {}, occurredAt: at, dispatchedAt: at },
			...{ address: "203.0.113.9", userAgent: "registry/2.1", requestId: "request-1" },
		});
	await testDb()
		.insert(modificationEntries)
		.values({
			...{ organisationId, id: "late", entity: "organisation", entityId: organisationId, field: "undoWindowSeconds" },
			...{ oldValue: "30", newValue: "60", userId: staff.user.id, username: staff.user.email },
			...{ eventId: "late", createdAt: at },
		});
	const started = await staff.send<{ taskId: string }>("POST", "/audit/mofication-log/export", {}, "key-of-origins");
	await work();
	const [headings = [], row = []] = await rowsOf(started.body.taskId);
	const cells = Object.fromEntries(headings.map((heading, at) => [heading, row[at]]));
	expect(cells).toEqual({
		// why as if in UTC: a workbook knows no zones. It is 00:30 on the next day in Lagos.
		When: new Date("2026-11-21T00:30:00Z"),
		Who: "Hauwa Bello",
		"Email address": staff.user.email,
		As: "Staff",
		About: expect.any(String),
		Field: "Undo window seconds",
		Before: "30",
		After: "60",
		"Network address": "203.0.113.9",
		Browser: "registry/2.1",
		Request: "request-1",
	});
});

test("the exported modification log has masks in the place of sensitive answers", async () => {
	const { id: organisationId } = staff.organisation;
	const { formDesignId } = staff.application;
	await testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId: "phone" });
	const { id: entityId } = await createApplicant(staff.application);
	const entry = { organisationId, entity: "applicant", entityId, createdAt: staff.clock.now() };
	await testDb()
		.insert(modificationEntries)
		.values([
			{ ...entry, id: "masked", field: "phone", oldValue: '"0803 123 4567"', newValue: '"0805 999 0000"' },
			{ ...entry, id: "masked-2", field: "phone__2", oldValue: null, newValue: '"0701 222 3333"' },
			{ ...entry, id: "shown", field: "surname", oldValue: '"Okafor"', newValue: '"Eze"' },
		]);
	const started = await staff.send<{ taskId: string }>("POST", "/audit/mofication-log/export", {}, "key-of-masks");
	await work();
	const [headings = [], ...rows] = await rowsOf(started.body.taskId);
	const [before, after] = [headings.indexOf("Before"), headings.indexOf("After")];
	expect(rows.map((row) => [row[headings.indexOf("Field")], row[before], row[after]])).toEqual([
		["Surname", "Okafor", "Eze"],
		["Phone (2)", null, "••••3333"],
		["Phone", "••••4567", "••••0000"],
	]);
	expect(JSON.stringify(rows)).not.toMatch(/0803|0805|0701/);
});

test("the exported activity log is of days in the institution's zone, also where the clock is changed", async () => {
	const zone = { timeZone: "Europe/London" };
	await testDb().update(organisations).set(zone).where(eq(organisations.id, staff.organisation.id));
	// The day of 25 hours: from 23:00 UTC on the day before, in summer time, to 24:00 UTC.
	const moments = ["2026-10-24T22:59:00Z", "2026-10-24T23:00:00Z", "2026-10-25T23:59:00Z", "2026-10-26T00:00:00Z"];
	for (const moment of moments) await addActivity(Date.parse(moment));
	const day = { from: "2026-10-25", to: "2026-10-25" };
	const started = await staff.send<{ taskId: string }>("POST", "/audit/event-log/export", day, "key-of-zone");
	await work();
	expect((await rowsOf(started.body.taskId)).slice(1).map(([when]) => when)).toEqual([
		new Date("2026-10-25T23:59:00Z"),
		new Date("2026-10-25T00:00:00Z"),
	]);
});

test("an export of nothing, or of days in the wrong order, is refused", async () => {
	const ask = (body: object, key: string) => staff.send("POST", "/audit/event-log/export", body, key);
	expect(await ask({ username: "nobody@crestfield.example" }, "key-of-nothing")).toMatchObject({
		status: 422,
		body: { code: "log_empty" },
	});
	expect(await ask({ from: "2026-11-20", to: "2026-11-19" }, "key-of-the-day-before")).toMatchObject({
		body: { code: "dates_reversed" },
	});
	expect(await ask({ from: "2026-11-20", to: "2026-11-01" }, "key-of-reversed")).toMatchObject({
		status: 422,
		body: { code: "dates_reversed" },
	});
});

const left = async (table: typeof auditEvents | typeof modificationEntries) =>
	(await testDb().select().from(table).where(eq(table.organisationId, staff.organisation.id))).length;

test("entries that are older than the institution keeps them are purged once a day, which is an entry itself", async () => {
	const now = staff.clock.now();
	const yearMs = 366 * 86_400_000;
	for (let n = 0; n < 3; n += 1) await addActivity(now - 2 * yearMs - n);
	await addActivity(now - 1_000);
	await addModification(now - 2 * yearMs);
	const tick = () => sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
	await tick();
	await work();
	expect(await left(auditEvents), "kept for ever").toBe(4);
	expect((await staff.send("PUT", "/organisation", { logRetentionMonths: 11 })).status).toBe(422);
	expect((await staff.send("PUT", "/organisation", { logRetentionMonths: 12 })).status).toBe(200);
	queues.sentEvents.splice(0);
	await tick();
	await work();
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const entries = await testDb()
		.select()
		.from(auditEvents)
		.where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(entries).toHaveLength(2);
	expect(entries).toContainEqual(
		expect.objectContaining({
			action: "logs.purged",
			actorKind: "system",
			userId: null,
			details: expect.objectContaining({ activities: 3, modifications: 1 }),
		}),
	);
	const [purge] = await testDb().select().from(logPurges).where(eq(logPurges.organisationId, staff.organisation.id));
	expect(purge?.finishedAt).not.toBeNull();
	await expect(
		testDb().delete(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id)),
	).rejects.toThrow();
	queues.sentJobs.splice(0);
	await tick();
	expect(queues.sentJobs, "not again on the same day").toEqual([]);
	await testDb()
		.update(organisations)
		.set({ logRetentionMonths: null })
		.where(eq(organisations.id, staff.organisation.id));
});

const keepFor = (logRetentionMonths: number | null) =>
	testDb().update(organisations).set({ logRetentionMonths }).where(eq(organisations.id, staff.organisation.id));
const tick = () => sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
const yearMs = 366 * 86_400_000;

test("a purge that is under way follows the setting: it stops when the logs are kept for ever, or for longer", async () => {
	const now = staff.clock.now();
	await addActivity(now - 4 * yearMs);
	await addActivity(now - 2 * yearMs);
	await keepFor(12);
	await tick();
	await keepFor(null);
	await work();
	expect(await left(auditEvents)).toBe(2);
	const [ended] = await testDb().select().from(logPurges).where(eq(logPurges.organisationId, staff.organisation.id));
	expect(ended?.finishedAt, "it has ended").not.toBeNull();
	staff.clock.advance(86_400_000);
	await keepFor(12);
	await tick();
	await keepFor(36);
	await work();
	expect(
		(await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id))).map(
			({ createdAt }) => createdAt,
		),
	).toContain(now - 2 * yearMs);
	await keepFor(null);
});

test("months are counted by the calendar, also at the end of a month", async () => {
	staff.clock.advance(Date.UTC(2027, 4, 31, 12) - staff.clock.now());
	const [kept, old] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 1, 27)];
	await addActivity(kept);
	await addActivity(old);
	await keepFor(15);
	await tick();
	await work();
	const times = (
		await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id))
	).map(({ createdAt }) => createdAt);
	expect(times).toContain(kept);
	expect(times).not.toContain(old);
	await keepFor(null);
});

test("a purge that is at work is not sent a second time, and one that was lost is", async () => {
	await addActivity(staff.clock.now() - 2 * yearMs);
	await keepFor(12);
	const sent = () => queues.sentJobs.splice(0).length;
	await tick();
	expect(sent()).toBe(1);
	staff.clock.advance(60_000);
	await tick();
	expect(sent(), "a minute later").toBe(0);
	staff.clock.advance(5 * 60_000);
	await tick();
	expect(sent(), "it was lost").toBe(1);
	await keepFor(null);
});

type Event = typeof events.$inferInsert;
const addEvent = async (id: string, occurredAt: number, values: Partial<Event> = {}) => {
	const { id: organisationId } = staff.organisation;
	const who = { actorId: staff.user.id, actorName: "Hauwa Bello", address: "203.0.113.9", userAgent: "registry/2.1" };
	const what = { type: "applicants.noted", payload: { applicantIds: ["a"], reason: "Her mother is ill" } };
	await testDb()
		.insert(events)
		.values({ ...who, ...what, organisationId, id, requestId: "r", occurredAt, dispatchedAt: occurredAt, ...values });
};
const findEvent = async (id: string) => {
	const [found] = await testDb()
		.select()
		.from(events)
		.where(and(eq(events.organisationId, staff.organisation.id), eq(events.id, id)));
	return found;
};

test("a purge empties the events that the entries came from, of who acted, from where and what was said, and counts them", async () => {
	const now = staff.clock.now();
	const old = now - 2 * yearMs;
	await addEvent("old", old);
	await addEvent("never-delivered", old, { dispatchedAt: null });
	await addEvent("young", now - yearMs / 2);
	await keepFor(12);
	await tick();
	await work();
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const emptied = { actorId: null, actorName: null, address: null, userAgent: null, requestId: null, payload: {} };
	for (const id of ["old", "never-delivered"])
		expect(await findEvent(id)).toMatchObject({
			...emptied,
			type: "applicants.noted",
			occurredAt: old,
			emptiedAt: now,
		});
	expect(await findEvent("young")).toMatchObject({ actorName: "Hauwa Bello", address: "203.0.113.9", emptiedAt: null });
	const said = await testDb().select().from(auditEvents).where(eq(auditEvents.action, "logs.purged"));
	expect(said.filter(({ organisationId }) => organisationId === staff.organisation.id)).toMatchObject([
		{ details: { activities: 0, modifications: 0, events: 2 } },
	]);
	await keepFor(null);
});

test("a purge that stops early leaves the event of a modification that is kept", async () => {
	const now = staff.clock.now();
	await addEvent("five", now - 5 * yearMs);
	await addEvent("three", now - 3 * yearMs);
	await addModification(now - 3 * yearMs);
	await keepFor(12);
	await tick();
	await keepFor(48);
	await work();
	expect(await findEvent("five")).toMatchObject({ address: null, emptiedAt: now });
	expect(await findEvent("three")).toMatchObject({ address: "203.0.113.9", emptiedAt: null });
	await keepFor(null);
});

test("events are never deleted, by a purge that has come so far either", async () => {
	const now = staff.clock.now();
	const { id: organisationId } = staff.organisation;
	await addEvent("kept", now - 2 * yearMs);
	const remove = () =>
		testDb()
			.delete(events)
			.where(and(eq(events.organisationId, organisationId), eq(events.id, "kept")));
	await expect(remove(), "without a purge").rejects.toThrow();
	await keepFor(12);
	await tick();
	await expect(remove(), "before the purge has come to it").rejects.toThrow();
	await work();
	expect(await findEvent("kept")).toMatchObject({ actorName: null, emptiedAt: now });
	await expect(remove(), "emptied").rejects.toThrow();
	await keepFor(null);
});

test("events are emptied by a purge that has come so far, and by nothing else", async () => {
	const now = staff.clock.now();
	const { id: organisationId } = staff.organisation;
	await addEvent("old", now - 2 * yearMs);
	await addEvent("young", now);
	const nobody = { actorId: null, actorName: null, address: null, userAgent: null, requestId: null };
	const empty = { ...nobody, payload: sql`'{}'`, emptiedAt: now };
	const set = (id: string, values: object) =>
		testDb()
			.update(events)
			.set(values)
			.where(and(eq(events.organisationId, organisationId), eq(events.id, id)));
	await expect(set("old", empty), "without a purge").rejects.toThrow();
	await testDb()
		.insert(logPurges)
		.values({ organisationId, before: now - yearMs, startedAt: now });
	await expect(set("young", empty), "younger than it").rejects.toThrow();
	for (const part of [{ address: "elsewhere" }, { actorName: "Somebody" }, { payload: { reason: "other" } }, nobody])
		await expect(set("old", part), JSON.stringify(part)).rejects.toThrow();
	await set("old", empty);
	await expect(set("old", { ...empty, emptiedAt: now + 1 }), "a second time").rejects.toThrow();
});
