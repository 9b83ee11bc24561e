import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import type { TestClock } from "#tests/support/clock";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { jobs } from "#worker/background";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { events, notifications, tasks } from "#worker/database/schema/records";
import { runRows } from "#worker/database/schema/runs";
import { noteServed } from "#worker/tasks/served";

const count = 2_300;

/** Starts a task that moves 2,300 applicants from one stage to another, and runs none of it. */
const startedTask = async () => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({
		bindings: queues.bindings,
		stages: ["Registration", "Accepted"],
		courseCount: 1,
	});
	const { steps } = staff.application;
	const [registration, accepted] = steps;
	if (!registration || !accepted) throw new Error("the application has two steps");
	const ids = await createMany({ ...staff.application, steps: [registration] }, count);
	const { body } = await staff.send<{ taskId: string }>("PATCH", "/candidates", {
		candidateIds: ids,
		stageId: accepted.id,
		reason: "Council of 20 November",
	});
	const [message] = queues.sentJobs;
	if (!message) throw new Error("no job was sent");
	const { organisation, clock } = staff;
	return {
		...queues,
		staff,
		ids,
		accepted,
		message,
		taskId: body.taskId,
		deliver: (options = {}) => deliverJobs([message], { clock, bindings: queues.bindings, ...options }),
		task: async () => (await staff.get(`/tasks/${body.taskId}`)).body,
		moved: async () =>
			await testDb()
				.select({ id: applicants.id, version: applicants.version })
				.from(applicants)
				.where(eq(applicants.stepId, accepted.id)),
		/** Returns the number of applicants at each step by the stored counts. */
		countsByStep: async () => {
			const path = `/statistics/candidate-stages?applicationId=${staff.application.id}`;
			const { body } = await staff.get<{ stages: { applicants: number }[] }>(path);
			return body.stages.map(({ applicants }) => applicants);
		},
		log: async () =>
			(
				await testDb()
					.select({ id: applicantLog.id })
					.from(applicantLog)
					.where(eq(applicantLog.organisationId, organisation.id))
			).length,
		finished: async () =>
			(await testDb().select().from(events).where(eq(events.organisationId, organisation.id))).filter(
				({ type }) => type === "task.finished",
			),
		outcomes: () =>
			testDb()
				.select({ applicantId: runRows.subjectId, outcome: runRows.outcome })
				.from(runRows)
				.where(eq(runRows.runId, body.taskId))
				.orderBy(runRows.position),
		notices: () => testDb().select().from(notifications).where(eq(notifications.organisationId, organisation.id)),
	};
};

/**
 * Returns a database that takes this long, by the clock, to read a task's progress, as if others were waiting for it.
 */
const slowDatabase = (clock: TestClock, msOf: (asked: number) => number) => {
	let asked = 0;
	return new Proxy(env.DB, {
		get: (target, name) => {
			const member = Reflect.get(target, name);
			if (name === "prepare")
				return (query: string) => {
					if (query.startsWith('select "done"')) clock.advance(msOf(asked++));
					return target.prepare(query);
				};
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
};

describe("a stage change of more than 500 applicants", () => {
	it("becomes a task that announces its progress and its end to its user", async () => {
		const { staff, deliver, task, taskId, moved, log, finished, notices, sentEvents, bindings } = await startedTask();
		expect(await moved()).toEqual([]);
		expect(await task()).toMatchObject({
			type: "STAGE_CHANGE",
			status: "STARTED",
			complete: false,
			total: count,
			done: 0,
		});
		await deliverEvents(sentEvents.splice(0), { bindings });
		expect(await notices()).toMatchObject([{ type: "BACKGROUND_TASK", userId: staff.user.id, read: false }]);
		await staff.send("POST", "/notifications/seen");

		expect(await deliver()).toEqual({ accepted: 1, retried: 0 });
		expect(await task()).toMatchObject({
			status: "SUCCESS",
			complete: true,
			done: count,
			result: { changed: count, runId: taskId },
		});
		expect(await moved()).toHaveLength(count);
		expect(await log()).toBe(count);
		expect(await finished()).toHaveLength(1);
		const slices = (await testDb().select().from(events).where(eq(events.type, "applicants.stage_changed"))).map(
			({ actualChanges }) => actualChanges,
		);
		// why: nobody else uses the database and the clock stands still, so the slices grow.
		expect(slices.sort((a, b) => a - b)).toEqual([100, 200, 200, 300, 400, 500, 600]);

		await deliverEvents(sentEvents, { bindings });
		const [notice, ...others] = await notices();
		expect(others).toEqual([]);
		expect(JSON.parse(notice?.message ?? "")).toEqual({
			type: "STAGE_CHANGE",
			status: "SUCCESS",
			applicationTitle: staff.application.title,
			path: `batches/${taskId}`,
			changed: count,
		});
		expect((await staff.get("/statistics/notifications")).body).toEqual({ newNotifications: 1, unread: 1 });
	});

	it("announces all its slices together to the pages and to the event consumer", async () => {
		const { deliver, sentEvents } = await startedTask();
		sentEvents.length = 0;
		// why: by this clock the task takes no time, so nothing is published before its end.
		await deliver({ wait: () => new Promise(() => {}) });
		expect(sentEvents.map(({ eventIds }) => eventIds.length)).toEqual([8]);
	});

	it("uses small slices, with rests between their steps, while others wait for the database", async () => {
		const { staff, deliver, task, bindings } = await startedTask();
		const waited = vi.spyOn(scheduler, "wait");
		await deliver({ bindings: { ...bindings, DB: slowDatabase(staff.clock, (asked) => (asked % 6 === 5 ? 5 : 40)) } });
		expect(await task()).toMatchObject({ status: "SUCCESS", done: count });
		const slices = (await testDb().select().from(events).where(eq(events.type, "applicants.stage_changed"))).filter(
			({ organisationId }) => organisationId === staff.organisation.id,
		);
		expect(Math.max(...slices.map(({ actualChanges }) => actualChanges))).toBe(100);
		// why half: the rests begin with the fifth slice in a row after which others waited, and a slice has several.
		expect(waited.mock.calls.filter(([ms]) => ms === 8).length).toBeGreaterThan(slices.length / 2);
		waited.mockRestore();
	});

	it.each([
		{ who: "somebody is served beside it", serves: () => noteServed(), largest: 100 },
		{ who: "only its own events are", serves: () => undefined, largest: 500 },
	])("takes a late timer for other work where $who", async ({ serves, largest }) => {
		const { staff, deliver } = await startedTask();
		const waited = vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => {
			if (ms !== 1) return;
			staff.clock.advance(20);
			serves();
		});
		await deliver();
		waited.mockRestore();
		// why: what was served here must not be others to the next task.
		for (let request = 0; request < 5; request += 1) noteServed(0);
		const slices = await testDb().select().from(events).where(eq(events.type, "applicants.stage_changed"));
		const ofTask = slices.filter(({ organisationId }) => organisationId === staff.organisation.id);
		expect(Math.max(...ofTask.map(({ actualChanges }) => actualChanges))).toBeGreaterThanOrEqual(largest);
		expect(ofTask.length < 10).toBe(largest > 100);
	});

	it("continues in another delivery after a minute", async () => {
		const { staff, deliver, task, log, message, sentJobs, bindings } = await startedTask();
		sentJobs.length = 0;
		const slow = { ...bindings, DB: slowDatabase(staff.clock, () => 61_000) };
		expect(await deliver({ bindings: slow })).toEqual({ accepted: 1, retried: 0 });
		expect(await task()).toMatchObject({ status: "STARTED", done: 100 });
		expect(sentJobs).toEqual([message]);
		await deliver();
		expect(await task()).toMatchObject({ status: "SUCCESS", done: count });
		expect(await log()).toBe(count);
	});

	it("repeats nothing when its message is delivered again, or twice at once", async () => {
		const { deliver, moved, log, finished } = await startedTask();
		const outcomes = await Promise.all([deliver(), deliver(), deliver()]);
		while (outcomes.some(({ retried }) => retried > 0) && outcomes.length < 10) outcomes.push(await deliver());
		await deliver();
		const rows = await moved();
		expect(rows).toHaveLength(count);
		expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
		expect(await log()).toBe(count);
		expect(await finished()).toHaveLength(1);
	});

	it("continues after the last complete slice when it was interrupted", async () => {
		const { deliver, task, moved, log, countsByStep } = await startedTask();
		let batches = 0;
		const DB = new Proxy(env.DB, {
			get: (target, name) => {
				const member = Reflect.get(target, name);
				if (name === "batch")
					return (statements: D1PreparedStatement[]) => {
						// why the fifth: finding the change takes one, and each slice reads in one and writes in
						// another.
						if (++batches === 5) throw new Error("the database went away");
						return target.batch(statements);
					};
				return typeof member === "function" ? member.bind(target) : member;
			},
		});
		expect(await deliver({ bindings: { DB } })).toEqual({ accepted: 0, retried: 1 });
		expect(await task()).toMatchObject({ status: "STARTED", done: 100 });
		expect(await moved()).toHaveLength(100);
		expect(await log()).toBe(100);
		expect(await countsByStep()).toEqual([count - 100, 100]);
		expect(await deliver({ attempts: 2 })).toEqual({ accepted: 1, retried: 0 });
		expect(await countsByStep()).toEqual([0, count]);
		expect(await task()).toMatchObject({ status: "SUCCESS", done: count });
		expect(await log()).toBe(count);
	});

	it("names the applicants that it could not change", async () => {
		const { staff, ids, accepted, deliver, task, outcomes } = await startedTask();
		await staff.send("PATCH", `/candidates/${ids[5]}`, { stageId: accepted.id, reason: "before" });
		await testDb()
			.delete(applicants)
			.where(eq(applicants.id, ids[1_500] ?? ""));
		await deliver();
		expect(await task()).toMatchObject({
			status: "SUCCESS",
			result: { changed: count - 2, counts: { unchanged: 1, not_found: 1 } },
		});
		expect((await outcomes()).filter(({ outcome }) => outcome !== "changed")).toEqual([
			{ applicantId: ids[5], outcome: "unchanged" },
			{ applicantId: ids[1_500], outcome: "not_found" },
		]);
	});

	it("names all applicants when it could change none", async () => {
		const { staff, accepted, bindings, sentJobs } = await startedTask();
		const { body } = await staff.send<{ taskId: string }>("PATCH", "/candidates", {
			candidateIds: Array.from({ length: 10_000 }, (_, n) => `${"nobody-".repeat(6)}${n}`),
			stageId: accepted.id,
			reason: "x",
		});
		await deliverJobs(sentJobs.slice(1), { clock: staff.clock, bindings });
		const { result } = (await staff.get(`/tasks/${body.taskId}`)).body;
		expect(result).toMatchObject({ changed: 0, counts: { not_found: 10_000 } });
		const rows = await testDb().select().from(runRows).where(eq(runRows.runId, body.taskId));
		expect(rows.filter(({ outcome }) => outcome === "not_found")).toHaveLength(10_000);
	});

	it("fails after the last delivery, and says so", async () => {
		const { deliver, task, finished, notices, sentEvents, bindings } = await startedTask();
		const broken = jobs.map((job) => ({ ...job, prepare: () => () => Promise.reject(new Error("never")) }));
		expect(await deliver({ jobs: broken, attempts: 1 })).toEqual({ accepted: 0, retried: 1 });
		expect(await task()).toMatchObject({ status: "STARTED" });
		expect(await deliver({ jobs: broken, attempts: 5 })).toEqual({ accepted: 1, retried: 0 });
		expect(await task()).toMatchObject({ status: "FAILED", complete: true });
		expect(await finished()).toHaveLength(1);
		await deliverEvents([...sentEvents].reverse(), { bindings });
		const [notice] = await notices();
		expect(JSON.parse(notice?.message ?? "")).toMatchObject({ type: "STAGE_CHANGE", status: "FAILED" });
	});

	it("is hidden from other users", async () => {
		const { staff, taskId } = await startedTask();
		const colleague = await createUser({ organisationId: staff.organisation.id });
		const { headers } = await signIn(colleague, staff.clock.now());
		expect((await staff.request(`/tasks/${taskId}`, { headers })).status).toBe(404);
		const other = await openServicesFixture();
		expect(await other.get(`/tasks/${taskId}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
		expect(await testDb().select({ id: tasks.id }).from(tasks).where(eq(tasks.id, taskId))).toHaveLength(1);
	});

	it("waits in the database while the queue is down", async () => {
		const { staff, ids, accepted } = await startedTask();
		const down = { send: () => Promise.reject(new Error("queue down")) } as unknown as Queue<never>;
		const broken = await openServicesFixture({
			bindings: { JOBS: down, ERRANDS: down, EVENTS: down },
			stages: ["Registration", "Accepted"],
		});
		expect(staff.organisation.id).not.toBe(broken.organisation.id);
		const { status, body } = await broken.send<{ taskId: string }>("PATCH", "/candidates", {
			candidateIds: ids,
			stageId: broken.application.steps[1]?.id,
			reason: "x",
		});
		expect(status).toBe(202);
		expect((await broken.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "STARTED" });
		expect(accepted.id).toBeTruthy();
	});
});
