import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { type Batch, countOutcomes, findBatch } from "#worker/runs/batch.queries";
import { batchPath } from "#worker/runs/start-batch";
import { writeMailingsDropped } from "#worker/services/emails/stage-mail.writes";
import { putBack } from "#worker/services/stage-changes/put-back";
import type { undoStageChange as endpoint } from "#worker/services/stage-changes/undo.contract";
import {
	countDroppedMails,
	findTasksOfMove,
	namesOfKept,
	readUndoable,
} from "#worker/services/stage-changes/undo.queries";
import { writeUndone, writeUndoTotal } from "#worker/services/stage-changes/undo.writes";
import { sendJob } from "#worker/tasks/send-job";
import { newTask } from "#worker/tasks/start-task";
import { dropTask } from "#worker/tasks/task.writes";

/** More than these are put back by a task; its job is in `undo-move.job.ts`. */
const largestImmediate = 500;
export const undoTask = "STAGE_UNDO";

/** Times it is tried again because somebody was faster with one of them. */
const maxAttempts = 5;
/** Names that the answer has of those who stay. */
const maxNames = 3;

/**
 * Undoes a stage change within its hold (§4): who still is where it put them is put back, and nothing that it wrote goes
 * out. Asked again, it answers what became of it and does nothing.
 */
export const undoMove = async (
	ctx: OrgContext,
	batchId: string,
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const batch = await findBatch(ctx, batchId);
		if (batch?.kind !== "stage") return fail("not_found");
		if (batch.undoneAt !== null) return ok(await answerOf(ctx, batch));
		if (batch.heldUntil !== null && batch.heldUntil <= ctx.now()) return fail("undo_too_late");
		await tryUndo(ctx, batch);
	}
	return fail("undo_too_late");
};

const tryUndo = async (ctx: OrgContext, batch: Batch): Promise<void> => {
	const [rows, sending] = await Promise.all([
		readUndoable(ctx, batch, largestImmediate + 1),
		findTasksOfMove(ctx, batch.id),
	]);
	const dropped = sending.map((task) => endSending(ctx, task));
	const writes = [writeMailingsDropped(ctx, batch.id), ...dropped.map(({ write }) => write)];
	const further = dropped.map(({ event }) => event);
	// why: a move that goes on has more to put back than can be seen.
	if (batch.heldUntil === null || rows.length > largestImmediate) return undoLater(ctx, batch, { writes, further });
	await putBack(ctx, batch, rows, { isFirst: true, writes, further });
};

interface Besides {
	writes: ReturnType<typeof writeMailingsDropped>[];
	further: ReturnType<typeof endSending>["event"][];
}

const undoLater = async (ctx: OrgContext, batch: Batch, { writes, further }: Besides): Promise<void> => {
	const { taskId, write, event } = newTask(ctx, {
		type: undoTask,
		input: { batchId: batch.id },
		total: 0,
		applicationTitle: null,
		path: batchPath(batch.id),
	});
	const begun = await commit(ctx, {
		guarded: { write: writeUndone(ctx, batch.id, taskId), expectedChanges: 1 },
		writes: [write, writeUndoTotal(ctx, taskId, batch.id), ...writes],
		event,
		further,
	});
	if (begun) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
};

type Sending = Awaited<ReturnType<typeof findTasksOfMove>>[number];

/** The end of a task that was to send what the move wrote: its notice says that nothing was sent. */
const endSending = (ctx: OrgContext, { id: taskId, userId, input, total }: Sending) => ({
	write: dropTask(ctx, taskId, { sent: 0, undone: true }),
	event: {
		type: "task.finished" as const,
		payload: {
			...{ taskId, taskType: "EMAIL_CANDIDATE", userId, total, status: "SUCCESS" as const, undone: true },
			applicationId: input.applicationId,
			candidateIds: input.candidateIds,
			applicationTitle: input.applicationTitle,
			path: input.path,
			topics: input.topics,
		},
	},
});

const answerOf = async (ctx: OrgContext, batch: Batch) => {
	const [outcomes, keptNames, emails] = await Promise.all([
		countOutcomes(ctx, batch.id),
		namesOfKept(ctx, batch.id, maxNames),
		countDroppedMails(ctx, batch.id),
	]);
	return {
		...{ id: batch.id, subject: batch.subject, stageName: batch.targetName, taskId: batch.undoTaskId },
		...{ undone: outcomes.undone ?? 0, kept: outcomes.kept ?? 0, keptNames, emails },
	};
};
