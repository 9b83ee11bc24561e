import type { OrgContext } from "#worker/context";
import type { BulkRow, RunHandle } from "#worker/contract/bulk";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { ActionTypes, BulkAction, RowSource, RowTypes, Selection } from "#worker/runs/bulk-action";
import { changeRows } from "#worker/runs/change-rows";
import { writeRun, writeRunReady, writeRunRows } from "#worker/runs/run.writes";
import { newTask, sendJob, tooManyTasks } from "#worker/tasks/start-task";
import { writeTaskIfRoom } from "#worker/tasks/task.writes";
import { hasRoom } from "#worker/tasks/turns.writes";
import { yieldToEventLoop } from "#worker/yield-to-event-loop";

/** A larger selection becomes a task. */
const largestAtOnce = 500;
/** Ids that are written at a time. why no more: others wait for the database while they are. */
const sliceSize = 500;

/** The page that shows the outcome of each row, below the organisation. */
export const runPath = (runId: string): string => `batches/${runId}`;

export interface Asked<T extends ActionTypes> {
	input: T["input"];
	rows: T["rows"]["asked"];
	/** When the consequences were shown, UTC milliseconds. */
	asOf?: number | undefined;
}

/** With `taskId`, nothing is changed yet; `run` is null when nothing was changed. */
interface Started<Goal> {
	target: Goal;
	changed: number;
	taskId: string | null;
	outcomes: BulkRow[];
	run: RunHandle | null;
}

/**
 * Runs an action over a selection: at once in one commit, or as a task in slices. Fails with the problems of its target
 * and its rows, with `selection_changed` when the number of rows is not the expected one, and with `too_many_tasks`.
 */
export const startRun = async <T extends ActionTypes>(
	ctx: OrgContext,
	action: BulkAction<T>,
	{ input, rows, asOf }: Asked<T>,
): Promise<
	Result<Started<T["target"]>, T["problem"] | T["rows"]["problem"] | "selection_changed" | "too_many_tasks">
> => {
	const [resolved, chosen] = await Promise.all([action.resolve(ctx, input), action.rows.choose(ctx, rows)]);
	if (!resolved.ok) return resolved;
	if (!chosen.ok) return chosen;
	const [target, selection] = [resolved.value, chosen.value];
	if (countOf(selection) > (action.maxAtOnce ?? largestAtOnce)) {
		const taskId = await startTask(ctx, action, selection, { input, target, asOf, expected: rows.expected });
		return taskId.ok ? ok({ target, changed: 0, taskId: taskId.value, outcomes: [], run: null }) : taskId;
	}
	const ids = await pageOf(ctx, action.rows, selection, { offset: 0, limit: largestAtOnce });
	const done = await changeRows(ctx, action, ids, { input, target, asOf });
	if (!done.ok) return done;
	const outcomes = done.value.rows;
	const changed = outcomes.filter(({ outcome }) => outcome === "changed").length;
	return ok({ target, changed, taskId: null, outcomes, run: done.value.run ?? null });
};

export const countOf = (selection: Selection<unknown>): number =>
	"ids" in selection ? selection.ids.length : selection.count;

/** Returns the ids of one stretch of a selection. */
export const pageOf = async <Rows extends RowTypes>(
	ctx: OrgContext,
	rows: RowSource<Rows>,
	selection: Selection<Rows["filter"]>,
	stretch: { offset: number; limit: number },
): Promise<readonly string[]> =>
	"ids" in selection
		? selection.ids.slice(stretch.offset, stretch.offset + stretch.limit)
		: rows.pageOf(ctx, selection.filter, stretch);

interface NewRunTask<T extends ActionTypes> {
	input: T["input"];
	target: T["target"];
	asOf: number | undefined;
	expected: number | undefined;
}

/**
 * Writes all rows of a run, then starts its task. A failure before that has changed nothing, and the sweep deletes the
 * rows. @returns the task's id; the run has the same
 */
const startTask = async <T extends ActionTypes>(
	ctx: OrgContext,
	{ kind, taskType, rows: source }: BulkAction<T>,
	selection: Selection<T["rows"]["filter"]>,
	{ input, target, asOf, expected }: NewRunTask<T>,
) => {
	if (!(await hasRoom(ctx))) return tooManyTasks();
	const id = ctx.newId();
	const run = { id, kind, targetId: target.id, targetName: target.name, subject: "", input };
	await ctx.db.batch([writeRun(ctx, { ...run, status: "gathering" })]);
	let total = 0;
	let first: readonly string[] = [];
	const slices = "ids" in selection ? slicesOf(selection.ids) : source.slicesOf(ctx, selection.filter);
	for await (const ids of slices) {
		const rows = ids.map((one) => ({ id: one, outcome: "waiting" as const }));
		await ctx.db.batch([writeRunRows(ctx, id, rows, total)]);
		if (total === 0) first = ids;
		total += ids.length;
		await yieldToEventLoop();
	}
	if ("filter" in selection && expected !== undefined && expected !== total)
		return fail("selection_changed", { details: { count: total } });
	const applicationTitle = await source.titleOf(ctx, first);
	const job = { input, asOf };
	const about = { applicationTitle, path: runPath(id) };
	const { write, event } = newTask(ctx, { id, type: taskType, input: job, total, ...about }, writeTaskIfRoom);
	const begun = await commit(ctx, {
		guarded: { write, expectedChanges: 1 },
		writes: [writeRunReady(ctx, id, { taskId: id, subject: source.inWords(total), size: total })],
		event,
	});
	if (!begun) return tooManyTasks();
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: id }, ctx.now());
	return ok(id);
};

function* slicesOf(ids: readonly string[]): Generator<readonly string[]> {
	for (let from = 0; from < ids.length; from += sliceSize) yield ids.slice(from, from + sliceSize);
}
