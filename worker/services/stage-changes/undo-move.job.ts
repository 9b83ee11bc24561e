import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { findBatch } from "#worker/runs/batch.queries";
import { putBack } from "#worker/services/stage-changes/put-back";
import { undoStageChange } from "#worker/services/stage-changes/undo.contract";
import { readUndoable } from "#worker/services/stage-changes/undo.queries";
import { writeBatchTaskOver } from "#worker/services/stage-changes/undo.writes";
import { undoTask } from "#worker/services/stage-changes/undo-move";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask, taskStandsAt } from "#worker/tasks/task.writes";

const Input = v.object({ batchId: v.string() });
const State = v.object({ undone: v.number(), kept: v.number(), batchId: v.string() });

/** Puts back slice by slice whom a large move has moved; the move itself counts as undone already. */
export const undoMoveJob: Job = {
	type: undoTask,
	retry: { access: undoStageChange.access },
	prepare: (given) => {
		const { batchId } = v.parse(Input, given);
		return (ctx, task, size) => undoSlice(ctx, task, batchId, size);
	},
};

const undoSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	batchId: string,
	size: number,
): Promise<Result<undefined>> => {
	const batch = await findBatch(ctx, batchId);
	if (!batch) return fail("not_found");
	const rows = await readUndoable(ctx, batch, size);
	if (rows.length === 0) {
		await ctx.db.batch([writeBatchTaskOver(ctx, task.id, false)]);
		return ok(undefined);
	}
	const before = task.result ? v.parse(State, task.result) : { undone: 0, kept: 0, batchId };
	const undone = rows.filter(({ isAsLeft }) => isAsLeft === 1).length;
	const result = { ...before, undone: before.undone + undone, kept: before.kept + rows.length - undone };
	const advance = advanceTask(ctx, task, { done: task.done + rows.length, result });
	// why not looked at: a slice in which somebody was faster is looked at again.
	await putBack(ctx, batch, rows, {
		isFirst: false,
		progress: { onlyIf: taskStandsAt(ctx, task), writes: [advance] },
	});
	return ok(undefined);
};
