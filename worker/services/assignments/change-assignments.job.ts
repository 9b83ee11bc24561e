import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { nextOfBatch, noteUnchanged, progressOf } from "#worker/runs/batch-slice";
import { changeDetailOf, detailTasks, findDetail } from "#worker/services/assignments/change-assignments";
import { updateDetails } from "#worker/services/assignments/contract";
import { writeBatchTaskOver } from "#worker/services/stage-changes/undo.writes";
import type { Job, OpenTask } from "#worker/tasks/job";

const Input = v.intersect([
	v.union([v.object({ courseId: v.string() }), v.object({ locationId: v.string() })]),
	v.object({ asOf: v.optional(v.number()) }),
]);

const jobOf = (type: string): Job => ({
	type,
	retry: { access: updateDetails.access },
	prepare: (given) => {
		const input = v.parse(Input, given);
		return (ctx, task, size) => changeSlice(ctx, task, input, size);
	},
});

/** Give a large selection another course, or post it, slice by slice. A slice and the task's progress are one commit. */
export const detailJobs: readonly Job[] = [jobOf(detailTasks.course), jobOf(detailTasks.location)];

const changeSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	{ asOf, ...target }: v.InferOutput<typeof Input>,
	size: number,
): Promise<Result<undefined>> => {
	const [detail, ids] = await Promise.all([findDetail(ctx, target), nextOfBatch(ctx, task, size)]);
	if (!detail.ok) return fail(detail.problem.code);
	if (ids.length === 0) {
		await ctx.db.batch([writeBatchTaskOver(ctx, task.id, false)]);
		return ok(undefined);
	}
	const { rows, isCommitted } = await changeDetailOf(ctx, ids, {
		...{ detail: detail.value, asOf },
		sliceFor: (rows) => ({ rows, slice: { batchId: task.id, progress: progressOf(ctx, task, rows) } }),
	});
	if (isCommitted) await noteUnchanged(ctx, task, rows);
	return ok(undefined);
};
