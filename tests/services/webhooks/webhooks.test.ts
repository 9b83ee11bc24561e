import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, signIn, testDb } from "#tests/support/factories";
import type { WebhookCall } from "#tests/support/webhook-receiver";
import { sweeps } from "#worker/background";
import type { RecordChange } from "#worker/contract/records";
import { events } from "#worker/database/schema/records";
import { webhookDeliveries, webhooks } from "#worker/database/schema/webhooks";
import type { Delivery, Webhook } from "#worker/services/webhooks/contract";
import { gaps, longFailureMs } from "#worker/services/webhooks/deliver";
import { sweep } from "#worker/sweep/sweep";

const receiver = inject("webhookReceiver");

const openFixture = async () => {
	const queues = keepingQueues();
	return { queues, ...(await openServicesFixture({ bindings: queues.bindings })) };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

/** Returns an address of the receiver that answers with these statuses. */
const addressOf = (...statuses: number[]) => `${receiver.url}/${crypto.randomUUID()}/${statuses.join("/")}`;

const received = async (url: string) => {
	const calls = await (await fetch(receiver.url)).json<WebhookCall[]>();
	return calls.filter(({ path }) => url.endsWith(path));
};

const create = async (url: string, more: object = {}) => {
	const body = { name: `Hook ${crypto.randomUUID()}`, url, events: ["applicants.stage_changed"], ...more };
	const made = await fixture.send<Webhook & { secret: string }>("POST", "/webhooks", body);
	expect(made.status).toBe(201);
	return made.body;
};

/** Moves an applicant, and delivers the event and what it calls for. */
const moveApplicant = async (body: object = {}) => {
	const applicant = await createApplicant(fixture.application);
	const stageId = fixture.application.steps[1]?.id;
	const moved = await fixture.send("PATCH", `/candidates/${applicant.id}`, { stageId, reason: "Council", ...body });
	expect(moved.status).toBe(200);
	await deliverEvents(fixture.queues.sentEvents.splice(0), delivering());
	return applicant.id;
};
const delivering = () => ({ clock: fixture.clock, bindings: fixture.queues.bindings });
const work = () => deliverJobs(fixture.queues.sentJobs.splice(0), delivering());

/** @param headers of a session that has begun since, where the clock has gone on for long */
const deliveriesOf = async ({ id }: { id: string }, headers: Record<string, string> = {}) => {
	const response = await fixture.request(`/webhooks/${id}/deliveries`, { headers });
	return (await response.json<{ data: Delivery[] }>()).data;
};

describe("a webhook", () => {
	it("is sent its events once, signed with the secret that was shown once", async () => {
		const url = addressOf(200);
		const { id, secret } = await create(url);
		expect((await fixture.request(`/webhooks/${id}`).then((response) => response.text())).includes("whsec_")).toBe(
			false,
		);
		const other = addressOf(200);
		await create(other, { events: ["applicants.posted"] });
		const applicantId = await moveApplicant();
		const messages = [...fixture.queues.sentJobs];
		await work();
		await deliverJobs(messages, delivering());

		const [call, ...more] = await received(url);
		expect(more).toEqual([]);
		expect(await received(other)).toEqual([]);
		const sent = JSON.parse(call?.body ?? "");
		expect(sent).toMatchObject({
			type: "applicants.stage_changed",
			organisationId: fixture.organisation.id,
			actor: { id: fixture.user.id, name: "Hauwa Bello" },
			data: { applicantIds: [applicantId], reason: "Council" },
		});
		const {
			"webhook-id": eventId,
			"webhook-timestamp": timestamp,
			"webhook-signature": signature,
		} = call?.headers ?? {};
		expect(eventId).toBe(sent.id);
		expect(timestamp).toBe(String(Math.floor(fixture.clock.now() / 1_000)));
		const expected = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
			.update(`${eventId}.${timestamp}.${call?.body}`)
			.digest("base64");
		expect(signature).toBe(`v1,${expected}`);
		expect(await deliveriesOf({ id })).toMatchObject([
			{ eventId, status: "delivered", attempts: 1, answerStatus: 200, answer: "answer 200", dueAt: null },
		]);
	});

	it("has a history of who changed it, without its secret, and no change of nothing", async () => {
		const { id, name, secret } = await create("https://records.example/hooks");
		const first = { name, url: "https://records.example/hooks", events: ["applicants.stage_changed"], active: true };
		const then = { ...first, events: ["applicants.posted"], active: false };
		for (const _ of ["a change", "the same again"])
			expect((await fixture.send("PUT", `/webhooks/${id}`, then)).status).toBe(200);
		const { data } = (await fixture.get<{ data: RecordChange[] }>(`/webhooks/${id}/history`)).body;
		expect(data).toEqual([
			expect.objectContaining({ action: "updated", by: "Hauwa Bello", before: first, after: then }),
			expect.objectContaining({ action: "created", by: "Hauwa Bello", before: null, after: first }),
		]);
		expect(JSON.stringify(data)).not.toContain(secret);
		expect((await fixture.get("/webhooks/nobody/history")).status).toBe(404);
	});

	it("is not sent a private comment", async () => {
		const url = addressOf(200);
		await create(url);
		const made = await fixture.send<{ id: string }>("POST", "/reasons", { text: "Fees unpaid", isPrivate: true });
		await moveApplicant({ reason: "Fees unpaid since May", reasonId: made.body.id });
		await work();
		const [call] = await received(url);
		expect(JSON.parse(call?.body ?? "").data).toMatchObject({ isPrivate: true });
		expect(call?.body).not.toContain("unpaid");
	});

	it("is tried again with growing gaps until it answers, the same body each time", async () => {
		const url = addressOf(503, 302, 200);
		const hook = await create(url);
		await moveApplicant();
		await work();
		expect(fixture.queues.jobDelays.at(-1)).toBe(gaps[0]);
		expect(await deliveriesOf(hook)).toMatchObject([
			{ status: "waiting", attempts: 1, answerStatus: 503, dueAt: fixture.clock.now() + gaps[0] * 1_000 },
		]);
		// why at once: a message that comes early must not send it early.
		await deliverJobs([...fixture.queues.sentJobs], delivering());
		expect(await received(url)).toHaveLength(1);
		fixture.clock.advance(gaps[0] * 1_000);
		await work();
		expect(fixture.queues.jobDelays.at(-1)).toBe(gaps[1]);
		expect((await deliveriesOf(hook))[0]).toMatchObject({ attempts: 2, answerStatus: null });
		fixture.clock.advance(gaps[1] * 1_000);
		await work();
		expect((await deliveriesOf(hook))[0]).toMatchObject({ status: "delivered", attempts: 3 });
		const calls = await received(url);
		expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
		expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		expect(new Set(calls.map(({ headers }) => headers["webhook-signature"])).size).toBe(3);
	});

	it("waits as long as the receiver asks", async () => {
		const hook = await create(addressOf(429, 200));
		await moveApplicant();
		await work();
		expect((await deliveriesOf(hook))[0]?.dueAt).toBe(fixture.clock.now() + 900_000);
	});

	it("is given up after the last gap, and can be sent again by hand", async () => {
		const url = addressOf(...[...gaps, 0].map(() => 500), 200);
		const hook = await create(url);
		await moveApplicant();
		for (const gap of [...gaps, 0]) {
			await work();
			fixture.clock.advance(gap * 1_000);
		}
		const { headers } = await signIn(fixture.user, fixture.clock.now());
		const [failed] = await deliveriesOf(hook, headers);
		expect(failed).toMatchObject({ status: "failed", attempts: gaps.length + 1, dueAt: null });
		const resend = async () => {
			const path = `/webhooks/${hook.id}/deliveries/${failed?.id}/resend`;
			const response = await fixture.request(path, { method: "POST", headers });
			return [response.status, await response.json()];
		};
		expect(await resend()).toMatchObject([200, { status: "waiting" }]);
		expect(await resend()).toMatchObject([409, { code: "delivery_waits" }]);
		await work();
		expect((await deliveriesOf(hook, headers))[0]).toMatchObject({ status: "delivered", attempts: 1 });
	});

	it("is sent by the sweep what the queue has lost", async () => {
		const url = addressOf(200);
		await create(url);
		await moveApplicant();
		fixture.queues.sentJobs.splice(0);
		fixture.clock.advance(121_000);
		const ctx = createExecutionContext();
		await sweep({ ...env, ...fixture.queues.bindings }, { sweeps, clock: fixture.clock });
		await waitOnExecutionContext(ctx);
		await work();
		expect(await received(url)).toHaveLength(1);
	});

	it("is switched off after it failed for three days, with a notice, and begins anew when it is switched on", async () => {
		const url = addressOf(500, 500, 200);
		const hook = await create(url);
		await moveApplicant();
		await work();
		fixture.queues.sentJobs.splice(0);
		fixture.clock.advance(longFailureMs + 1_000);
		const { headers } = await signIn(fixture.user, fixture.clock.now());
		await testDb().update(webhookDeliveries).set({ dueAt: null, status: "failed" });
		const applicant = await createApplicant(fixture.application);
		const stageId = fixture.application.steps[1]?.id;
		await fixture.request(`/candidates/${applicant.id}`, {
			method: "PATCH",
			body: JSON.stringify({ stageId, reason: "Council" }),
			headers,
		});
		await deliverEvents(fixture.queues.sentEvents.splice(0), delivering());
		await work();
		const [row] = await testDb().select().from(webhooks).where(eq(webhooks.id, hook.id));
		expect(row).toMatchObject({ active: false, disabledAt: fixture.clock.now() });
		await deliverEvents(fixture.queues.sentEvents.splice(0), delivering());
		const notices = await fixture.request("/notifications", { headers });
		const { data } = await notices.json<{ data: { message: string }[] }>();
		expect(data.map(({ message }) => JSON.parse(message))).toContainEqual(
			expect.objectContaining({ type: "WEBHOOK", path: `webhooks/${hook.id}`, reason: hook.name }),
		);
		const { name, events: chosen } = hook;
		const on = await fixture.request(`/webhooks/${hook.id}`, {
			method: "PUT",
			body: JSON.stringify({ name, url, events: chosen, active: true }),
			headers,
		});
		expect(await on.json()).toMatchObject({ active: true, disabledAt: null, failingSince: null });
	});

	it("sends nothing while it is switched off, nor after it is deleted", async () => {
		const url = addressOf(200);
		const hook = await create(url);
		const { name, events: chosen } = hook;
		await moveApplicant();
		await fixture.send("PUT", `/webhooks/${hook.id}`, { name, url, events: chosen, active: false });
		await work();
		expect((await deliveriesOf(hook))[0]).toMatchObject({ status: "failed", answer: "The webhook is switched off." });
		const resend = `/webhooks/${hook.id}/deliveries/${(await deliveriesOf(hook))[0]?.id}/resend`;
		expect(await fixture.send("POST", resend)).toMatchObject({ status: 409, body: { code: "webhook_inactive" } });
		await moveApplicant();
		expect(await deliveriesOf(hook)).toHaveLength(1);
		expect((await fixture.send("DELETE", `/webhooks/${hook.id}`)).status).toBe(200);
		expect(await testDb().select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, hook.id))).toEqual([]);
		expect(await received(url)).toEqual([]);
	});

	it("is signed with a new secret once that is replaced", async () => {
		const { id, secret } = await create(addressOf(200));
		const renewed = await fixture.send<{ secret: string }>("POST", `/webhooks/${id}/secret`);
		expect(renewed.body.secret).toMatch(/^whsec_/);
		expect(renewed.body.secret).not.toBe(secret);
	});
});

describe("registering a webhook", () => {
	it("refuses another name's repeat, a bad address, and events of what the user may not see", async () => {
		const { name } = await create(addressOf(200));
		const body = { name: name.toUpperCase(), url: receiver.url, events: ["applicants.posted"] };
		expect(await fixture.send("POST", "/webhooks", body)).toMatchObject({
			status: 409,
			body: { code: "webhook_exists" },
		});
		for (const url of ["ftp://records.example.edu/", "https://ada:secret@records.example.edu/", "records"])
			expect(await fixture.send("POST", "/webhooks", { ...body, name: "Other", url })).toMatchObject({
				status: 422,
				body: { code: "webhook_refused", fields: { url: [expect.any(String)] } },
			});
		const user = await createUser({ organisationId: fixture.organisation.id, privileges: ["organisation:c"] });
		const { headers } = await signIn(user, fixture.clock.now());
		const refused = await fixture.request("/webhooks", {
			method: "POST",
			headers,
			body: JSON.stringify({ ...body, name: "Blind" }),
		});
		expect([refused.status, await refused.json()]).toMatchObject([403, { code: "privilege_not_held" }]);
	});

	it("leads no event elsewhere, and signs none anew, for a user who may not see what it tells of", async () => {
		const url = addressOf(500);
		const hook = await create(url);
		const { name, events: chosen } = hook;
		const user = await createUser({ organisationId: fixture.organisation.id, privileges: ["organisation:u"] });
		const { headers } = await signIn(user, fixture.clock.now());
		const send = async (method: string, path: string, body?: object) => {
			const request = { method, headers, body: body ? JSON.stringify(body) : null };
			const response = await fixture.request(`/webhooks/${hook.id}${path}`, request);
			return { status: response.status, body: await response.json() };
		};
		await moveApplicant();
		const [delivery] = await deliveriesOf(hook);
		await testDb().update(webhookDeliveries).set({ dueAt: null, status: "failed" });
		const refused = { status: 403, body: { code: "privilege_not_held" } };
		const change = { name, url, events: chosen, active: true };
		expect(await send("PUT", "", { ...change, url: addressOf(200) })).toMatchObject(refused);
		expect(await send("POST", "/secret")).toMatchObject(refused);
		expect(await send("POST", `/deliveries/${delivery?.id}/resend`)).toMatchObject(refused);
		expect(await send("PUT", "", { ...change, name: `${name} 2` })).toMatchObject({ status: 200 });
		const [kept] = await testDb().select().from(webhooks).where(eq(webhooks.id, hook.id));
		expect(kept).toMatchObject({ url, secretGeneration: 0 });
	});

	it("sends nothing of an event that was taken off while it waited", async () => {
		const url = addressOf(200);
		const hook = await create(url);
		await moveApplicant();
		const change = { name: hook.name, url, events: ["candidate_group.created"], active: true };
		expect((await fixture.send("PUT", `/webhooks/${hook.id}`, change)).status).toBe(200);
		await work();
		expect(await received(url)).toEqual([]);
		expect(await deliveriesOf(hook)).toMatchObject([{ status: "failed", answer: expect.stringMatching(/no longer/) }]);
	});

	it("refuses an address inside where the portal is deployed", async () => {
		const deployed = await openServicesFixture({
			bindings: { ENVIRONMENT: "production", PORTAL_ORIGIN: "https://portal.example.edu" },
		});
		for (const url of ["http://records.example.edu/", "https://10.0.0.1/", "https://localhost/", receiver.url])
			expect(
				await deployed.send("POST", "/webhooks", { name: "Inside", url, events: ["applicants.posted"] }),
			).toMatchObject({ status: 422, body: { code: "webhook_refused" } });
	});

	it("is found by its name and address, and sorted by name, address, status and creation", async () => {
		const add = (name: string, values: Partial<typeof webhooks.$inferInsert>) =>
			testDb()
				.insert(webhooks)
				.values({
					organisationId: fixture.organisation.id,
					id: `${fixture.organisation.id}-${name}`,
					name,
					url: `https://${name.toLowerCase()}.example/`,
					events: ["applicants.posted"],
					active: true,
					createdBy: "nobody",
					createdByName: "Hauwa Bello",
					createdAt: 1,
					updatedAt: 1,
					...values,
				});
		await add("Paused", { active: false, createdAt: 4 });
		await add("alive", { createdAt: 3 });
		await add("Failing", { failingSince: 1, createdAt: 2 });
		await add("Given", { active: false, failingSince: 1, disabledAt: 2, url: "https://a-given.example/hooks" });
		const names = async (query: string) =>
			(await fixture.get<{ data: Webhook[] }>(`/webhooks${query}`)).body.data.map(({ name }) => name);
		expect(await names("")).toEqual(["alive", "Failing", "Given", "Paused"]);
		expect(await names("?sort=-name&size=1")).toEqual(["Paused"]);
		expect(await names("?sort=address")).toEqual(["Given", "alive", "Failing", "Paused"]);
		expect(await names("?sort=status")).toEqual(["Given", "Failing", "alive", "Paused"]);
		expect(await names("?sort=-status&size=2&page=1")).toEqual(["Failing", "Given"]);
		expect(await names("?sort=created")).toEqual(["Given", "Failing", "alive", "Paused"]);
		expect(await names("?sort=-created")).toEqual(["Paused", "alive", "Failing", "Given"]);
		expect(await names("?keyword=hooks%20given")).toEqual(["Given"]);
		expect(await names("?keyword=ALIVE")).toEqual(["alive"]);
		const refused = await fixture.get("/webhooks?sort=events");
		expect(refused).toMatchObject({ status: 422, body: { fields: { sort: ["Unknown order"] } } });
	});

	it("names the version it changes, and keeps what was before and after", async () => {
		const url = addressOf(200);
		const { id, name, version } = await create(url);
		const change = { name, url, events: ["applicants.posted"], active: true, version };
		expect((await fixture.send("PUT", `/webhooks/${id}`, change)).status).toBe(200);
		expect(await fixture.send("PUT", `/webhooks/${id}`, { ...change, active: false })).toMatchObject({
			status: 409,
			body: { code: "changed_meanwhile", details: { current: { events: ["applicants.posted"] } } },
		});
		const updates = await testDb().select().from(events).where(eq(events.type, "webhook.updated"));
		expect(updates.filter(({ organisationId }) => organisationId === fixture.organisation.id)).toMatchObject([
			{
				payload: { before: { events: ["applicants.stage_changed"] }, after: { events: ["applicants.posted"] } },
			},
		]);
		const found = await fixture.get<{ data: object[] }>(`/audit/mofication-log?subject=${id}`);
		expect(found.body.data).toMatchObject([
			{ entity: "webhook", on: "events", before: "applicants.stage_changed", after: "applicants.posted" },
		]);
	});
});
