import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, signIn, testDb } from "#tests/support/factories";
import { tasks } from "#worker/database/schema/records";
import { sweep } from "#worker/sweep/sweep";

const openFixture = async () => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	await createApplicant(staff.application);
	const body = { applicationId: staff.application.id, columns: ["lastName"], format: "csv" };
	return {
		...queues,
		staff,
		exportAs: async (headers: Record<string, string> = {}) =>
			staff.request("/candidate-export", { method: "POST", body: JSON.stringify(body), headers }),
		colleague: async () => {
			const user = await createUser({ organisationId: staff.organisation.id });
			return { id: user.id, headers: (await signIn(user, staff.clock.now())).headers };
		},
		/** Runs the task that has been on the queue for longest. @returns who started it */
		runNext: async () => {
			const next = queues.sentJobs.splice(0, 1);
			await deliverJobs(next, { clock: staff.clock, bindings: queues.bindings });
			const [task] = await testDb()
				.select()
				.from(tasks)
				.where(eq(tasks.id, next[0]?.taskId ?? ""));
			expect(task?.status).toBe("SUCCESS");
			return task?.createdBy;
		},
	};
};

test("a user's many exports leave turns to a colleague, who asks last, and all are made", async () => {
	const { staff, exportAs, colleague, runNext, sentJobs } = await openFixture();
	for (let asked = 0; asked < 10; asked++) {
		staff.clock.advance(1);
		expect((await exportAs()).status).toBe(202);
	}
	expect(sentJobs, "the others wait for their turn").toHaveLength(2);
	const other = await colleague();
	expect((await exportAs(other.headers)).status).toBe(202);
	const ran = [await runNext(), await runNext(), await runNext()];
	expect(ran[2]).toBe(other.id);
	for (let left = 8; left > 0; left--) expect(await runNext()).toBe(staff.user.id);
	expect(sentJobs).toEqual([]);
});

test("many exports at once keep to the turns, and to the most that one user may have in the making", async () => {
	const { exportAs, runNext, sentJobs, colleague } = await openFixture();
	const answers = await Promise.all(Array.from({ length: 30 }, () => exportAs()));
	const refused = answers.filter(({ status }) => status === 429);
	expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
	expect(refused).toHaveLength(10);
	expect(refused[0]?.headers.get("retry-after")).toBe("30");
	expect(await refused[0]?.json()).toMatchObject({ code: "too_many_tasks" });
	expect(sentJobs.length).toBeGreaterThan(0);
	expect(sentJobs.length).toBeLessThanOrEqual(2);
	expect((await exportAs((await colleague()).headers)).status, "a colleague has room of their own").toBe(202);
	await runNext();
	expect((await exportAs()).status, "what is done makes room").toBe(202);
});

test("an institution has four turns, and a free one goes to the user with the fewest", async () => {
	const { staff, exportAs, colleague, runNext, sentJobs } = await openFixture();
	const users = [await colleague(), await colleague(), await colleague()];
	for (const { headers } of [users[0], users[0], users[0], users[1], users[1], users[2]].flatMap(
		(user) => user ?? [],
	)) {
		staff.clock.advance(1);
		await exportAs(headers);
	}
	expect(sentJobs).toHaveLength(4);
	const ran: unknown[] = [];
	while (sentJobs.length > 0) ran.push(await runNext());
	const [first, second, third] = users.map(({ id }) => id);
	expect(ran).toEqual([first, first, second, second, third, first]);
});

test("the sweep gives a turn that a crash has lost", async () => {
	const { staff, exportAs, sentJobs, bindings } = await openFixture();
	for (let asked = 0; asked < 3; asked++) {
		staff.clock.advance(1);
		await exportAs();
	}
	sentJobs.splice(0);
	await testDb().update(tasks).set({ status: "SUCCESS" }).where(eq(tasks.updatedAt, tasks.createdAt));
	await sweep({ ...env, ...bindings }, { sweeps: [], clock: staff.clock });
	const { id } = staff.organisation;
	expect(sentJobs.filter(({ organisationId }) => organisationId === id)).toHaveLength(1);
});
