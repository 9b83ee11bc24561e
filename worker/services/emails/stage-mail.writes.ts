import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom, randomId } from "#worker/database/insert-from";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import type { Channel } from "#worker/services/emails/contract";

/** A mailing of a stage change; there is one for each application of its applicants and each channel. */
interface StageMailing {
	id: string;
	applicationId: string;
	/** The task that sends it; null while the change goes on and adds more. */
	taskId: string | null;
}

interface Notice {
	/** The run that it tells of. */
	runId: string;
	stepId: string;
	message: { channel: Channel; templateId: string; subject: string; content: string; hasLetter: boolean };
	/** Null when the comment is for staff only. */
	comment: string | null;
	/** UTC milliseconds; null while the change goes on and adds more. */
	sendAfter: number | null;
}

/** Creates the mailings of a stage change, with the step's files. They are sent when it can no longer be undone. */
export const writeStageMailings = (
	{ db, organisationId, actor, now }: OrgContext,
	made: readonly StageMailing[],
	{ runId, stepId, message, comment, sendAfter }: Notice,
): Write[] => {
	if (made.length === 0) return [];
	const rows = JSON.stringify(made);
	return [
		insertFrom(
			db,
			mailings,
			{
				organisationId,
				id: sql`value ->> 'id'`,
				applicationId: sql`value ->> 'applicationId'`,
				stepId,
				templateId: message.templateId,
				channel: message.channel,
				eventId: runId,
				comment,
				subject: message.subject,
				content: message.content,
				letter: message.hasLetter ? "stage" : null,
				status: sendAfter === null ? "gathering" : "ready",
				sendAfter: sendAfter ?? 0,
				taskId: sql`value ->> 'taskId'`,
				createdBy: actor.id,
				senderUsername: actor.email,
				createdAt: now(),
			},
			sql`FROM json_each(${rows})`,
		),
		...(message.channel === "email" ? [writeStageFiles({ db, organisationId }, rows, stepId)] : []),
	];
};

/** Attaches the files of a step to its emails. */
const writeStageFiles = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	rows: string,
	stepId: string,
): Write =>
	insertFrom(
		db,
		mailingAttachments,
		{
			organisationId,
			id: randomId,
			mailingId: sql`made.value ->> 'id'`,
			position: sql`row_number() OVER (PARTITION BY made.value ->> 'id' ORDER BY file.created_at, file.id) - 1`,
			name: sql`file.name`,
			mimetype: sql`file.mimetype`,
			size: sql`file.size`,
			objectKey: sql`file.object_key`,
		},
		sql`FROM json_each(${rows}) AS made CROSS JOIN workflow_step_attachments AS file
				WHERE file.organisation_id = ${organisationId} AND file.step_id = ${stepId} AND file.removed_at IS NULL`,
	);

/** Creates one email for each moved applicant. */
export const writeStageMails = (
	{ db, organisationId, now }: OrgContext,
	recipients: readonly { applicantId: string; mailingId: string }[],
	dueAt: number,
): Write[] => {
	if (recipients.length === 0) return [];
	return [
		insertFrom(
			db,
			emails,
			{
				organisationId,
				id: randomId,
				mailingId: sql`value ->> 'mailingId'`,
				applicantId: sql`value ->> 'applicantId'`,
				status: "queued",
				dueAt,
				createdAt: now(),
			},
			sql`FROM json_each(${JSON.stringify(recipients)}) WHERE true`,
		).onConflictDoNothing(),
	];
};

/** Gives the emails of a stage change their letters, empty for none: they were waiting for them. */
export const writeLettersOfMails = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	runId: string,
	letters: readonly { applicantId: string; letterId: string }[],
): Write => {
	const byApplicant = JSON.stringify(Object.fromEntries(letters.map((one) => [one.applicantId, one.letterId])));
	const letterId = sql`(SELECT value FROM json_each(${byApplicant}) WHERE key = ${emails.applicantId})`;
	const ofRun = sql`SELECT email.rowid FROM mailings AS mailing CROSS JOIN json_each(${byApplicant}) AS made
		CROSS JOIN emails AS email ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id
			AND email.applicant_id = made.key AND email.status <> 'sent'
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId} AND mailing.letter = 'stage'`;
	return db.update(emails).set({ letterId }).where(sql`${emails}.rowid IN (${ofRun})`);
};

/** Completes the mailings of a stage change that is over; they wait for the end of the undo window. */
export const writeStageMailingsReady = (
	{ db, organisationId }: OrgContext,
	ready: readonly { id: string; taskId: string }[],
	sendAfter: number,
): Write[] =>
	ready.map(({ id, taskId }) =>
		db
			.update(mailings)
			.set({ status: "ready", taskId, sendAfter })
			.where(and(eq(mailings.organisationId, organisationId), eq(mailings.id, id), eq(mailings.status, "gathering"))),
	);

/** Withdraws everything that tells of this change. */
export const writeMailingsDropped = ({ db, organisationId }: OrgContext, runId: string): Write =>
	db
		.update(mailings)
		.set({ status: "dropped" })
		.where(and(eq(mailings.organisationId, organisationId), eq(mailings.eventId, runId)));
