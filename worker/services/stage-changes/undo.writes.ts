import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { writeBatchUndone } from "#worker/runs/batch.writes";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { Undoable } from "#worker/services/stage-changes/undo.queries";
import type { OpenTask } from "#worker/tasks/job";
import { completeTask, setTask, taskResult, taskStandsAt } from "#worker/tasks/task.writes";

/** Is the task where the slice found it, and was its batch not undone? Goes into the statement that does the slice. */
export const batchStandsAt = (ctx: OrgContext, task: OpenTask): SQL =>
	sql`${taskStandsAt(ctx, task)} AND EXISTS (SELECT 1 FROM batches
		WHERE organisation_id = ${ctx.organisationId} AND id = ${task.id} AND undone_at IS NULL)`;

/** Ends the work of a batch: it has come to its end, or was undone. */
export const writeBatchTaskOver = (ctx: OrgContext, taskId: string, isUndone: boolean): Write =>
	completeTask(ctx, taskId, isUndone ? sql`json_set(${taskResult}, '$.undone', json('true'))` : undefined);

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

/** Marks a move as undone, if it may be. */
export const writeUndone = (ctx: OrgContext, batchId: string, undoTaskId: string | null = null): Write =>
	writeBatchUndone(ctx, batchId, {
		undoTaskId,
		guard: sql`EXISTS (${mayUndo(ctx.organisationId, batchId, ctx.now())})`,
	});

/** Counts how many the task that undoes a move has to put back. why here: until its commit the move may go on. */
export const writeUndoTotal = (ctx: OrgContext, taskId: string, batchId: string): Write =>
	setTask(ctx, taskId, {
		total: sql`(SELECT count(*) FROM batch_rows
			WHERE organisation_id = ${ctx.organisationId} AND batch_id = ${batchId} AND outcome = 'moved')`,
	});

/**
 * Puts those back who are still where the move put them, at the version it gave them.
 *
 * @param onlyIf left out: while the move may be undone
 */
export const writeBack = (
	ctx: OrgContext,
	{ id: batchId, targetId }: { id: string; targetId: string },
	takers: readonly Undoable[],
	onlyIf?: SQL,
): Write => {
	const { organisationId, now } = ctx;
	const before = (column: string) =>
		sql`(SELECT ${sql.identifier(column)} FROM batch_rows WHERE organisation_id = ${organisationId}
			AND batch_id = ${batchId} AND applicant_id = applicants.id)`;
	return updateApplicants(
		ctx,
		takers.map(({ id, version }) => ({ id, stepId: targetId, version })),
		{
			set: {
				stepId: before("from_step_id"),
				locationId: before("from_location_id"),
				stageChangedAt: before("from_changed_at"),
			},
			guard: onlyIf ?? sql`EXISTS (${mayUndo(organisationId, batchId, now())})`,
		},
	);
};

/** Logs the undo. */
export const writeBackLog = (
	ctx: OrgContext,
	{ targetName }: { targetName: string },
	takers: readonly Undoable[],
	eventId: string,
): Write =>
	logApplicants(
		ctx,
		takers.map(({ id, fromStepId }) => ({ applicantId: id, stepId: fromStepId })),
		{ type: "STAGE_CHANGE", fromStageName: targetName, reason: "Stage change undone", eventId },
	);
