import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { TaskInput } from "#worker/tasks/task.writes";

/** Finds the mailings that collect the emails of a run, by application. */
export const gatheringMailings = async (
	{ db, organisationId }: OrgContext,
	runId: string,
): Promise<ReadonlyMap<string, string>> => {
	const rows = await db.all<{ id: string; applicationId: string }>(sql`
		SELECT id, application_id AS applicationId FROM mailings
		WHERE organisation_id = ${organisationId} AND event_id = ${runId} AND status = 'gathering'`);
	return new Map(rows.map(({ id, applicationId }) => [applicationId, id]));
};

/** Finds the mailings of a run whose task has ended, with their number of emails. */
export const findUnreleased = ({ db, organisationId }: OrgContext, runId: string) =>
	db.all<{ id: string; applicationId: string; applicationTitle: string | null; mails: number }>(sql`
		SELECT mailing.id, mailing.application_id AS applicationId, application.title AS applicationTitle,
			(SELECT count(*) FROM emails
				WHERE organisation_id = ${organisationId} AND mailing_id = mailing.id) AS mails
		FROM mailings AS mailing
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = mailing.application_id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId}
			AND mailing.status = 'gathering'`);

/** The condition that no email of the run has been started. why a condition: it and an undo exclude each other. */
export const noMailBegun = ({ organisationId }: OrgContext, runId: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM mailings AS mailing CROSS JOIN emails AS email
		ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id AND email.attempts > 0
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId})`;

/** Finds the unfinished tasks that send the emails of a run. */
export const findTasksOfRun = async ({ db, organisationId }: OrgContext, runId: string) => {
	const rows = await db.all<{ id: string; userId: string; input: string; total: number }>(sql`
		SELECT task.id, task.created_by AS userId, task.input, task.total
		FROM mailings AS mailing CROSS JOIN tasks AS task
			ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id AND task.status = 'STARTED'
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId}`);
	return rows.map(({ input, ...task }) => ({ ...task, input: JSON.parse(input) as TaskInput }));
};

/** Counts the emails withdrawn with a run. */
export const countDroppedMails = async ({ db, organisationId }: OrgContext, runId: string): Promise<number> => {
	const [counted] = await db.all<{ mails: number }>(sql`
		SELECT count(*) AS mails FROM mailings AS mailing CROSS JOIN emails AS email
			ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId} AND mailing.status = 'dropped'`);
	return counted?.mails ?? 0;
};
