import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { BulkRow } from "#worker/contract/bulk";
import { ok, type Result } from "#worker/contract/result";
import { type Condition, commit, type Write } from "#worker/database/commit";
import type { ActionTypes, BulkAction } from "#worker/runs/bulk-action";
import { changeRows } from "#worker/runs/change-rows";
import { findRun, idsWithOutcome, readUndoWindowMs } from "#worker/runs/run.queries";
import { runStandsAt, writeOutcomes, writeRunReopened, writeTaskOver, writeUndoWindow } from "#worker/runs/run.writes";
import type { Job, OpenTask } from "#worker/tasks/job";
import { sendJob } from "#worker/tasks/start-task";
import { advanceTask } from "#worker/tasks/task.writes";

/** What a slice adds to its commit: it takes place only while the task stands where the slice began. */
export interface Progress {
	runId: string;
	onlyIf: Condition;
	writes: readonly Write[];
}

/** How far a run's task has come. The run has a row for each. */
const RunProgress = v.object({ changed: v.number(), counts: v.record(v.string(), v.number()), runId: v.string() });

const largestSlice = 1_000;

/** Makes an action's job. A slice and its progress are one commit; with the task's end the undo window begins. */
export const runJob = <T extends ActionTypes>(action: BulkAction<T>): Job => ({
	type: action.taskType,
	retry: { access: action.access, writes: (ctx, task) => [writeRunReopened(ctx, task.id)] },
	...(action.longestDeliveryMs && { longestDeliveryMs: action.longestDeliveryMs }),
	prepare: (given) => {
		const { input, asOf } = v.parse(v.object({ input: action.input, asOf: v.optional(v.number()) }), given);
		let resolved: Promise<Result<T["target"], T["problem"]>> | undefined;
		return async (ctx, task, size) => {
			resolved ??= action.resolve(ctx, input);
			const [target, ids, run] = await Promise.all([
				resolved,
				idsWithOutcome(ctx, task.id, {
					outcome: "waiting",
					size: Math.min(size, action.maxSlice ?? largestSlice),
				}),
				findRun(ctx, task.id),
			]);
			const isUndone = run?.undoneAt != null;
			if (isUndone || ids.length === 0) {
				await ctx.db.batch([writeTaskOver(ctx, task.id, isUndone)]);
				return ok(undefined);
			}
			if (!target.ok) return target;
			const progress = (rows: readonly BulkRow[]) => progressOf(ctx, task, rows);
			const changed = await changeRows(ctx, action, ids, { input, asOf, target: target.value, progress });
			if (!changed.ok) return changed;
			const { rows, run: made, isCommitted } = changed.value;
			if (isCommitted && !made) await noteUnchanged(ctx, task, rows);
			return ok(undefined);
		};
	},
	...(action.reversal && { conclude: (ctx, task) => releaseRun(ctx, action, task.id) }),
});

const progressOf = (ctx: OrgContext, task: OpenTask, rows: readonly BulkRow[]): Progress => {
	const before = task.result ? v.parse(RunProgress, task.result) : { changed: 0, counts: {}, runId: task.id };
	const counts: Record<string, number> = { ...before.counts };
	let changed = 0;
	for (const { outcome } of rows)
		if (outcome === "changed") changed += 1;
		else counts[outcome] = (counts[outcome] ?? 0) + 1;
	const result = { ...before, changed: before.changed + changed, counts };
	return {
		runId: task.id,
		onlyIf: runStandsAt(ctx, task),
		writes: [advanceTask(ctx, task, { done: task.done + rows.length, result })],
	};
};

/** Records a slice in which nothing was changed: it has had no commit. */
const noteUnchanged = async (ctx: OrgContext, task: OpenTask, rows: readonly BulkRow[]): Promise<void> => {
	const { onlyIf, writes } = progressOf(ctx, task, rows);
	await ctx.db.batch([writeOutcomes(ctx, task.id, rows, onlyIf), ...writes]);
};

/** Begins the undo window of a run whose task has ended; a second time it does nothing. */
const releaseRun = async <T extends ActionTypes>(
	ctx: OrgContext,
	{ reversal }: BulkAction<T>,
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
	for (const taskId of released.taskIds)
		await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
};
