import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { eraseOutboxMails } from "#worker/gateways/mail/outbox.writes";

/**
 * Empties the emails to applicants, so that mailings still count them; what waits is not sent any more. Copies in the outbox go: those
 * to the applicants, and those to their referees that name them.
 */
export const eraseEmails = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write[] => [
	eraseOutboxMails(
		db,
		organisationId,
		sql`(SELECT copy.id FROM json_each(${JSON.stringify(ids)}) AS asked
			CROSS JOIN emails AS email ON email.organisation_id = ${organisationId} AND email.applicant_id = asked.value
			CROSS JOIN outbox_mails AS copy ON copy.organisation_id = ${organisationId} AND copy.message_id = email.id
			UNION SELECT copy.id FROM json_each(${JSON.stringify(ids)}) AS asked
			CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
			CROSS JOIN outbox_mails AS copy ON copy.organisation_id = ${organisationId} AND copy.recipient = applicant.email
			UNION SELECT copy.id FROM json_each(${JSON.stringify(ids)}) AS asked
			CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
			CROSS JOIN referees AS referee ON referee.organisation_id = ${organisationId} AND referee.applicant_id = asked.value
			CROSS JOIN outbox_mails AS copy ON copy.organisation_id = ${organisationId} AND copy.recipient = referee.email
				AND instr(copy.subject || copy.text, applicant.last_name) > 0)`,
	),
	db
		.update(emails)
		.set({
			recipient: null,
			mergeValues: null,
			letterId: null,
			reason: sql`iif(status = 'queued', 'The applicant was erased.', NULL)`,
			status: sql`iif(status = 'queued', 'failed', status)`,
		})
		.where(and(eq(emails.organisationId, organisationId), isOneOf(emails.applicantId, ids))),
];

/**
 * Empties mailings to nobody but erased applicants, and removes their files, which the sweep then deletes from the store. Texts to several stay.
 * @param named the ids of these mailings, and of what else is erased
 */
export const eraseMailings = ({ db, organisationId }: OrgContext, named: SQL): Write[] => [
	db
		.delete(mailingAttachments)
		.where(
			and(eq(mailingAttachments.organisationId, organisationId), sql`${mailingAttachments.mailingId} IN ${named}`),
		),
	db
		.update(mailings)
		// why a word: lists name a mailing by its subject.
		.set({ subject: "Erased", content: "", comment: null })
		.where(and(eq(mailings.organisationId, organisationId), sql`${mailings.id} IN ${named}`)),
];
