import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { TaskInput } from "#worker/tasks/task.writes";

interface StepFile {
	name: string;
	mimetype: string;
	size: number;
	objectKey: string;
}

interface StepTemplates {
	undoWindowSeconds: number;
	emailId: string | null;
	emailName: string | null;
	subject: string | null;
	content: string | null;
	letterId: string | null;
	letterName: string | null;
}

/** Reads the templates of a step that are in use, its files, and the institution's undo window. */
export const readStepTemplates = async ({ db, organisationId }: OrgContext, stepId: string) => {
	const [[templates], files] = await Promise.all([
		db.all<StepTemplates>(sql`
			SELECT organisation.undo_window_seconds AS undoWindowSeconds, email.id AS emailId, email.name AS emailName, email.subject,
				email.content, letter.id AS letterId, letter.name AS letterName
			FROM organisations AS organisation
			LEFT JOIN workflow_steps AS step ON step.organisation_id = organisation.id AND step.id = ${stepId}
			LEFT JOIN templates AS email ON email.organisation_id = organisation.id AND email.id = step.email_template_id
				AND email.type = 'email' AND email.active = 1
			LEFT JOIN templates AS letter ON letter.organisation_id = organisation.id AND letter.id = step.pdf_template_id
				AND letter.type = 'document' AND letter.active = 1
			WHERE organisation.id = ${organisationId}`),
		db.all<StepFile>(sql`
			SELECT name, mimetype, size, object_key AS objectKey FROM workflow_step_attachments
			WHERE organisation_id = ${organisationId} AND step_id = ${stepId} ORDER BY created_at, id`),
	]);
	return { templates, files };
};

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

/** Finds the mailings of a run whose task has ended, with the number of emails in each. */
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
