import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { RunKind } from "#worker/contract/bulk";
import { holdsAny } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import type { ActionTypes, BulkAction, RowName } from "#worker/runs/bulk-action";
import { idsWithOutcome, type Run } from "#worker/runs/run.queries";
import { runJob } from "#worker/runs/run-job";
import { startRun } from "#worker/runs/start-run";
import { undoJob, undoRun } from "#worker/runs/undo-run";
import type { Job } from "#worker/tasks/job";

/** What can be done with runs of one kind, whatever their targets are. @typeParam Code the problems of a retry */
export interface RunHandler<Code extends ProblemCode> {
	kind: RunKind;
	jobs: readonly Job[];
	/** Runs the rows again that were in conflict, and no others; `task_not_failed` without any, or after its undo. */
	retry(ctx: OrgContext, run: Run): Promise<Result<{ changed: number; taskId: string | null }, Code>>;
	/** Undefined where runs of this kind cannot be undone. */
	undo: ((ctx: OrgContext, runId: string) => ReturnType<typeof undoRun>) | undefined;
	nameAll(ctx: OrgContext, ids: readonly string[]): Promise<ReadonlyMap<string, RowName>>;
}

/** The most rows that a retry takes: more than users change while one run goes on. */
const mostRetried = 10_000;

/** Returns what works on runs of any kind need of an action: their page, retry, undo and tasks. */
export const runHandler = <T extends ActionTypes>(
	action: BulkAction<T>,
): RunHandler<T["problem"] | T["rows"]["problem"] | "task_not_failed" | "selection_changed" | "too_many_tasks"> => {
	const { kind, reversal } = action;
	return {
		kind,
		jobs: [runJob(action), ...(reversal ? [undoJob(action, reversal.taskType)] : [])],
		nameAll: (ctx, ids) => action.rows.nameAll(ctx, ids),
		retry: async (ctx, run) => {
			if (run.undoneAt !== null) return fail("task_not_failed");
			// why here too: who may see a run may not always start one.
			if (!holdsAny(ctx.actor.privileges, action.access)) return fail("task_not_failed");
			const ids = await idsWithOutcome(ctx, run.id, { outcome: "conflict", size: mostRetried });
			if (ids.length === 0) return fail("task_not_failed");
			const input = v.parse(action.input, run.input);
			const again = await startRun(ctx, action, {
				input: action.inputOfRetry?.(input) ?? input,
				rows: action.rows.named(ids),
			});
			return again.ok ? ok({ changed: again.value.changed, taskId: again.value.taskId }) : again;
		},
		undo: reversal && ((ctx, runId) => undoRun(ctx, action, runId)),
	};
};
