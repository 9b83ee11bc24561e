import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { TaskInput } from "#worker/tasks/task.writes";

/** Was the batch undone, and into which mailings do its mails gather, by application? */
export const gatheringMailings = async ({ db, organisationId }: OrgContext, batchId: string) => {
	const [[batch], rows] = await Promise.all([
		db.all<{ undoneAt: number | null }>(sql`
			SELECT undone_at AS undoneAt FROM batches WHERE organisation_id = ${organisationId} AND id = ${batchId}`),
		db.all<{ id: string; applicationId: string }>(sql`
			SELECT id, application_id AS applicationId FROM mailings
			WHERE organisation_id = ${organisationId} AND event_id = ${batchId} AND status = 'gathering'`),
	]);
	const mailings: ReadonlyMap<string, string> = new Map(rows.map(({ id, applicationId }) => [applicationId, id]));
	return { isUndone: batch?.undoneAt != null, mailings };
};

/** Mailings of a move that is over, with their mails, and how long they wait. */
export const findUnreleased = async ({ db, organisationId }: OrgContext, batchId: string) => {
	const [[organisation], mailings] = await Promise.all([
		db.all<{ holdSeconds: number }>(sql`
			SELECT min(600, max(0, hold_seconds)) AS holdSeconds FROM organisations WHERE id = ${organisationId}`),
		db.all<{ id: string; applicationId: string; applicationTitle: string | null; mails: number }>(sql`
			SELECT mailing.id, mailing.application_id AS applicationId, application.title AS applicationTitle,
				(SELECT count(*) FROM emails
					WHERE organisation_id = ${organisationId} AND mailing_id = mailing.id) AS mails
			FROM mailings AS mailing
			LEFT JOIN applications AS application
				ON application.organisation_id = ${organisationId} AND application.id = mailing.application_id
			WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${batchId}
				AND mailing.status = 'gathering'`),
	]);
	return { holdSeconds: organisation?.holdSeconds ?? 0, mailings };
};

/** One whom a move has moved: where they stood before, and whether they still are as it left them. */
export interface Undoable {
	id: string;
	fromStepId: string;
	fromLocationId: string | null;
	fromChangedAt: number;
	version: number;
	/** 0 or 1. */
	isAsLeft: number;
}

/** The next of those whom a move has moved, in their order. */
export const readUndoable = (
	{ db, organisationId }: OrgContext,
	{ id: batchId, targetId }: { id: string; targetId: string },
	size: number,
) =>
	db.all<Undoable>(sql`
		SELECT row.applicant_id AS id, from_step_id AS fromStepId, from_location_id AS fromLocationId, from_changed_at AS fromChangedAt, row.version,
			coalesce(applicant.step_id = ${targetId} AND applicant.version = row.version, 0) AS isAsLeft
		FROM batch_rows AS row
		LEFT JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = row.applicant_id
		WHERE row.organisation_id = ${organisationId} AND row.batch_id = ${batchId} AND row.outcome = 'moved'
		ORDER BY row.position LIMIT ${size}`);

/** Tasks at work on what a move has written. */
export const findTasksOfMove = async ({ db, organisationId }: OrgContext, batchId: string) => {
	const rows = await db.all<{ id: string; userId: string; input: string; total: number }>(sql`
		SELECT task.id, task.created_by AS userId, task.input, task.total
		FROM mailings AS mailing CROSS JOIN tasks AS task
			ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id AND task.status = 'STARTED'
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${batchId}`);
	return rows.map(({ input, ...task }) => ({ ...task, input: JSON.parse(input) as TaskInput }));
};

/** How many mails of a move were dropped with it. */
export const countDroppedMails = async ({ db, organisationId }: OrgContext, batchId: string): Promise<number> => {
	const [counted] = await db.all<{ mails: number }>(sql`
		SELECT count(*) AS mails FROM mailings AS mailing CROSS JOIN emails AS email
			ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${batchId} AND mailing.status = 'dropped'`);
	return counted?.mails ?? 0;
};

/** Names of the first whom an undo left where they are. */
export const namesOfKept = async ({ db, organisationId }: OrgContext, batchId: string, limit: number) => {
	const rows = await db.all<{ name: string }>(sql`
		SELECT trim(first_name || ' ' || coalesce(middle_name || ' ', '') || last_name) AS name
		FROM batch_rows AS row CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = row.applicant_id
		WHERE row.organisation_id = ${organisationId} AND row.batch_id = ${batchId} AND row.outcome = 'kept'
		ORDER BY row.position LIMIT ${limit}`);
	return rows.map(({ name }) => name);
};
