import { expect, test } from "vitest";
import { openOrgContext } from "#tests/services/org-context";
import { testDb } from "#tests/support/factories";
import { ok } from "#worker/contract/result";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask, RunSlice } from "#worker/tasks/job";
import { runSlices } from "#worker/tasks/run-task";
import { advanceTask } from "#worker/tasks/task.writes";

const total = 100_000;

test("a task that goes on in another delivery keeps the pace that it has found", async () => {
	const ctx = await openOrgContext();
	const task: OpenTask = {
		...{ id: "paced", type: "EXPORT_CANDIATE", input: {}, total, done: 0, result: null },
		...{ applicationTitle: null, createdBy: ctx.actor.id },
	};
	await testDb()
		.insert(tasks)
		.values({
			...{ organisationId: ctx.organisationId, id: task.id, type: task.type, total, status: "STARTED" },
			...{ createdBy: ctx.actor.id, createdAt: 0, updatedAt: 0 },
			input: { job: {}, applicationTitle: null, actor: ctx.actor },
		});
	const sizes: number[] = [];
	const runSlice: RunSlice = async (ctx, current, size) => {
		sizes.push(size);
		await ctx.db.batch([advanceTask(ctx, current, { done: current.done + size, result: null })]);
		return ok(undefined);
	};
	let moment = 0;
	const clocked = { ...ctx, now: () => moment++ };
	for (const longestDeliveryMs of [60, 60])
		expect(await runSlices(clocked, task, runSlice, { longestDeliveryMs })).toBe("goes on");
	const [first = 0] = sizes;
	const largest = Math.max(...sizes);
	expect(largest).toBeGreaterThan(first);
	expect(sizes.lastIndexOf(first), sizes.join()).toBe(0);
});
