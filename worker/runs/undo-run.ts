import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { type Condition, commit, type EventToCommit, type Write } from "#worker/database/commit";
import type { ActionTypes, BulkAction, ChangedRow } from "#worker/runs/bulk-action";
import { countOutcomes, findRun, idsWithOutcome, type Run, readChanged } from "#worker/runs/run.queries";
import { mayUndo, writeTaskOver, writeUndone, writeUndoOutcomes, writeUndoTotal } from "#worker/runs/run.writes";
import { runPath } from "#worker/runs/start-run";
import type { Job } from "#worker/tasks/job";
import { newTask, sendJob } from "#worker/tasks/start-task";
import { advanceTask, taskStandsAt } from "#worker/tasks/task.writes";

/** The most rows that are put back without a task. */
const largestAtOnce = 500;
/** How often it is tried again because another user changed one of them. */
const maxAttempts = 5;
/** The most names of kept rows in the response. */
const maxNames = 3;

type Undoing<T extends ActionTypes> = Pick<BulkAction<T>, "kind" | "access" | "reversal" | "rows">;

/**
 * Undoes a run within its undo window (§4) where rows are as it left them, otherwise `undo_too_late`. Asked again, it
 * reports the outcome. `not_found` also for an action that cannot be undone.
 */
export const undoRun = async <T extends ActionTypes>(ctx: OrgContext, action: Undoing<T>, runId: string) => {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const run = await findRun(ctx, runId);
		if (!run || !action.reversal) return fail("not_found");
		if (run.undoneAt !== null) return ok(await reportUndone(ctx, action, run));
		if (run.undoUntil !== null && run.undoUntil <= ctx.now()) return fail("undo_too_late");
		await tryUndo(ctx, action, run);
	}
	return fail("undo_too_late");
};

const tryUndo = async <T extends ActionTypes>(ctx: OrgContext, action: Undoing<T>, run: Run): Promise<void> => {
	const onlyIf = mayUndo(ctx, run.id, action.reversal?.onlyIf?.(ctx, run.id));
	const [rows, { writes, further }] = await Promise.all([
		readChanged(ctx, run.id, largestAtOnce + 1),
		action.reversal?.withdraw?.(ctx, run.id) ?? { writes: [], further: [] },
	]);
	// why: a run that goes on has more to put back than can be seen.
	if (run.undoUntil === null || rows.length > largestAtOnce)
		return undoLater(ctx, action, run, { onlyIf, writes, further });
	await putBack(ctx, action, run, rows, { onlyIf, writes, further, isFirst: true });
};

interface Besides {
	onlyIf: Condition;
	writes: readonly Write[];
	further?: readonly EventToCommit[];
}

/**
 * Puts back rows in one commit, all or none; one that was changed meanwhile is kept. @param isFirst whether it undoes
 * the run itself, or goes on with one that counts as undone
 */
const putBack = async <T extends ActionTypes>(
	ctx: OrgContext,
	{ reversal, rows: source }: Undoing<T>,
	run: Run,
	rows: readonly ChangedRow[],
	{ onlyIf, writes, further = [], isFirst }: Besides & { isFirst: boolean },
): Promise<void> => {
	const versions = await source.versionsOf(
		ctx,
		rows.map(({ id }) => id),
	);
	const undone = rows.filter(({ id, version }) => versions.get(id) === version);
	const kept = rows.filter(({ id, version }) => versions.get(id) !== version);
	const eventId = ctx.newId();
	const back = reversal?.write(ctx, undone, run, { eventId, onlyIf });
	if (!back) return;
	const outcomes = [...writeUndoOutcomes(ctx, run.id, { undone, kept }), ...writes];
	if (undone.length > 0) {
		await commit(ctx, {
			guarded: { write: back.guarded, expectedChanges: undone.length },
			writes: [...back.writes, ...outcomes, ...(isFirst ? [writeUndone(ctx, run.id)] : [])],
			event: { ...back.event, id: eventId },
			further,
		});
	} else if (isFirst) {
		const guarded = { write: writeUndone(ctx, run.id, { onlyIf }), expectedChanges: 1 };
		await commit(ctx, { guarded, writes: outcomes, event: { ...back.event, id: eventId }, further });
	} else {
		await ctx.db.batch(outcomes as [Write, ...Write[]]);
	}
};

/** Marks the run as undone, and leaves putting its rows back to a task. */
const undoLater = async <T extends ActionTypes>(
	ctx: OrgContext,
	{ reversal }: Undoing<T>,
	{ id: runId }: Run,
	{ onlyIf, writes, further = [] }: Besides,
): Promise<void> => {
	if (!reversal) return;
	const about = { type: reversal.taskType, applicationTitle: null, path: runPath(runId) };
	const { taskId, write, event } = newTask(ctx, { ...about, input: { runId }, total: 0 });
	const isBegun = await commit(ctx, {
		guarded: { write: writeUndone(ctx, runId, { undoTaskId: taskId, onlyIf }), expectedChanges: 1 },
		writes: [write, writeUndoTotal(ctx, taskId, runId), ...writes],
		event,
		further,
	});
	if (isBegun) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
};

const reportUndone = async <T extends ActionTypes>(
	ctx: OrgContext,
	{ reversal, rows }: Undoing<T>,
	{ id, kind, subject, targetName, undoTaskId: taskId }: Run,
) => {
	const [outcomes, names, back, withdrawn] = await Promise.all([
		countOutcomes(ctx, id),
		idsWithOutcome(ctx, id, { outcome: "kept", size: maxNames }).then((ids) => rows.nameAll(ctx, ids)),
		nameBack(ctx, reversal, id),
		reversal?.countWithdrawn?.(ctx, id) ?? { emails: 0, texts: 0 },
	]);
	const keptNames = [...names.values()].map(({ name }) => name);
	const { undone = 0, kept = 0 } = outcomes;
	return { id, kind, subject, targetName, undone, kept, keptNames, formerName: back ?? null, ...withdrawn, taskId };
};

/** Names what the only row that was put back has again; undefined for several. */
const nameBack = async <T extends ActionTypes>(
	ctx: OrgContext,
	reversal: Undoing<T>["reversal"],
	runId: string,
): Promise<string | undefined> => {
	const [row, another] = await readChanged(ctx, runId, 2, "undone");
	return row && !another ? reversal?.nameBack?.(ctx, row.before) : undefined;
};

const Input = v.object({ runId: v.string() });

/** Makes the job that puts the rows of a large run back slice by slice; the run counts as undone already. */
export const undoJob = <T extends ActionTypes>(action: Undoing<T>, type: string): Job => ({
	type,
	retry: { access: action.access },
	prepare: (given) => {
		const { runId } = v.parse(Input, given);
		return async (ctx, task, size) => {
			const [run, rows] = await Promise.all([findRun(ctx, runId), readChanged(ctx, runId, size)]);
			if (!run) return fail("not_found");
			if (rows.length === 0) {
				await ctx.db.batch([writeTaskOver(ctx, task.id, false)]);
				return ok(undefined);
			}
			const advance = advanceTask(ctx, task, { done: task.done + rows.length, result: { runId } });
			// why its result is not looked at: a slice in which somebody was faster is tried again.
			await putBack(ctx, action, run, rows, { onlyIf: taskStandsAt(ctx, task), writes: [advance], isFirst: false });
			return ok(undefined);
		};
	},
});
