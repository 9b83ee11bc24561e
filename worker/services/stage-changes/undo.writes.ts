import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { batches, batchRows } from "#worker/database/schema/batches";
import { tasks } from "#worker/database/schema/records";
import type { Undoable } from "#worker/services/stage-changes/undo.queries";
import type { OpenTask } from "#worker/tasks/job";
import { isStarted, taskStandsAt } from "#worker/tasks/task.writes";

/** Is the task where the slice found it, and was its batch not undone? Goes into the statement that does the slice. */
export const batchStandsAt = (ctx: OrgContext, task: OpenTask): SQL =>
	sql`${taskStandsAt(ctx, task)} AND EXISTS (SELECT 1 FROM batches
		WHERE organisation_id = ${ctx.organisationId} AND id = ${task.id} AND undone_at IS NULL)`;

/** Nothing more of it is done: it has come to its end, or was undone. */
export const writeBatchTaskOver = ({ db, organisationId, now }: OrgContext, taskId: string, isUndone: boolean): Write =>
	db
		.update(tasks)
		.set({
			done: sql`${tasks.total}`,
			updatedAt: now(),
			...(isUndone && { result: sql`json_set(coalesce(${tasks.result}, '{}'), '$.undone', json('true'))` }),
		})
		.where(isStarted(organisationId, taskId));

/**
 * May the move be undone at this moment? Not when it was, when its hold is over, or when somebody has begun to send what
 * it wrote: that and the undo exclude each other, whatever their clocks say.
 */
const mayUndo = (organisationId: string, batchId: string, now: number): SQL =>
	sql`SELECT 1 FROM batches WHERE organisation_id = ${organisationId} AND id = ${batchId} AND kind = 'stage'
		AND undone_at IS NULL AND (held_until IS NULL OR held_until > ${now})
		AND NOT EXISTS (SELECT 1 FROM mailings AS mailing CROSS JOIN emails AS email
			ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id AND email.attempts > 0
			WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${batchId})`;

/**
 * The move counts as undone from now on.
 *
 * @param isAsked given where nothing before it in the same commit has asked whether it may be
 */
export const writeUndone = (
	{ db, organisationId, now }: OrgContext,
	batchId: string,
	{ undoTaskId = null, isAsked = false }: { undoTaskId?: string | null; isAsked?: boolean } = {},
): Write =>
	db
		.update(batches)
		.set({ undoneAt: now(), undoTaskId })
		.where(
			and(
				eq(batches.organisationId, organisationId),
				eq(batches.id, batchId),
				isNull(batches.undoneAt),
				isAsked ? sql`EXISTS (${mayUndo(organisationId, batchId, now())})` : undefined,
			),
		);

/** The task that undoes it has this many to put back. why here: until its commit the move may go on. */
export const writeUndoTotal = ({ db, organisationId }: OrgContext, taskId: string, batchId: string): Write =>
	db
		.update(tasks)
		.set({
			total: sql`(SELECT count(*) FROM batch_rows
				WHERE organisation_id = ${organisationId} AND batch_id = ${batchId} AND outcome = 'moved')`,
		})
		.where(isStarted(organisationId, taskId));

const asJson = (takers: readonly Undoable[]) =>
	JSON.stringify(
		takers.map(({ id, fromStepId, fromLocationId, fromChangedAt, version }) => [
			...[id, fromStepId, fromLocationId, fromChangedAt, version],
		]),
	);

/**
 * Puts those back who still are where the move put them, at the version it gave them; the commit counts them.
 *
 * @param onlyIf left out: while the move may be undone
 */
export const writeBack = (
	{ db, organisationId, actor, now }: OrgContext,
	{ id: batchId, targetId }: { id: string; targetId: string },
	takers: readonly Undoable[],
	onlyIf?: SQL,
): Write => {
	const rows = asJson(takers);
	const before = (column: string) =>
		sql`(SELECT ${sql.identifier(column)} FROM batch_rows WHERE organisation_id = ${organisationId}
			AND batch_id = ${batchId} AND applicant_id = ${applicants.id})`;
	return (
		db
			.update(applicants)
			.set({
				stepId: before("from_step_id"),
				locationId: before("from_location_id"),
				stageChangedAt: before("from_changed_at"),
				lastReviewedAt: now(),
				lastReviewedBy: actor.name,
				version: sql`${applicants.version} + 1`,
				updatedAt: now(),
			})
			// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
			.where(
				and(
					sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM json_each(${rows}) AS seen
					CROSS JOIN applicants AS found
						ON found.organisation_id = ${organisationId} AND found.id = seen.value ->> 0
					WHERE found.step_id = ${targetId} AND found.version = seen.value ->> 4)`,
					onlyIf ?? sql`EXISTS (${mayUndo(organisationId, batchId, now())})`,
				),
			)
	);
};

/** One log entry for each who is back; it bears the event's id. */
export const writeBackLog = (
	{ db, organisationId, actor, now }: OrgContext,
	{ targetName }: { targetName: string },
	takers: readonly Undoable[],
	eventId: string,
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, seen.value ->> 0, ${eventId}, 'STAGE_CHANGE', step.id, coalesce(step.name, seen.value ->> 1),
			${targetName}, 'Stage change undone', ${actor.id}, ${actor.name}, ${eventId}, ${now()}
		FROM json_each(${asJson(takers)}) AS seen
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = seen.value ->> 1`);

/** What became of those whom the move had moved: undone, or somebody had changed them meanwhile. */
export const writeUndoOutcomes = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly { id: string; outcome: "undone" | "kept" }[],
): Write[] =>
	(["undone", "kept"] as const).flatMap((outcome) => {
		const ids = rows.filter((row) => row.outcome === outcome).map(({ id }) => id);
		if (ids.length === 0) return [];
		return db
			.update(batchRows)
			.set({ outcome })
			.where(
				and(
					eq(batchRows.organisationId, organisationId),
					eq(batchRows.batchId, batchId),
					sql`${batchRows.applicantId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
					sql`+${batchRows.outcome} = 'moved'`,
				),
			);
	});

/** A task that was to send what the move wrote has nothing to do. */
export const writeTaskDropped = ({ db, organisationId, now }: OrgContext, taskId: string): Write =>
	db
		.update(tasks)
		.set({ status: "SUCCESS", done: sql`${tasks.total}`, updatedAt: now(), result: { sent: 0, undone: true } })
		.where(isStarted(organisationId, taskId));
