import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { tasks } from "#worker/database/schema/records";
import { runRows, runs } from "#worker/database/schema/runs";
import type { ChangedRow, Outcome } from "#worker/runs/bulk-action";

/** Finds a run of the institution, started by any user; undefined until all its rows are written. */
export const findRun = async ({ db, organisationId }: OrgContext, runId: string) => {
	const [found] = await db
		.select()
		.from(runs)
		.where(and(eq(runs.organisationId, organisationId), eq(runs.id, runId), eq(runs.status, "ready")));
	return found;
};
export type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

export const countOutcomes = async (
	{ db, organisationId }: OrgContext,
	runId: string,
): Promise<Partial<Record<Outcome, number>>> => {
	const rows = await db
		.select({ outcome: runRows.outcome, rows: count() })
		.from(runRows)
		.where(and(eq(runRows.organisationId, organisationId), eq(runRows.runId, runId)))
		.groupBy(runRows.outcome);
	return Object.fromEntries(rows.map(({ outcome, rows }) => [outcome, rows]));
};

/** Returns the first rows of a run with this outcome, in the order of the run. */
export const idsWithOutcome = async (
	{ db, organisationId }: OrgContext,
	runId: string,
	{ outcome, size }: { outcome: Outcome; size: number },
): Promise<string[]> => {
	const rows = await db
		.select({ id: runRows.subjectId })
		.from(runRows)
		.where(and(eq(runRows.organisationId, organisationId), eq(runRows.runId, runId), eq(runRows.outcome, outcome)))
		.orderBy(asc(runRows.position))
		.limit(size);
	return rows.map(({ id }) => id);
};

/** Returns the next rows that a run has changed, with what undo needs. */
export const readChanged = ({ db, organisationId }: OrgContext, runId: string, size: number): Promise<ChangedRow[]> =>
	db
		.select({ id: runRows.subjectId, version: sql<number>`${runRows.version}`, before: runRows.before })
		.from(runRows)
		.where(and(eq(runRows.organisationId, organisationId), eq(runRows.runId, runId), eq(runRows.outcome, "changed")))
		.orderBy(asc(runRows.position))
		.limit(size);

/** One page of the rows of a run, by outcome and place. */
export const pageOfRows = async (
	{ db, organisationId }: OrgContext,
	runId: string,
	{ outcome, page, size }: { outcome?: Outcome | undefined; page: number; size: number },
) => {
	const rows = await db
		.select({ id: runRows.subjectId, outcome: runRows.outcome })
		.from(runRows)
		.where(
			and(
				eq(runRows.organisationId, organisationId),
				eq(runRows.runId, runId),
				outcome === undefined ? undefined : eq(runRows.outcome, outcome),
			),
		)
		.orderBy(asc(runRows.outcome), asc(runRows.position))
		.limit(size)
		.offset(page * size);
	return rows as { id: string; outcome: Outcome }[];
};

/** Returns the user's own runs that can be undone now, the newest first. */
export const findUndoable = ({ db, organisationId, actor, now }: OrgContext, limit: number) =>
	db
		.select({
			id: runs.id,
			kind: runs.kind,
			subject: runs.subject,
			targetName: runs.targetName,
			undoUntil: sql<number>`${runs.undoUntil}`,
		})
		.from(runs)
		.where(
			and(
				eq(runs.organisationId, organisationId),
				eq(runs.createdBy, actor.id),
				// why: an undo window is ten minutes at most; the index ends there.
				gt(runs.createdAt, now() - longestLookMs),
				gt(runs.undoUntil, now()),
				isNull(runs.undoneAt),
			),
		)
		.orderBy(desc(runs.createdAt))
		.limit(limit);

/** A large run takes its time before its undo window begins. */
const longestLookMs = 3_600_000;

/** Returns how far the task of a run has come, started by any user. */
export const findTaskOf = async ({ db, organisationId }: OrgContext, taskId: string) => {
	const [task] = await db
		.select({
			status: tasks.status,
			done: tasks.done,
			total: tasks.total,
			reason: sql<string | null>`${tasks.result} ->> '$.reason'`,
		})
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId)));
	return task;
};

/** How long the institution's changes can be undone, in milliseconds (0 to 600 seconds). */
export const readUndoWindowMs = async ({ db, organisationId }: OrgContext): Promise<number> => {
	const [found] = await db.all<{ seconds: number }>(sql`
		SELECT min(600, max(0, undo_window_seconds)) AS seconds FROM organisations WHERE id = ${organisationId}`);
	return (found?.seconds ?? 0) * 1_000;
};
