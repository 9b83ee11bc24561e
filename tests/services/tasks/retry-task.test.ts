import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { openMailFixture, refused, serverDown } from "#tests/services/emails/mail-fixture";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { jobs } from "#worker/background";
import { roles } from "#worker/database/schema/auth";
import { tasks } from "#worker/database/schema/records";

const minuteMs = 60_000;

/** A mailing to three that failed because the mail server was down for all that time. */
const openFailedMailing = async () => {
	const opened = await openMailFixture();
	const { room, write, deliver, desk } = opened;
	room.fate = () => {
		throw serverDown();
	};
	const { body } = await write();
	for (const gap of [0.5, 2, 10, 30]) {
		await deliver();
		desk.clock.advance(gap * minuteMs);
	}
	await deliver();
	// why: a session ends sooner than the longest gap.
	const { headers } = await signIn(desk.user, desk.clock.now());
	const call = async (path: string, method = "GET") => {
		const response = await desk.request(path, { method, headers });
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	};
	return { ...opened, taskId: body.taskId, call, retry: () => call(`/tasks/${body.taskId}/retry`, "POST") };
};

describe("a task that failed", () => {
	it("stands in the list of the user's own, with its reason", async () => {
		const { call, taskId, desk } = await openFailedMailing();
		const { body } = await call("/tasks?status=FAILED");
		expect(body).toMatchObject({
			resultTotal: 1,
			data: [
				{
					...{ id: taskId, type: "EMAIL_CANDIDATE", status: "FAILED", complete: true, mayRetry: true },
					applicationTitle: desk.application.title,
					result: { failed: 3, reason: "The mail server could not be reached" },
				},
			],
		});
		expect(body.data).not.toMatchObject([{ input: expect.anything() }]);
		expect((await call("/tasks?status=STARTED")).body).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("goes on from where it stood, and ends well when the way is open", async () => {
		const { retry, room, deliver, sent, task, taskId, mails } = await openFailedMailing();
		room.fate = () => undefined;
		expect(await retry()).toMatchObject({ status: 202, body: { status: "STARTED", done: 0, total: 3 } });
		await deliver();
		expect(sent).toHaveLength(3);
		expect(await task(taskId)).toMatchObject({ status: "SUCCESS", done: 3, result: { sent: 3, failed: 0 } });
		expect(new Set((await mails()).map(({ status }) => status))).toEqual(new Set(["sent"]));
		expect((await retry()).body.code).toBe("task_not_failed");
	});

	it("waits anew when the way is still closed", async () => {
		const { retry, deliver, jobDelays, task, taskId } = await openFailedMailing();
		await retry();
		await deliver();
		expect(jobDelays.at(-1)).toBe(30);
		expect(await task(taskId)).toMatchObject({ status: "STARTED" });
	});

	it("is tried again once by two who ask at the same moment", async () => {
		const { retry, sentJobs } = await openFailedMailing();
		const answers = await Promise.all([retry(), retry()]);
		expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
		expect(sentJobs).toHaveLength(1);
	});

	it("says by itself that it can be tried again, and no longer once it is", async () => {
		const { retry, call, taskId } = await openFailedMailing();
		expect((await call(`/tasks/${taskId}`)).body).toMatchObject({ status: "FAILED", mayRetry: true });
		await retry();
		expect((await call(`/tasks/${taskId}`)).body).toMatchObject({ status: "STARTED", mayRetry: false });
	});

	it("needs the privilege that starting it needed", async () => {
		const { retry, desk, taskId, task } = await openFailedMailing();
		await testDb()
			.update(roles)
			.set({ privileges: ["candidate:r"] })
			.where(eq(roles.id, `role-${desk.user.id}`));
		expect(await retry()).toMatchObject({ status: 403, body: { code: "forbidden" } });
		expect(await task(taskId)).toMatchObject({ status: "FAILED" });
	});

	it("is nobody else's to see or to try", async () => {
		const { desk, taskId } = await openFailedMailing();
		const colleague = await createUser({ organisationId: desk.organisation.id });
		const { headers } = await signIn(colleague, desk.clock.now());
		const list = (await (await desk.request("/tasks", { headers })).json()) as { data: unknown[] };
		expect(list.data).toEqual([]);
		expect((await desk.request(`/tasks/${taskId}/retry`, { method: "POST", headers })).status).toBe(404);
	});

	it("of a stage change moves those who were not moved", async () => {
		const queues = keepingQueues();
		const desk = await openServicesFixture({
			bindings: queues.bindings,
			stages: ["Registration", "Accepted"],
			courseCount: 1,
		});
		const [registration, accepted] = desk.application.steps;
		if (!registration || !accepted) throw new Error("the application has two steps");
		const candidateIds = await createMany({ ...desk.application, steps: [registration] }, 600);
		const change = { candidateIds, stageId: accepted.id, reason: "Council" };
		const { body } = await desk.send<{ taskId: string }>("PATCH", "/candidates", change);
		const broken = jobs.map((job) => ({ ...job, prepare: () => () => Promise.reject(new Error("never")) }));
		const { clock } = desk;
		await deliverJobs(queues.sentJobs.splice(0), { clock, bindings: queues.bindings, jobs: broken, attempts: 5 });
		expect((await desk.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "FAILED" });
		expect((await desk.send("POST", `/tasks/${body.taskId}/retry`)).status).toBe(202);
		await deliverJobs(queues.sentJobs, { clock, bindings: queues.bindings });
		expect((await desk.get(`/tasks/${body.taskId}`)).body).toMatchObject({
			status: "SUCCESS",
			result: { changed: 600 },
		});
	});
});

describe("a task that ended well", () => {
	it("is tried again for the mails of it that failed, and those alone", async () => {
		const { room, ids, write, deliver, desk, sent, task } = await openMailFixture();
		room.fate = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw refused();
		};
		const { body } = await write();
		await deliver();
		room.fate = () => undefined;
		expect((await desk.get("/tasks")).body).toMatchObject({ data: [{ status: "SUCCESS", mayRetry: true }] });
		expect((await desk.send("POST", `/tasks/${body.taskId}/retry`)).body).toMatchObject({ done: 2, total: 3 });
		await deliver();
		expect(sent).toHaveLength(3);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 3, failed: 0 } });
	});

	it("is not tried again when nothing of it failed, or its kind cannot be", async () => {
		const { write, deliver, desk } = await openMailFixture();
		const { body } = await write();
		await deliver();
		const retry = (id: string) => desk.send("POST", `/tasks/${id}/retry`);
		expect(await retry(body.taskId)).toMatchObject({ status: 409, body: { code: "task_not_failed" } });
		await testDb().update(tasks).set({ status: "FAILED", type: "UNKNOWN" }).where(eq(tasks.id, body.taskId));
		expect((await retry(body.taskId)).body.code).toBe("task_not_failed");
	});
});
