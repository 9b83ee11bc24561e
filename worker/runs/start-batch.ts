import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { type NewBatch, writeBatch, writeBatchReady, writeBatchRows } from "#worker/runs/batch.writes";
import { type Choice, slicesOfChoice } from "#worker/runs/choose-rows";
import { findTitleOfChosen } from "#worker/services/applicants/selection.queries";
import { sendJob } from "#worker/tasks/send-job";
import { newTask } from "#worker/tasks/start-task";
import { yieldToEventLoop } from "#worker/yield-to-event-loop";

/** Where the portal shows what became of each, below the organisation. */
export const batchPath = (batchId: string): string => `batches/${batchId}`;

interface Started extends Pick<NewBatch, "kind" | "targetId" | "targetName"> {
	/** The type of its task. */
	type: string;
	/** What is done to each, as its job reads it. */
	input: Record<string, unknown>;
	/** How many it is to be about; with others by now it is not begun. */
	expected?: number | undefined;
}

/**
 * Begins a change of many in the background: everybody it is about is put down first, then its task begins. What breaks
 * off before that has changed nobody, and is swept away.
 *
 * @returns the task's id; the batch has the same.
 */
export const startBatch = async (
	ctx: OrgContext,
	choice: Choice,
	{ kind, targetId, targetName, type, input, expected }: Started,
): Promise<Result<string>> => {
	const id = ctx.newId();
	await ctx.db.batch([writeBatch(ctx, { id, kind, targetId, targetName, subject: "", input, status: "gathering" })]);
	let total = 0;
	let first: readonly string[] = [];
	for await (const ids of slicesOfChoice(ctx, choice)) {
		const rows = ids.map((applicantId) => ({ applicantId, outcome: "waiting" }));
		await ctx.db.batch([writeBatchRows(ctx, id, rows, total)]);
		if (total === 0) first = ids;
		total += ids.length;
		await yieldToEventLoop();
	}
	if (expected !== undefined && expected !== total) return fail("selection_changed", { details: { count: total } });
	const applicationTitle = await findTitleOfChosen(ctx, first);
	const { write, event } = newTask(ctx, { id, type, input, total, applicationTitle, path: batchPath(id) });
	const subject = `${total.toLocaleString("en")} applicants`;
	await commit(ctx, { writes: [write, writeBatchReady(ctx, id, { taskId: id, subject })], event });
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: id });
	return ok(id);
};
