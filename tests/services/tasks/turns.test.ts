import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, signIn, testDb } from "#tests/support/factories";
import { mailings } from "#worker/database/schema/emails";
import { imports } from "#worker/database/schema/imports";
import { tasks } from "#worker/database/schema/records";
import { runs } from "#worker/database/schema/runs";
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

/** Opens a fixture in which work can be begun in each way that takes room, beside tasks of the user that are not finished. */
const openBegun = async (unfinished: number) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({
		bindings: queues.bindings,
		stages: ["Registration", "Accepted"],
		courseCount: 1,
	});
	const [registration, accepted] = staff.application.steps;
	if (!registration || !accepted) throw new Error("the application has two steps");
	const candidateIds = await createMany({ ...staff.application, steps: [registration] }, 501);
	const organisationId = staff.organisation.id;
	const [createdAt, updatedAt] = [staff.clock.now(), staff.clock.now()];
	const row = { organisationId, type: "EXPORT", status: "STARTED", total: 1, createdBy: staff.user.id } as const;
	const input = { job: {}, applicationTitle: null, actor: { id: staff.user.id, name: "", email: "" } };
	for (let at = 0; at < unfinished; at++)
		await testDb()
			.insert(tasks)
			.values({ ...row, id: `${organisationId}-${at}`, input, createdAt, updatedAt });
	const upload = () => {
		const form = new FormData();
		form.set("data", JSON.stringify({ name: "courses.csv" }));
		form.set("file", new File(["Code,Title\nPHY,Physics\n"], "courses.csv"));
		return staff.upload("/courses/bulk", form);
	};
	const post = (method: string, path: string, body: object) =>
		staff.request(path, { method, body: JSON.stringify(body) });
	const text = { applicationId: staff.application.id, candidateIds: candidateIds.slice(0, 3) };
	const of = (table: typeof imports | typeof runs | typeof mailings) =>
		testDb().select({ status: table.status }).from(table).where(eq(table.organisationId, organisationId));
	return {
		finishOne: () =>
			testDb()
				.update(tasks)
				.set({ status: "SUCCESS" })
				.where(eq(tasks.id, `${organisationId}-0`)),
		ways: {
			list: upload,
			run: () => post("PATCH", "/candidates", { candidateIds, stageId: accepted.id, reason: "Council" }),
			mailing: () => post("POST", "/email/candidates", { ...text, subject: "Come", message: "<p>Tomorrow</p>" }),
		},
		/** What was begun in each way, and how many lists are stored. */
		begun: async () => {
			const [listed, ran, mailed] = await Promise.all([of(imports), of(runs), of(mailings)]);
			return {
				list: listed.length,
				run: ran.filter(({ status }) => status === "ready").length,
				mailing: mailed.filter(({ status }) => status === "ready").length,
				files: (await env.FILES.list({ prefix: `uploads/${organisationId}/` })).objects.length,
			};
		},
	};
};

test("lists, runs and mailings are refused as exports are while there is no room, and begin once there is", async () => {
	const { ways, begun, finishOne } = await openBegun(20);
	for (const [way, begin] of Object.entries(ways)) {
		const answer = await begin();
		expect([way, answer.status, answer.headers.get("retry-after")]).toEqual([way, 429, "30"]);
		expect(await answer.json()).toMatchObject({ code: "too_many_tasks" });
	}
	expect(await begun()).toEqual({ list: 0, run: 0, mailing: 0, files: 0 });
	await finishOne();
	expect((await ways.mailing()).status).toBe(202);
	expect(await begun()).toMatchObject({ mailing: 1 });
});

test.each(["list", "run", "mailing"] as const)(
	"of four begun at once, only as many as there is room for: %s",
	async (way) => {
		const { ways, begun } = await openBegun(19);
		const answers = await Promise.all(Array.from({ length: 4 }, () => ways[way]()));
		expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(3);
		const nothing = { list: 0, run: 0, mailing: 0, files: 0 };
		expect(await begun()).toEqual({ ...nothing, [way]: 1, files: way === "list" ? 1 : 0 });
	},
);

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
