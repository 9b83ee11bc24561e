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

/** Opens a fixture with a mailing to three that failed because the mail server was down throughout. */
const openFailedMailing = async () => {
	const fixture = await openMailFixture();
	const { transport, write, deliver, staff } = fixture;
	transport.onSend = () => {
		throw serverDown();
	};
	const { body } = await write();
	for (const gap of [0.5, 2, 10, 30]) {
		await deliver();
		staff.clock.advance(gap * minuteMs);
	}
	await deliver();
	// why: a session ends sooner than the longest gap.
	const { headers } = await signIn(staff.user, staff.clock.now());
	const call = async (path: string, method = "GET") => {
		const response = await staff.request(path, { method, headers });
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	};
	return { ...fixture, taskId: body.taskId, call, retry: () => call(`/tasks/${body.taskId}/retry`, "POST") };
};

describe("a failed task", () => {
	it("is in the user's own list, with its reason", async () => {
		const { call, taskId, staff } = await openFailedMailing();
		const { body } = await call("/tasks?status=FAILED");
		expect(body).toMatchObject({
			resultTotal: 1,
			data: [
				{
					id: taskId,
					type: "EMAIL_CANDIDATE",
					status: "FAILED",
					complete: true,
					mayRetry: true,
					applicationTitle: staff.application.title,
					result: { failed: 3, reason: "The mail server could not be reached" },
				},
			],
		});
		expect(body.data).not.toMatchObject([{ input: expect.anything() }]);
		expect((await call("/tasks?status=STARTED")).body).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("continues where it stopped, and succeeds when the outage is over", async () => {
		const { retry, transport, deliver, sent, task, taskId, mails } = await openFailedMailing();
		transport.onSend = () => undefined;
		expect(await retry()).toMatchObject({ status: 202, body: { status: "STARTED", done: 0, total: 3 } });
		await deliver();
		expect(sent).toHaveLength(3);
		expect(await task(taskId)).toMatchObject({ status: "SUCCESS", done: 3, result: { sent: 3, failed: 0 } });
		expect(new Set((await mails()).map(({ status }) => status))).toEqual(new Set(["sent"]));
		expect((await retry()).body.code).toBe("task_not_failed");
	});

	it("waits again while the outage lasts", async () => {
		const { retry, deliver, jobDelays, task, taskId } = await openFailedMailing();
		await retry();
		await deliver();
		expect(jobDelays.at(-1)).toBe(30);
		expect(await task(taskId)).toMatchObject({ status: "STARTED" });
	});

	it("is retried once when two users ask at the same moment", async () => {
		const { retry, sentJobs } = await openFailedMailing();
		const responses = await Promise.all([retry(), retry()]);
		expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
		expect(sentJobs).toHaveLength(1);
	});

	it("says that it can be retried, until it is", async () => {
		const { retry, call, taskId } = await openFailedMailing();
		expect((await call(`/tasks/${taskId}`)).body).toMatchObject({ status: "FAILED", mayRetry: true });
		await retry();
		expect((await call(`/tasks/${taskId}`)).body).toMatchObject({ status: "STARTED", mayRetry: false });
	});

	it("is retried only with the privilege that starting it needed", async () => {
		const { retry, staff, taskId, task } = await openFailedMailing();
		await testDb()
			.update(roles)
			.set({ privileges: ["candidate:r"] })
			.where(eq(roles.id, `role-${staff.user.id}`));
		expect(await retry()).toMatchObject({ status: 403, body: { code: "forbidden" } });
		expect(await task(taskId)).toMatchObject({ status: "FAILED" });
	});

	it("can be neither seen nor retried by anybody else", async () => {
		const { staff, taskId } = await openFailedMailing();
		const colleague = await createUser({ organisationId: staff.organisation.id });
		const { headers } = await signIn(colleague, staff.clock.now());
		const list = (await (await staff.request("/tasks", { headers })).json()) as { data: unknown[] };
		expect(list.data).toEqual([]);
		expect((await staff.request(`/tasks/${taskId}/retry`, { method: "POST", headers })).status).toBe(404);
	});

	it("of a stage change retries only applicants that were not changed", async () => {
		const queues = keepingQueues();
		const staff = await openServicesFixture({
			bindings: queues.bindings,
			stages: ["Registration", "Accepted"],
			courseCount: 1,
		});
		const [registration, accepted] = staff.application.steps;
		if (!registration || !accepted) throw new Error("the application has two steps");
		const candidateIds = await createMany({ ...staff.application, steps: [registration] }, 600);
		const change = { candidateIds, stageId: accepted.id, reason: "Council" };
		const { body } = await staff.send<{ taskId: string }>("PATCH", "/candidates", change);
		const broken = jobs.map((job) => ({ ...job, prepare: () => () => Promise.reject(new Error("never")) }));
		const { clock } = staff;
		await deliverJobs(queues.sentJobs.splice(0), { clock, bindings: queues.bindings, jobs: broken, attempts: 5 });
		expect((await staff.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "FAILED" });
		expect((await staff.send("POST", `/tasks/${body.taskId}/retry`)).status).toBe(202);
		await deliverJobs(queues.sentJobs, { clock, bindings: queues.bindings });
		expect((await staff.get(`/tasks/${body.taskId}`)).body).toMatchObject({
			status: "SUCCESS",
			result: { changed: 600 },
		});
	});
});

describe("a successful task", () => {
	it("is retried only for its failed emails", async () => {
		const { transport, ids, write, deliver, staff, sent, task } = await openMailFixture();
		transport.onSend = ({ to }) => {
			if (to.startsWith(`${ids[1]}@`)) throw refused();
		};
		const { body } = await write();
		await deliver();
		transport.onSend = () => undefined;
		expect((await staff.get("/tasks")).body).toMatchObject({ data: [{ status: "SUCCESS", mayRetry: true }] });
		expect((await staff.send("POST", `/tasks/${body.taskId}/retry`)).body).toMatchObject({ done: 2, total: 3 });
		await deliver();
		expect(sent).toHaveLength(3);
		expect(await task(body.taskId)).toMatchObject({ status: "SUCCESS", result: { sent: 3, failed: 0 } });
	});

	it("is not retried when nothing in it failed, or its kind cannot be", async () => {
		const { write, deliver, staff } = await openMailFixture();
		const { body } = await write();
		await deliver();
		const retry = (id: string) => staff.send("POST", `/tasks/${id}/retry`);
		expect(await retry(body.taskId)).toMatchObject({ status: 409, body: { code: "task_not_failed" } });
		await testDb().update(tasks).set({ status: "FAILED", type: "UNKNOWN" }).where(eq(tasks.id, body.taskId));
		expect((await retry(body.taskId)).body.code).toBe("task_not_failed");
	});
});
