import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, rowsOf } from "#tests/services/applicants/services-fixture";
import { testClock } from "#tests/support/clock";
import { createApplicant, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { oneTimeTokens, rateLimits, sessions } from "#worker/database/schema/auth";
import { events, idempotencyKeys, tasks } from "#worker/database/schema/records";
import { sweep } from "#worker/sweep/sweep";

const dayMs = 86_400_000;

const sweepAt = async (clock: ReturnType<typeof testClock>, more: { isAfterStart?: boolean } = {}) => {
	const queues = keepingQueues();
	await sweep({ ...env, ...queues.bindings }, { sweeps, clock, ...more });
	return queues;
};

beforeEach(async () => {
	await testDb().batch([testDb().update(events).set({ dispatchedAt: 1 }), testDb().delete(tasks)]);
});

describe("the sweep", () => {
	it("sends again an event that never reached the queue, until it is handled", async () => {
		const down = { send: () => Promise.reject(new Error("queue down")) } as unknown as Queue<never>;
		const staff = await openServicesFixture({ bindings: { EVENTS: down } });
		const applicant = await createApplicant(staff.application);
		await staff.send("PATCH", `/candidates/${applicant.id}`, { stageId: staff.application.steps[1]?.id, reason: "x" });
		expect((await sweepAt(staff.clock)).sentEvents).toEqual([]);
		staff.clock.advance(31_000);
		const { sentEvents } = await sweepAt(staff.clock);
		expect(sentEvents).toMatchObject([{ organisationId: staff.organisation.id, eventIds: [expect.any(String)] }]);
		await deliverEvents(sentEvents, { clock: staff.clock });
		expect((await sweepAt(staff.clock)).sentEvents).toEqual([]);
	});

	it("sends many events in small messages, one institution at a time", async () => {
		const clock = testClock();
		const rows = Array.from({ length: 120 }, (_, n) => ({
			organisationId: n % 2 ? "sweep-a" : "sweep-b",
			id: `sweep-${n}`,
			type: "role.created",
			payload: {},
			occurredAt: clock.now() - 60_000,
		}));
		for (let n = 0; n < rows.length; n += 10)
			await testDb()
				.insert(events)
				.values(rows.slice(n, n + 10));
		const { sentEvents } = await sweepAt(clock);
		expect(sentEvents.map(({ organisationId, eventIds }) => [organisationId, eventIds.length]).sort()).toEqual([
			["sweep-a", 10],
			["sweep-a", 50],
			["sweep-b", 10],
			["sweep-b", 50],
		]);
	});

	it("sends a stuck task again, once per period without progress", async () => {
		const clock = testClock();
		const task = { organisationId: "sweep-a", type: "STAGE_CHANGE", input: {}, total: 1, createdBy: "u", createdAt: 1 };
		await testDb()
			.insert(tasks)
			.values([
				{ ...task, id: "stuck", status: "STARTED", updatedAt: clock.now() - 121_000 },
				{ ...task, id: "busy", status: "STARTED", updatedAt: clock.now() - 1_000 },
				{ ...task, id: "over", status: "SUCCESS", updatedAt: clock.now() - 121_000 },
			]);
		expect((await sweepAt(clock)).sentJobs).toEqual([{ organisationId: "sweep-a", taskId: "stuck" }]);
		expect((await sweepAt(clock)).sentJobs).toEqual([]);
	});

	it("sends after a start what a kill has interrupted, but not what began since or rests until later", async () => {
		const clock = testClock();
		const task = { organisationId: "sweep-a", type: "STAGE_CHANGE", status: "STARTED" as const, input: {} };
		const at = (id: string, ms: number) => ({
			...task,
			id,
			total: 1,
			createdBy: "u",
			createdAt: 1,
			updatedAt: clock.now() + ms,
		});
		await testDb()
			.insert(tasks)
			.values([at("interrupted", -16_000), at("new", -5_000), at("resting", 60_000)]);
		expect((await sweepAt(clock)).sentJobs).toEqual([]);
		const { sentJobs } = await sweepAt(clock, { isAfterStart: true });
		expect(sentJobs).toEqual([{ organisationId: "sweep-a", taskId: "interrupted" }]);
	});

	it("finds an event that was lost behind a thousand that no subscriber can handle", async () => {
		const clock = testClock();
		const bad = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => `bad-${n}`));
		const insert = (ids: string, at: number) =>
			testDb().run(sql`INSERT INTO events (organisation_id, id, type, payload, occurred_at)
				SELECT 'sweep-a', value, 'role.created', '{}', ${at} FROM json_each(${ids})`);
		await insert(bad, clock.now() - 3_600_000);
		await insert('["lost"]', clock.now() - 60_000);
		const { sentEvents } = await sweepAt(clock);
		const ids = sentEvents.flatMap(({ eventIds }) => eventIds);
		expect(ids).toContain("lost");
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("deletes expired rows and keeps the rest", async () => {
		const clock = testClock();
		const now = clock.now();
		const organisationId = "sweep-a";
		const session = { organisationId, userId: "u", rotatedAt: 1, createdAt: 1 };
		const token = { organisationId, userId: "u", purpose: "reset" as const, createdAt: 1 };
		const key = { organisationId, userId: "u", requestHash: "h" };
		await testDb().batch([
			testDb()
				.insert(oneTimeTokens)
				.values([
					{ ...token, tokenHash: "old", expiresAt: now - 1 },
					{ ...token, tokenHash: "good", expiresAt: now + 1 },
				]),
			testDb()
				.insert(rateLimits)
				.values([
					{ organisationId, bucket: "old", windowStartedAt: now - dayMs - 1, hits: 1 },
					{ organisationId, bucket: "good", windowStartedAt: now, hits: 1 },
				]),
			testDb()
				.insert(sessions)
				.values([
					{ ...session, id: "old", expiresAt: now - dayMs - 1 },
					{ ...session, id: "good", expiresAt: now },
				]),
			testDb()
				.insert(idempotencyKeys)
				.values([
					{ ...key, key: "old", createdAt: now - dayMs - 1 },
					{ ...key, key: "good", createdAt: now },
				]),
		]);
		await sweepAt(clock);
		await sweepAt(clock);
		const left = async (table: string, column: string) =>
			(await rowsOf(table)).filter((row) => row.organisation_id === organisationId).map((row) => row[column]);
		expect(await left("one_time_tokens", "token_hash")).toEqual(["good"]);
		expect(await left("rate_limits", "bucket")).toEqual(["good"]);
		expect(await left("sessions", "id")).toEqual(["good"]);
		expect(await left("idempotency_keys", "key")).toEqual(["good"]);
	});

	it("continues when one step fails", async () => {
		const clock = testClock();
		await testDb().insert(tasks).values({
			organisationId: "sweep-a",
			id: "lost",
			type: "STAGE_CHANGE",
			status: "STARTED",
			input: {},
			total: 1,
			createdBy: "u",
			createdAt: 1,
			updatedAt: 1,
		});
		await testDb().run(sql`INSERT INTO rate_limits VALUES ('sweep-a', 'older', 1, 1)`);
		const down = { send: () => Promise.reject(new Error("queue down")) } as unknown as Queue<never>;
		await sweep({ ...env, EVENTS: down, JOBS: down, ERRANDS: down }, { sweeps, clock });
		expect((await rowsOf("rate_limits")).map(({ bucket }) => bucket)).not.toContain("older");
	});

	it("deletes only downloads that are more than a week old", async () => {
		const keys = ["downloads/org/task/forms.zip", "logos/org.png"];
		for (const key of keys) await env.FILES.put(key, "x");
		const kept = async () => {
			const { objects } = await env.FILES.list();
			return objects.map(({ key }) => key).filter((key) => keys.includes(key));
		};
		const hour = 3_600_000;
		const wholeHour = Math.floor(Date.now() / hour) * hour;
		await sweepAt(testClock(wholeHour + 6 * dayMs));
		expect(await kept()).toContain("downloads/org/task/forms.zip");
		await sweepAt(testClock(wholeHour + 8 * dayMs + 60_000));
		expect(await kept()).toContain("downloads/org/task/forms.zip");
		await sweepAt(testClock(wholeHour + 8 * dayMs));
		expect(await kept()).toEqual(["logos/org.png"]);
	});
});
