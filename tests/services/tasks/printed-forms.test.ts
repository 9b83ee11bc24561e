import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { roles } from "#worker/database/schema/auth";
import { auditEvents, notifications, tasks } from "#worker/database/schema/records";

/** Requests forms that are not drawn yet; one of the applicants was deleted. */
const ask = async (as: "pdf" | "zip", count: number) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	const candidateIds = ["gone"];
	for (let index = 0; index < count; index++) candidateIds.push((await createApplicant(staff.application)).id);
	const { body } = await staff.send<{ taskId: string }>("POST", "/candidates/forms", { candidateIds, as });
	const { sentEvents, sentJobs, bindings } = queues;
	const { taskId } = body;
	return {
		staff,
		taskId,
		draw: (more = {}) => deliverJobs(sentJobs, { clock: staff.clock, bindings: { ...bindings, ...more } }),
		task: async () => (await staff.get(`/tasks/${taskId}`)).body,
		readTask: async () => (await testDb().select().from(tasks).where(eq(tasks.id, taskId)))[0],
		notice: async () => {
			await deliverEvents(sentEvents, { bindings, clock: staff.clock });
			const [row] = await testDb().select().from(notifications).where(eq(notifications.userId, staff.user.id));
			return JSON.parse(row?.message ?? "");
		},
	};
};

it("the notification of the start links to the progress", async () => {
	const { notice, taskId } = await ask("pdf", 1);
	expect(await notice()).toMatchObject({ type: "PRINT_FORMS", status: "STARTED", taskId });
});

it("one PDF reports its progress before it is complete", async () => {
	const { draw, task, readTask } = await ask("pdf", 12);
	const seen: unknown[] = [];
	const put = async (...file: Parameters<R2Bucket["put"]>) => {
		const before = await readTask();
		seen.push([before?.status, before?.done]);
		return env.FILES.put(...file);
	};
	await draw({ FILES: replacing(env.FILES, { put }) });
	expect(seen).toEqual([["STARTED", 10]]);
	expect(await task()).toMatchObject({ status: "SUCCESS", done: 13, total: 13 });
});

it.each(["pdf", "zip"] as const)("a %s names the applicants it left out, and hides where it is stored", async (as) => {
	const { draw, task, notice } = await ask(as, 2);
	await draw();
	const { result } = await task();
	expect(result).toEqual({ name: `Applicant forms.${as}`, size: expect.any(Number), drawn: 2, leftOut: 1 });
	expect(await notice()).toMatchObject({ status: "SUCCESS", drawn: 2, leftOut: 1 });
});

it("hides the parts of a zip while it is made", async () => {
	const { task, taskId } = await ask("zip", 1);
	const files = [{ objectKey: "downloads/secret", name: "a.pdf", size: 1 }];
	await testDb().update(tasks).set({ result: { files } }).where(eq(tasks.id, taskId));
	expect(JSON.stringify(await task())).not.toContain("secret");
	await testDb()
		.update(tasks)
		.set({ result: { files, reason: "Not Found" }, status: "FAILED" })
		.where(eq(tasks.id, taskId));
	expect((await task()).result).toEqual({ reason: "Not Found" });
});

it("refuses and logs the forms for a user who may no longer see applicants", async () => {
	const { staff, draw, taskId } = await ask("pdf", 1);
	await draw();
	const file = () => staff.request(`/tasks/${taskId}/file`);
	const allowed = await file();
	expect(allowed.status).toBe(200);
	await allowed.body?.cancel();
	const role = and(eq(roles.organisationId, staff.organisation.id), eq(roles.id, `role-${staff.user.id}`));
	await testDb()
		.update(roles)
		.set({ privileges: ["course:r"] })
		.where(role);
	const refused = await file();
	expect([refused.status, await refused.json()]).toMatchObject([403, { code: "forbidden" }]);
	const noted = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	expect(noted).toContainEqual(expect.objectContaining({ action: "GET /tasks/:id/file", subject: "forbidden" }));
});
