import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { idsWithOutcome } from "#worker/runs/batch.queries";
import { writeBatchOutcomes } from "#worker/runs/batch.writes";
import type { SelectedRow } from "#worker/runs/change-selection";
import { batchStandsAt } from "#worker/services/stage-changes/undo.writes";
import type { OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

/** What a batch's task has done so far: how many were changed, how many were not and why. Its batch has a row for each. */
const BatchResult = v.object({ moved: v.number(), counts: v.record(v.string(), v.number()), batchId: v.string() });

/** Those of a batch whose turn is next. */
export const nextOfBatch = (ctx: OrgContext, task: OpenTask, size: number) =>
	idsWithOutcome(ctx, task.id, { outcome: "waiting", size });

/** What a slice of a batch adds to its commit. @param about what the result says besides. */
export const progressOf = (
	ctx: OrgContext,
	task: OpenTask,
	rows: readonly Pick<SelectedRow, "outcome">[],
	about: Record<string, unknown> = {},
) => {
	const before = task.result ? v.parse(BatchResult, task.result) : { moved: 0, counts: {}, batchId: task.id };
	const others = rows.filter(({ outcome }) => outcome !== "moved");
	const counts: Record<string, number> = { ...before.counts };
	for (const { outcome } of others) counts[outcome] = (counts[outcome] ?? 0) + 1;
	const result = { ...about, ...before, moved: before.moved + rows.length - others.length, counts };
	return {
		onlyIf: batchStandsAt(ctx, task),
		writes: [advanceTask(ctx, task, { done: task.done + rows.length, result })],
	};
};

/** Notes a slice in which nobody was changed, which has had no commit. */
export const noteUnchanged = async (
	ctx: OrgContext,
	task: OpenTask,
	rows: readonly SelectedRow[] | undefined,
	about?: Record<string, unknown>,
): Promise<void> => {
	if (!rows?.every(({ outcome }) => outcome !== "moved")) return;
	const states = rows.map((row) => ({ applicantId: row.id, outcome: row.outcome }));
	const { onlyIf, writes } = progressOf(ctx, task, rows, about);
	await ctx.db.batch([writeBatchOutcomes(ctx, task.id, states, onlyIf), ...writes]);
};
