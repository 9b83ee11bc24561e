import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { emails } from "#worker/database/schema/emails";
import type { EmailTaskInput } from "#worker/services/emails/progress.writes";
import { letterInForce } from "#worker/services/letters/queries";

/** An email that only this delivery may send until its lease ends. */
export interface ClaimedMail {
	id: string;
	applicantId: string;
	/** The address, where it is not the applicant's. */
	recipient: string | null;
	/** The letter that goes with it; empty when a stage change made none. */
	letterId: string | null;
	/** The attempts, this one included. */
	attempts: number;
}

/** Leases the next due emails of a mailing, if it may be sent, until then; no other delivery gets them. */
export const claimMails = (
	{ db, organisationId, now }: OrgContext,
	{ mailingId, emailId }: EmailTaskInput,
	{ size, until }: { size: number; until: number },
) =>
	db.all<ClaimedMail>(sql`
		UPDATE emails SET due_at = ${until}, attempts = attempts + 1
		WHERE organisation_id = ${organisationId} AND id IN (${dueMails(organisationId, { mailingId, emailId }, now(), size, hasLetter(organisationId, mailingId, now()))})
			AND EXISTS (SELECT 1 FROM mailings WHERE organisation_id = ${organisationId} AND id = ${mailingId}
				AND status = 'ready' AND send_after <= ${now()})
		RETURNING id, applicant_id AS applicantId, recipient, letter_id AS letterId,
			attempts`);

/** How long an email waits for the letter of its stage. why so long: the letters of a large selection take their time. */
const letterWaitMs = 3_600_000;

/** The condition that an email does not wait for the letter of its stage, or has waited for long enough. */
const hasLetter = (organisationId: string, mailingId: string, now: number): SQL => sql`AND (letter_id IS NOT NULL
	OR NOT EXISTS (SELECT 1 FROM mailings WHERE organisation_id = ${organisationId} AND id = ${mailingId}
		AND letter = 'stage' AND send_after > ${now - letterWaitMs}))`;

/** Selects the next emails of a mailing that are due, or the one email if it is. */
export const dueMails = (
	organisationId: string,
	{ mailingId, emailId }: EmailTaskInput,
	now: number,
	size: number,
	onlyIf = sql``,
): SQL => sql`
	SELECT id FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
		AND status = 'queued' AND due_at <= ${now} ${emailId === undefined ? sql`` : sql`AND id = ${emailId}`} ${onlyIf}
	ORDER BY due_at LIMIT ${size}`;

/** Returns emails that were not tried after all; not those that another delivery has claimed since. */
export const writeReleased = (
	ctx: OrgContext,
	mails: readonly ClaimedMail[],
	{ lease, dueAt, reason }: { lease: { until: number }; dueAt: number; reason?: string | undefined },
): Write =>
	ctx.db
		.update(emails)
		.set({ dueAt, attempts: sql`${emails.attempts} - 1`, ...(reason !== undefined && { reason }) })
		.where(isHeld(ctx, mails, lease.until));

/** Leases emails for longer, where they are still leased as before. @returns their ids */
export const writeRenewed = (
	ctx: OrgContext,
	mails: readonly ClaimedMail[],
	{ from, until }: { from: number; until: number },
): Promise<{ id: string }[]> =>
	ctx.db
		.update(emails)
		.set({ dueAt: until })
		.where(isHeld(ctx, mails, from))
		.returning({ id: emails.id });

const isHeld = ({ organisationId }: OrgContext, mails: readonly ClaimedMail[], until: number) =>
	and(
		eq(emails.organisationId, organisationId),
		eq(emails.status, "queued"),
		eq(emails.dueAt, until),
		sql`${emails.id} IN (SELECT value FROM json_each(${JSON.stringify(mails.map(({ id }) => id))}))`,
	);

/** Selects the letter of an email that is sent again: of a stage that made none, the applicant's letter in force. */
export const letterByNow = (organisationId: string): SQL => sql`iif(coalesce(letter_id, '') = '' AND EXISTS (
	SELECT 1 FROM mailings AS mailing WHERE mailing.organisation_id = ${organisationId}
		AND mailing.id = emails.mailing_id AND mailing.letter = 'stage'),
	(SELECT ${letterInForce(organisationId)} FROM applicants AS applicant
		WHERE applicant.organisation_id = ${organisationId} AND applicant.id = emails.applicant_id), letter_id)`;

interface Tried {
	id: string;
	status: "queued" | "sent" | "failed";
	dueAt: number;
	/** The task that sends the other emails of its mailing; null when it has ended. */
	openTaskId: string | null;
}

/** Queues an email again as if it had never been tried, if it is unchanged and that task still runs. */
export const writeRequeued = ({ db, organisationId, now }: OrgContext, { id, status, dueAt, openTaskId }: Tried) =>
	db
		.update(emails)
		.set({ status: "queued", attempts: 0, dueAt: now(), reason: null, letterId: letterByNow(organisationId) })
		.where(
			and(
				eq(emails.organisationId, organisationId),
				eq(emails.id, id),
				eq(emails.status, status),
				eq(emails.dueAt, dueAt),
				openTaskId === null
					? undefined
					: sql`EXISTS (SELECT 1 FROM tasks
						WHERE organisation_id = ${organisationId} AND id = ${openTaskId} AND status = 'STARTED')`,
			),
		);
