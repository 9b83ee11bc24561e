import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

interface MailingRow {
	id: string;
	subject: string;
	content: string;
	comment: string | null;
	stageName: string | null;
	/** The stage that triggered it: an applicant who has left it gets no email. */
	stepId: string | null;
}

interface FileRow {
	name: string;
	mimetype: string;
	size: number;
	objectKey: string;
}

/** Finds a mailing with its files, from which its emails are made; undefined when there is none. */
export const readMailing = async ({ db, organisationId }: OrgContext, mailingId: string) => {
	const [[mailing], files] = await Promise.all([
		db.all<MailingRow>(sql`
			SELECT mailing.id, subject, content, comment, CASE WHEN event_id IS NOT NULL THEN step.name END AS stageName,
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
