import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

interface MailingRow {
	id: string;
	subject: string;
	createdAt: number;
	sendAfter: number;
	status: "gathering" | "ready" | "dropped";
	taskId: string | null;
	/** The user and status of its task; null when there is none yet. */
	taskOwner: string | null;
	taskStatus: "STARTED" | "FAILED" | "SUCCESS" | null;
}

export const findMailing = async ({ db, organisationId }: OrgContext, mailingId: string) => {
	const [found] = await db.all<MailingRow>(sql`
		SELECT mailing.id, subject, mailing.created_at AS createdAt, send_after AS sendAfter, mailing.status,
			task_id AS taskId, task.created_by AS taskOwner, task.status AS taskStatus
		FROM mailings AS mailing
		LEFT JOIN tasks AS task ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId} AND mailing.status <> 'gathering'`);
	return found;
};

type Status = "queued" | "sent" | "failed";

export const countMailed = async ({ db, organisationId }: OrgContext, mailingId: string) => {
	const rows = await db.all<{ status: Status; mails: number }>(sql`
		SELECT status, count(*) AS mails FROM emails
		WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId} GROUP BY status`);
	const count = (status: Status) => rows.find((row) => row.status === status)?.mails ?? 0;
	return { queued: count("queued"), sent: count("sent"), failed: count("failed") };
};

export const pageOfMailed = (
	{ db, organisationId }: OrgContext,
	mailingId: string,
	{ status, page, size }: { status?: Status | undefined; page: number; size: number },
) =>
	db.all<{
		id: string;
		name: string | null;
		applicationNumber: string | null;
		status: Status;
		reason: string | null;
	}>(sql`
		SELECT email.applicant_id AS id, email.status, email.reason,
			coalesce(applicant.application_number, archived.source_number) AS applicationNumber,
			coalesce(trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name),
				archived.source_name) AS name
		FROM (SELECT applicant_id, status, reason FROM emails
			WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
				${status === undefined ? sql`` : sql`AND status = ${status}`}
			ORDER BY applicant_id LIMIT ${size} OFFSET ${page * size}) AS email
		LEFT JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = email.applicant_id
		LEFT JOIN merges AS archived ON applicant.id IS NULL AND archived.organisation_id = ${organisationId}
			AND archived.source_id = email.applicant_id AND archived.undone_at IS NULL
		ORDER BY email.applicant_id`);

interface MailingContent {
	id: string;
	subject: string;
	content: string;
	comment: string | null;
	stageName: string | null;
	/** The stage that triggered it: an applicant who has left it gets no email. */
	stepId: string | null;
	letter: "stage" | "current" | null;
}

interface FileRow {
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

/** Finds a mailing with its files, from which its emails are made; undefined when there is none. */
export const readMailing = async ({ db, organisationId }: OrgContext, mailingId: string) => {
	const [[mailing], files] = await Promise.all([
		db.all<MailingContent>(sql`
			SELECT mailing.id, subject, content, comment, letter, CASE WHEN event_id IS NOT NULL THEN step.name END AS stageName,
				CASE WHEN event_id IS NOT NULL THEN step_id END AS stepId
			FROM mailings AS mailing
			LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = mailing.step_id
			WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId}`),
		db.all<FileRow>(sql`
			SELECT name, mimetype, size, object_key AS objectKey FROM mailing_attachments
			WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId} ORDER BY position`),
	]);
	return mailing && { mailing, files };
};

/** Finds when the next email is due, UTC milliseconds; undefined when none waits or none may be sent. */
export const findNextDue = async (
	{ db, organisationId }: OrgContext,
	{ mailingId, emailId }: { mailingId: string; emailId?: string | undefined },
): Promise<number | undefined> => {
	const [next] = await db.all<{ dueAt: number | null }>(sql`
		SELECT max(mailing.send_after, (
			SELECT min(due_at) FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
				AND status = 'queued' ${emailId === undefined ? sql`` : sql`AND id = ${emailId}`})) AS dueAt
		FROM mailings AS mailing
		WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId} AND mailing.status = 'ready'`);
	return next?.dueAt ?? undefined;
};

/** Finds why emails of a mailing failed: the reason if all have the same, otherwise undefined. */
export const findOneReason = async (
	{ db, organisationId }: OrgContext,
	{ mailingId, emailId }: { mailingId: string; emailId?: string | undefined },
): Promise<string | undefined> => {
	const reasons = await db.all<{ reason: string | null }>(sql`
		SELECT DISTINCT reason FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
			AND status = 'failed' ${emailId === undefined ? sql`` : sql`AND id = ${emailId}`} LIMIT 2`);
	return reasons.length === 1 ? (reasons[0]?.reason ?? undefined) : undefined;
};
