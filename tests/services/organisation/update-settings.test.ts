import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createApplication, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { serviceApp } from "#tests/support/service-app";
import { organisations } from "#worker/database/schema/organisations";
import { auditEvents, events, modificationEntries } from "#worker/database/schema/records";
import type { Env } from "#worker/env";
import { features } from "#worker/services/app";
import type { Organisation } from "#worker/services/organisation/contract";

const clock = testClock();

const openFixture = async (bindings: Partial<Env> = {}) => {
	const { id: organisationId, name } = await createOrganisation();
	const user = await createUser({ organisationId });
	const { headers } = await signIn(user, clock.now());
	const app = serviceApp(features, clock, bindings);
	const send = async <T = Organisation>(method: string, path: string, body?: unknown) => {
		const response = await app(path, { method, headers, body });
		return { status: response.status, body: await response.json<T & { code?: string; fields?: object }>() };
	};
	return { organisationId, name, user, send, put: (body: unknown) => send("PUT", "/organisation", body) };
};
const queues = keepingQueues();
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture(queues.bindings);
});
const eventsOf = (organisationId: string) =>
	testDb().select().from(events).where(eq(events.organisationId, organisationId));

test("holds the next stage change for the time that was set to undo it", async () => {
	const { organisationId, send, put } = fixture;
	const application = await createApplication(organisationId);
	const held = async () => {
		const body = { candidateIds: ["nobody"], stageId: application.steps[2]?.id };
		const preview = await send<{ messages: { undoWindowSeconds: number } }>("POST", "/candidates/stage-preview", body);
		return preview.body.messages.undoWindowSeconds;
	};
	expect(await held()).toBe(30);
	for (const undoWindowSeconds of [0, 600, 45]) {
		expect(await put({ undoWindowSeconds })).toMatchObject({
			status: 200,
			body: { id: organisationId, undoWindowSeconds },
		});
		expect(await held()).toBe(undoWindowSeconds);
	}
	expect((await send("GET", "/organisation")).body.undoWindowSeconds).toBe(45);
});

test("switches the platform charge off and on by a multipart body, and keeps it", async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId }), clock.now());
	const app = serviceApp(features, clock);
	const kept = async () => {
		const response = await app("/organisation", { headers });
		return (await response.json<Organisation>()).platformChargeEnabled;
	};
	expect(await kept()).toBe(true);
	for (const platformChargeEnabled of [false, true]) {
		const body = new FormData();
		body.set("data", JSON.stringify({ platformChargeEnabled }));
		const response = await app("/organisation", { method: "PUT", headers, body });
		expect([response.status, await response.json()]).toMatchObject([200, { platformChargeEnabled }]);
		expect(await kept()).toBe(platformChargeEnabled);
	}
});

test("records a change in the audit log and, with the former value, in the modification log, and an unchanged value in neither", async () => {
	const { organisationId, name, user, put } = await openFixture(queues.bindings);
	await put({ undoWindowSeconds: 30 });
	expect(await eventsOf(organisationId)).toEqual([]);
	await put({ undoWindowSeconds: 90 });
	const [event, ...others] = await eventsOf(organisationId);
	expect(others).toEqual([]);
	const payload = { name, before: { undoWindowSeconds: 30 }, after: { undoWindowSeconds: 90 } };
	expect(event).toMatchObject({ type: "organisation.updated", payload, actorId: user.id });
	const entries = await testDb()
		.select()
		.from(modificationEntries)
		.where(eq(modificationEntries.organisationId, organisationId));
	expect(entries).toMatchObject([
		{
			entity: "organisation",
			entityId: organisationId,
			field: "undoWindowSeconds",
			oldValue: "30",
			newValue: "90",
			userId: user.id,
			username: user.email,
			eventId: event?.id,
		},
	]);
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock });
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
	expect(lines).toMatchObject([{ action: "organisation.updated", subject: name, username: user.email }]);
});

const fault = "Enter a whole number of seconds from 0 to 600.";

test.each([-1, 601, 1.5, "30", null])("refuses %s seconds beside the field", async (undoWindowSeconds) => {
	const response = await fixture.put({ undoWindowSeconds });
	expect([response.status, response.body.fields]).toEqual([422, { undoWindowSeconds: [fault] }]);
});

test("refuses an unknown setting, and saves nothing of the request", async () => {
	const { status } = await fixture.put({ undoWindowSeconds: 10, searchKey: "abc" });
	expect(status).toBe(422);
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, fixture.organisationId));
	expect(row).toMatchObject({ name: fixture.name, undoWindowSeconds: 45 });
});

test("leaves another institution's settings unchanged", async () => {
	const other = await openFixture();
	await other.put({ undoWindowSeconds: 5 });
	expect((await fixture.send("GET", "/organisation")).body.undoWindowSeconds).toBe(45);
});

test("reports a conflict when a colleague has just changed the setting, and keeps the colleague's value", async () => {
	const contended = (statements: D1PreparedStatement[]) =>
		env.DB.prepare("UPDATE organisations SET undo_window_seconds = undo_window_seconds + 1 WHERE address = 'Busy'")
			.run()
			.then(() => env.DB.batch(statements));
	const { organisationId, put } = await openFixture({ DB: replacing(env.DB, { batch: contended }) });
	await testDb().update(organisations).set({ address: "Busy" }).where(eq(organisations.id, organisationId));
	const response = await put({ undoWindowSeconds: 500 });
	expect(response).toMatchObject({
		status: 409,
		body: { code: "institution_not_updated", error: "Failed to update institution information" },
	});
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
	expect(row?.undoWindowSeconds).toBeLessThan(100);
	expect(await eventsOf(organisationId)).toEqual([]);
});

test("changes what the institution says of itself, as its public part shows it, and keeps what was not named", async () => {
	const { organisationId, name, send, put } = await openFixture(queues.bindings);
	const about = { address: " 1 College  Road ", courseAlias: "programme" };
	expect(
		(await put({ ...about, timeZone: "Africa/Accra", applicantSiteUrl: "https://apply.north.example" })).status,
	).toBe(200);
	const shown = { name, address: "1 College Road", timeZone: "Africa/Accra", aliases: { course: "programme" } };
	expect((await send("GET", `/organisation/${organisationId}`)).body).toMatchObject(shown);
	expect((await put({ address: "" })).body).toMatchObject({ ...shown, address: null, undoWindowSeconds: 30 });
	const entries = await testDb()
		.select()
		.from(modificationEntries)
		.where(eq(modificationEntries.organisationId, organisationId));
	expect(entries.find(({ newValue }) => newValue === null)?.oldValue).toBe("1 College Road");
});

test.each([
	["name", " ", "Enter the name of the institution"],
	["timeZone", "Africa/Atlantis", "There is no such time zone. Africa/Lagos is one."],
	["applicantSiteUrl", "javascript:alert(1)", "Enter an address that begins with https://."],
	["applicantSiteUrl", "http://apply.north.example", "Enter an address that begins with https://."],
	["courseAlias", "", "Enter what a course is called"],
])("refuses %s %j beside the field, and changes nothing", async (field, value, message) => {
	const before = (await fixture.send("GET", "/organisation")).body;
	const refused = await fixture.put({ undoWindowSeconds: 9, [field]: value });
	expect([refused.status, refused.body.fields]).toEqual([422, { [field]: [message] }]);
	expect((await fixture.send("GET", "/organisation")).body).toEqual(before);
});
