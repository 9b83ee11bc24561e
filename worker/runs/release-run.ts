import type { OrgContext } from "#worker/context";
import type { ProblemCode } from "#worker/contract/problems";
import { commit } from "#worker/database/commit";
import type { BulkAction, RowState, RowTypes, Target } from "#worker/runs/bulk-action";
import { readUndoWindowMs } from "#worker/runs/run.queries";
import { writeUndoWindow } from "#worker/runs/run.writes";
import { sendJob } from "#worker/tasks/send-job";

/**
 * Begins the undo window of a run whose task has ended, and with it whatever waits for its end. Run twice, it does
 * nothing the second time.
 */
export const releaseRun = async <
	Input,
	Goal extends Target,
	State extends RowState,
	Rows extends RowTypes,
	Code extends ProblemCode,
>(
	ctx: OrgContext,
	{ reversal }: BulkAction<Input, Goal, State, Rows, Code>,
	runId: string,
): Promise<void> => {
	const undoUntil = ctx.now() + (await readUndoWindowMs(ctx));
	const released = await reversal?.release?.(ctx, runId, undoUntil);
	const write = writeUndoWindow(ctx, runId, undoUntil);
	const [event, ...further] = released?.events ?? [];
	if (!released || !event) {
		await ctx.db.batch([write]);
		return;
	}
	const isReleased = await commit(ctx, {
		guarded: { write, expectedChanges: 1 },
		writes: released.writes,
		event,
		further,
	});
	if (!isReleased) return;
	for (const taskId of released.taskIds) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
};
