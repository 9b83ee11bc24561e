import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { KeptMergeValues } from "#worker/contract/text/merge-text";
import { withMergedSources } from "#worker/services/duplicates/merges.queries";
import type { Channel, Email } from "#worker/services/emails/contract";
import { findLetterFiles } from "#worker/services/letters/queries";

export interface EmailRow {
	id: string;
	mailingId: string;
	channel: Channel;
	status: "queued" | "sent" | "failed";
	attempts: number;
	dueAt: number;
	recipient: string | null;
	/** JSON. */
	mergeValues: string | null;
	reason: string | null;
	letterId: string | null;
	sentAt: number | null;
	createdAt: number;
	subject: string;
	/** Sanitised HTML, of an SMS plain text, with merge fields. */
	content: string;
	sendAfter: number;
	comment: string | null;
	senderUsername: string;
	stageName: string | null;
	/** Whether the mailing's task is running, 0 or 1. */
	isWorkedOn: number;
}

/** why merged applicants too: of a mailing that was sent to both, the source keeps its own email. */
const isOf = (organisationId: string, applicantId: string): SQL =>
	sql`email.organisation_id = ${organisationId} AND email.applicant_id IN ${withMergedSources(organisationId, applicantId)}`;

/** Reads one page of the emails to an applicant, newest first; undefined when there is no such applicant. */
export const pageOfEmails = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
) => {
	// why the index: without it SQLite counts in a smaller one of the whole institution.
	const ofApplicant = sql`FROM emails AS email INDEXED BY emails_by_applicant
		CROSS JOIN mailings AS mailing ON mailing.organisation_id = ${organisationId} AND mailing.id = email.mailing_id
			AND mailing.status = 'ready'`;
	const matching = sql`WHERE ${isOf(organisationId, applicantId)}`;
	const [[applicant], rows, [total]] = await Promise.all([
		db.all<{ id: string }>(
			sql`SELECT id FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}`,
		),
		db.all<EmailRow>(sql`
			SELECT email.id, email.mailing_id AS mailingId, email.status, email.attempts, email.due_at AS dueAt,
				email.recipient, email.merge_values AS mergeValues, email.reason, email.letter_id AS letterId, email.sent_at AS sentAt,
				email.created_at AS createdAt, mailing.channel, mailing.subject, mailing.content, mailing.send_after AS sendAfter,
				mailing.comment, mailing.sender_username AS senderUsername,
				CASE WHEN mailing.event_id IS NOT NULL THEN step.name END AS stageName,
				task.id IS NOT NULL AS isWorkedOn
			${ofApplicant}
			LEFT JOIN workflow_steps AS step
				ON step.organisation_id = ${organisationId} AND step.id = mailing.step_id
			LEFT JOIN tasks AS task
				ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id AND task.status = 'STARTED'
			${matching} ORDER BY email.created_at DESC, email.id DESC LIMIT ${size} OFFSET ${page * size}`),
		db.all<{ mails: number }>(sql`SELECT count(*) AS mails ${ofApplicant} ${matching}`),
	]);
	return applicant && { rows, total: total?.mails ?? 0 };
};

type Attachment = Email["attachments"][number];

/** Reads the files of these mailings by mailing, in the order they were attached. */
export const readAttachments = async ({ db, organisationId }: OrgContext, mailingIds: readonly string[]) => {
	const rows = await db.all<Attachment & { mailingId: string }>(sql`
		SELECT mailing_id AS mailingId, file.id, name, mimetype, size FROM json_each(${JSON.stringify(mailingIds)}) AS chosen
		CROSS JOIN mailing_attachments AS file
			ON file.organisation_id = ${organisationId} AND file.mailing_id = chosen.value
		ORDER BY mailing_id, position`);
	return Map.groupBy(rows, ({ mailingId }) => mailingId);
};

/** Returns the stored values of an email that was sent or tried. */
export const keptValues = ({ mergeValues }: Pick<EmailRow, "mergeValues">): KeptMergeValues | null =>
	mergeValues === null ? null : JSON.parse(mergeValues);

/** Finds a file that was attached for all recipients, or the letter that went with an email to this applicant. */
export const findMailedFile = async (ctx: OrgContext, { id, attachmentId }: { id: string; attachmentId: string }) => {
	const { db, organisationId } = ctx;
	const [found] = await db.all<{ name: string; mimetype: string; size: number; objectKey: string }>(sql`
		SELECT name, mimetype, size, object_key AS objectKey FROM mailing_attachments AS file
		WHERE file.organisation_id = ${organisationId} AND file.id = ${attachmentId} AND EXISTS (
			SELECT 1 FROM emails AS email WHERE ${isOf(organisationId, id)} AND email.mailing_id = file.mailing_id)`);
	if (found) return found;
	const [email] = await db.all<{ id: string }>(sql`
		SELECT email.id FROM emails AS email WHERE ${isOf(organisationId, id)} AND email.letter_id = ${attachmentId} LIMIT 1`);
	return email && (await findLetterFiles(ctx, [attachmentId])).get(attachmentId);
};

/** Finds an email to this applicant, with its mailing and the task that works on it. */
export const findEmail = async (
	{ db, organisationId }: OrgContext,
	{ applicantId, emailId }: { applicantId: string; emailId: string },
) => {
	const [found] = await db.all<{
		id: string;
		mailingId: string;
		status: EmailRow["status"];
		dueAt: number;
		openTaskId: string | null;
		channel: Channel;
		applicationId: string;
		applicationTitle: string | null;
	}>(sql`
		SELECT email.id, mailing.channel, email.mailing_id AS mailingId, email.status, email.due_at AS dueAt, task.id AS openTaskId,
			mailing.application_id AS applicationId, application.title AS applicationTitle
		FROM emails AS email
		CROSS JOIN mailings AS mailing ON mailing.organisation_id = ${organisationId} AND mailing.id = email.mailing_id
			AND mailing.status = 'ready'
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = mailing.application_id
		LEFT JOIN tasks AS task
			ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id AND task.status = 'STARTED'
		WHERE email.id = ${emailId} AND ${isOf(organisationId, applicantId)}`);
	return found;
};
