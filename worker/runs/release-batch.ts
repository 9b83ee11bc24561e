import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { writeBatchHeld } from "#worker/runs/batch.writes";
import { emailTask } from "#worker/services/emails/contract";
import { mailingPath } from "#worker/services/emails/mailings.contract";
import { writeStageMailingsReady } from "#worker/services/emails/stage-mail.writes";
import { findUnreleased } from "#worker/services/stage-changes/undo.queries";
import { sendJob } from "#worker/tasks/send-job";
import { newTask } from "#worker/tasks/start-task";

/**
 * A large move is over, wherever it has come to: from now on its messages wait as those of any move do, and it can be
 * undone until then. Run twice, it does nothing the second time.
 */
export const releaseBatch = async (ctx: OrgContext, batchId: string): Promise<void> => {
	const { holdSeconds, mailings } = await findUnreleased(ctx, batchId);
	const heldUntil = ctx.now() + holdSeconds * 1_000;
	const held = writeBatchHeld(ctx, batchId, heldUntil);
	const started = mailings.map(({ id, applicationId, applicationTitle, mails }) => ({
		id,
		task: newTask(ctx, {
			...{ type: emailTask, input: { mailingId: id }, total: mails, applicationTitle, applicationId },
			path: mailingPath(id),
			topics: [topicOf("mails", applicationId)],
		}),
	}));
	const [first, ...others] = started;
	if (!first) {
		await ctx.db.batch([held]);
		return;
	}
	const ready = started.map(({ id, task }) => ({ id, taskId: task.taskId }));
	const released = await commit(ctx, {
		guarded: { write: held, expectedChanges: 1 },
		writes: [...writeStageMailingsReady(ctx, ready, heldUntil), ...started.map(({ task }) => task.write)],
		event: first.task.event,
		further: others.map(({ task }) => task.event),
	});
	if (!released) return;
	for (const { task } of started) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: task.taskId });
};
