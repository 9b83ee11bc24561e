import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { writeBatchReopened } from "#worker/runs/batch.writes";
import { nextOfBatch, noteUnchanged, progressOf } from "#worker/runs/batch-slice";
import { releaseBatch } from "#worker/runs/release-batch";
import { stageChangeTask } from "#worker/services/stage-changes/change-stages";
import { updateApplicants } from "#worker/services/stage-changes/contract";
import { findMove } from "#worker/services/stage-changes/find-move";
import { moveSelection } from "#worker/services/stage-changes/move-selection";
import { gatheringMailings } from "#worker/services/stage-changes/undo.queries";
import { writeBatchTaskOver } from "#worker/services/stage-changes/undo.writes";
import type { Job, OpenTask } from "#worker/tasks/job";

const Input = v.object({
	stageId: v.string(),
	reason: v.string(),
	locationId: v.nullish(v.string()),
	asOf: v.optional(v.number()),
	doNotNotify: v.optional(v.boolean()),
	reasonId: v.nullish(v.string()),
});

/**
 * Moves a large selection slice by slice. A slice, its mails and the task's progress are one commit: none is done twice.
 * When all are moved, or no more can be, the mails begin to wait.
 */
export const stageChangeJob: Job = {
	type: stageChangeTask,
	retry: { access: updateApplicants.access, writes: (ctx, task) => [writeBatchReopened(ctx, task.id)] },
	prepare: (given) => {
		const input = v.parse(Input, given);
		let asked: ReturnType<typeof findMove> | undefined;
		return (ctx, task, size) => {
			asked ??= findMove(ctx, input);
			return moveSlice(ctx, task, asked, size);
		};
	},
	conclude: (ctx, task) => releaseBatch(ctx, task.id),
};

const moveSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	asked: ReturnType<typeof findMove>,
	size: number,
): Promise<Result<undefined>> => {
	const [move, ids, { isUndone, mailings }] = await Promise.all([
		asked,
		nextOfBatch(ctx, task, size),
		gatheringMailings(ctx, task.id),
	]);
	if (isUndone || ids.length === 0) {
		await ctx.db.batch([writeBatchTaskOver(ctx, task.id, isUndone)]);
		return ok(undefined);
	}
	if (!move.ok) return fail(move.problem.code, { message: move.problem.error });
	const { id, name, type } = move.value.step;
	const about = { stage: { id, name, type } };
	const { rows } = await moveSelection(ctx, ids, move.value, (rows) => ({
		batchId: task.id,
		progress: progressOf(ctx, task, rows, about),
		mailings,
	}));
	await noteUnchanged(ctx, task, rows, about);
	return ok(undefined);
};
