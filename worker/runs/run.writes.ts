import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { runRows, runs } from "#worker/database/schema/runs";
import type { Outcome } from "#worker/runs/bulk-action";
import type { OpenTask } from "#worker/tasks/job";
import { completeTask, setTask, taskResult, taskStandsAt } from "#worker/tasks/task.writes";

type Run = typeof runs.$inferInsert;

export type NewRun = Pick<Run, "id" | "kind" | "targetId" | "targetName" | "subject" | "input"> &
	Partial<Pick<Run, "status" | "taskId" | "undoUntil" | "size">>;

export const writeRun = ({ db, organisationId, actor, now }: OrgContext, run: NewRun): Write =>
	db.insert(runs).values({ status: "ready", ...run, organisationId, createdBy: actor.id, createdAt: now() });

/** The outcome of one row; `before` and `version` only if the run changed it and can be undone. */
export interface RowResult {
	id: string;
	outcome: Outcome;
	/** Why it was not allowed. */
	reason?: string;
	before?: Record<string, unknown>;
	version?: number;
}

/** why: one JSON parameter holds any number of rows; a statement takes only 100 parameters. */
const insertRows = (
	{ db, organisationId }: OrgContext,
	runId: string,
	rows: readonly RowResult[],
	{ firstPosition, onlyIf = sql`true` }: { firstPosition: number; onlyIf?: SQL },
) =>
	insertFrom(
		db,
		runRows,
		{
			organisationId,
			runId,
			subjectId: sql`value ->> 'id'`,
			position: sql`${firstPosition} + key`,
			outcome: sql`value ->> 'outcome'`,
			reason: sql`value ->> 'reason'`,
			before: sql`value -> 'before'`,
			version: sql`value ->> 'version'`,
		},
		sql`FROM json_each(${JSON.stringify(rows.map(({ id, outcome, reason, before, version }) => ({ id, outcome, reason, before, version })))})
			WHERE ${onlyIf}`,
	);

/** Writes the rows of a run that is done at once, or that wait for their turn. */
export const writeRunRows = (ctx: OrgContext, runId: string, rows: readonly RowResult[], firstPosition = 0): Write =>
	insertRows(ctx, runId, rows, { firstPosition }).onConflictDoNothing();

/** Writes the rows of a run that another table names, in the order of their ids. @param source what follows SELECT, from FROM */
export const writeWaitingRows = (
	{ db, organisationId }: OrgContext,
	runId: string,
	{ subjectId, source }: { subjectId: SQL; source: SQL },
): Write =>
	insertFrom(
		db,
		runRows,
		{
			organisationId,
			runId,
			subjectId,
			outcome: "waiting",
			position: sql`row_number() OVER (ORDER BY ${subjectId}) - 1`,
		},
		source,
	);

/** Writes the results of rows that waited. why an upsert: each is found by its key, however many there are. */
export const writeOutcomes = (ctx: OrgContext, runId: string, rows: readonly RowResult[], onlyIf?: SQL): Write =>
	insertRows(ctx, runId, rows, { firstPosition: 0, ...(onlyIf && { onlyIf }) }).onConflictDoUpdate({
		target: [runRows.organisationId, runRows.runId, runRows.subjectId],
		set: {
			outcome: sql`excluded.outcome`,
			reason: sql`excluded.reason`,
			before: sql`excluded.before`,
			version: sql`excluded.version`,
		},
		setWhere: sql`${runRows.outcome} = 'waiting'`,
	});

const isOpen = (organisationId: string, runId: string) =>
	and(eq(runs.organisationId, organisationId), eq(runs.id, runId), isNull(runs.undoneAt));

/** Marks a run as ready: all its rows are written, and its task starts. */
export const writeRunReady = (
	{ db, organisationId }: OrgContext,
	runId: string,
	begun: { taskId: string; subject: string; size: number },
): Write =>
	db
		.update(runs)
		.set({ status: "ready", ...begun })
		.where(isOpen(organisationId, runId));

/** Begins the undo window of a run whose task has ended. Once, and not when it was undone. */
export const writeUndoWindow = ({ db, organisationId }: OrgContext, runId: string, undoUntil: number): Write =>
	db
		.update(runs)
		.set({ undoUntil })
		.where(and(isOpen(organisationId, runId), isNull(runs.undoUntil)));

/** Reopens a run whose task is retried: its undo window begins again when it ends. */
export const writeRunReopened = ({ db, organisationId }: OrgContext, runId: string): Write =>
	db.update(runs).set({ undoUntil: null }).where(isOpen(organisationId, runId));

/** The condition for a slice's statement: the task is where the slice found it and its run is not undone. */
export const runStandsAt = (ctx: OrgContext, task: OpenTask): SQL =>
	sql`${taskStandsAt(ctx, task)} AND EXISTS (SELECT 1 FROM runs
		WHERE organisation_id = ${ctx.organisationId} AND id = ${task.id} AND undone_at IS NULL)`;

/** Ends the work of a task: nothing is left of it, or its run was undone. */
export const writeTaskOver = (ctx: OrgContext, taskId: string, isUndone: boolean): Write =>
	completeTask(ctx, taskId, isUndone ? sql`json_set(${taskResult}, '$.undone', json('true'))` : undefined);

/** The condition that the run is not undone, and its undo window not over. @param also a further condition */
export const mayUndo = ({ organisationId, now }: OrgContext, runId: string, also: SQL = sql`true`): SQL =>
	sql`EXISTS (SELECT 1 FROM runs WHERE organisation_id = ${organisationId} AND id = ${runId}
		AND undone_at IS NULL AND (undo_until IS NULL OR undo_until > ${now()}) AND ${also})`;

/** Marks the run as undone. @param onlyIf given where nothing before it in the same commit has asked */
export const writeUndone = (
	{ db, organisationId, now }: OrgContext,
	runId: string,
	{ undoTaskId = null, onlyIf }: { undoTaskId?: string | null; onlyIf?: SQL } = {},
): Write =>
	db
		.update(runs)
		.set({ undoneAt: now(), undoTaskId })
		.where(and(isOpen(organisationId, runId), onlyIf));

/** Sets how many rows the undo task has. why here: until its commit the run may go on. */
export const writeUndoTotal = (ctx: OrgContext, taskId: string, runId: string): Write =>
	setTask(ctx, taskId, {
		total: sql`(SELECT count(*) FROM run_rows
			WHERE organisation_id = ${ctx.organisationId} AND run_id = ${runId} AND outcome = 'changed')`,
	});

/** Writes which changed rows are undone, and which were kept because somebody had changed them since. */
export const writeUndoOutcomes = (
	{ db, organisationId }: OrgContext,
	runId: string,
	rows: Readonly<Record<"undone" | "kept", readonly { id: string }[]>>,
): Write[] =>
	(["undone", "kept"] as const)
		.filter((outcome) => rows[outcome].length > 0)
		.map((outcome) =>
			db
				.update(runRows)
				.set({ outcome })
				.where(
					and(
						eq(runRows.organisationId, organisationId),
						eq(runRows.runId, runId),
						sql`${runRows.subjectId} IN (SELECT value FROM json_each(${JSON.stringify(rows[outcome].map(({ id }) => id))}))`,
						sql`+${runRows.outcome} = 'changed'`,
					),
				),
		);

/** Rows one statement of the sweep touches. */
const sliceSize = 2_000;
const hourMs = 3_600_000;

/** Deletes old runs, and those that were never begun. What they did is in the log of each applicant. */
export const deleteOldRuns = async (
	db: Database,
	{ before, halfBefore }: { before: number; halfBefore: number },
): Promise<void> => {
	// why only an hour's worth: it runs every minute, and what it misses is deleted later.
	const isOld = sql`(run.created_at < ${before} OR (run.created_at BETWEEN ${halfBefore - hourMs} AND ${halfBefore}
		AND run.status = 'gathering'))`;
	await db.batch([
		db.delete(runRows).where(
			sql`${runRows}.rowid IN (SELECT row.rowid FROM runs AS run CROSS JOIN run_rows AS row
				ON row.organisation_id = run.organisation_id AND row.run_id = run.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(runs).where(
			sql`${runs}.rowid IN (SELECT run.rowid FROM runs AS run WHERE ${isOld} AND NOT EXISTS (
				SELECT 1 FROM run_rows WHERE organisation_id = run.organisation_id AND run_id = run.id)
				LIMIT ${sliceSize})`,
		),
	]);
};

/** Removes the name of the only row of a run. @param runIds a query of runs that may be about one row */
export const eraseRunSubjects = ({ db, organisationId }: OrgContext, runIds: SQL, name: string): Write =>
	db
		.update(runs)
		.set({ subject: name })
		.where(and(eq(runs.organisationId, organisationId), eq(runs.size, 1), sql`${runs.id} IN ${runIds}`));
