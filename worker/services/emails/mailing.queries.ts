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
