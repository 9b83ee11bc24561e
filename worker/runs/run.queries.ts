import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { tasks } from "#worker/database/schema/records";
import { runRows, runs } from "#worker/database/schema/runs";
import { isBound } from "#worker/database/scope";
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

interface ListedRun {
	id: string;
	kind: Run["kind"];
	targetName: string;
	subject: string;
	startedBy: string;
	createdAt: number;
	total: number;
	changed: number;
	status: "running" | "failed" | "done" | "undone";
}

/** The name of a run's user, in a query that joins them as `starter`. */
const startedBy = sql.raw("coalesce(trim(starter.first_name || ' ' || starter.last_name), '')");

/** Reads one page of the newest `most` runs with several rows, newest first, and how many there are; a user of some places sees their own. */
export const pageOfRuns = async (
	{ db, organisationId, ...ctx }: OrgContext,
	{ kind, keyword, page, size }: { kind?: Run["kind"] | undefined; keyword: string; page: number; size: number },
	most: number,
) => {
	const newest = sql`(SELECT id, kind, target_name, subject, size, task_id, undone_at, created_by, created_at
		FROM runs WHERE organisation_id = ${organisationId} AND size > 1
			${isBound(ctx) ? sql`AND +created_by = ${ctx.actor.id}` : sql``}
		ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(most))}) AS newest`;
	const matching = and(
		kind === undefined ? undefined : sql`newest.kind = ${kind}`,
		containsWords(keyword, sql`newest.target_name`, sql`newest.subject`) ?? sql`true`,
	);
	const [rows, [counted]] = await Promise.all([
		db.all<ListedRun>(sql`
			SELECT run.id, run.kind, run.target_name AS targetName, run.subject, run.size AS total, run.created_at AS createdAt,
				${startedBy} AS startedBy,
				CASE WHEN run.undone_at IS NOT NULL THEN 'undone' WHEN task.status = 'STARTED' THEN 'running'
					WHEN task.status = 'FAILED' THEN 'failed' ELSE 'done' END AS status,
				CASE WHEN run.task_id IS NOT NULL THEN coalesce(task.result ->> '$.changed', 0) ELSE (
					SELECT count(*) FROM run_rows WHERE organisation_id = ${organisationId} AND run_id = run.id
						AND outcome IN ('changed', 'undone', 'kept')) END AS changed
			FROM (SELECT * FROM ${newest} WHERE ${matching} LIMIT ${size} OFFSET ${page * size}) AS run
			LEFT JOIN tasks AS task ON task.organisation_id = ${organisationId} AND task.id = run.task_id
			LEFT JOIN users AS starter ON starter.organisation_id = ${organisationId} AND starter.id = run.created_by
			ORDER BY run.created_at DESC, run.id DESC`),
		db.all<{ runs: number }>(sql`SELECT count(*) AS runs FROM ${newest} WHERE ${matching}`),
	]);
	return { data: rows, resultTotal: counted?.runs ?? 0, page, size };
};

/** Finds the name of the user who started a run. */
export const findStarter = async ({ db, organisationId }: OrgContext, userId: string): Promise<string> => {
	const [found] = await db.all<{ name: string }>(sql`SELECT ${startedBy} AS name FROM users AS starter
		WHERE organisation_id = ${organisationId} AND id = ${userId}`);
	return found?.name ?? "";
};

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

/** Returns the next rows that a run has changed, or that were put back, with what undo needs. */
export const readChanged = (
	{ db, organisationId }: OrgContext,
	runId: string,
	size: number,
	outcome: "changed" | "undone" = "changed",
): Promise<ChangedRow[]> =>
	db
		.select({ id: runRows.subjectId, version: sql<number>`${runRows.version}`, before: runRows.before })
		.from(runRows)
		.where(and(eq(runRows.organisationId, organisationId), eq(runRows.runId, runId), eq(runRows.outcome, outcome)))
		.orderBy(asc(runRows.position))
		.limit(size);

/** One page of the rows of a run, by outcome and place. */
export const pageOfRows = async (
	{ db, organisationId }: OrgContext,
	runId: string,
	{ outcome, page, size }: { outcome?: Outcome | undefined; page: number; size: number },
) => {
	const rows = await db
		.select({ id: runRows.subjectId, outcome: runRows.outcome, reason: runRows.reason })
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
	return rows as { id: string; outcome: Outcome; reason: string | null }[];
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
