import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { KeptMergeValues } from "#worker/contract/text/merge-text";
import type { Write } from "#worker/database/commit";
import { emails } from "#worker/database/schema/emails";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";
import { type ClaimedMail, dueMails } from "#worker/services/emails/claims.writes";
import type { Channel } from "#worker/services/emails/contract";
import { countMails, type EmailTaskInput } from "#worker/services/emails/progress.writes";

/** What the applicant's log calls a message. */
const nameOf: Readonly<Record<Channel, string>> = { email: "Email", sms: "SMS" };

type Carried = ClaimedMail & { channel: Channel };

/** The task, and the email as the applicant gets it. */
interface Of {
	taskId: string;
	subject: string;
}

interface Accepted extends Of {
	recipient: string;
	segments: number | null;
	providerId: string | null;
	values: KeptMergeValues;
}

/** Records an accepted email, the task's progress and a line in the applicant's log, once. */
export const writeSent = (
	ctx: OrgContext,
	mail: Carried,
	{ recipient, segments, providerId, values, subject, taskId }: Accepted,
): Write[] => [
	ctx.db
		.update(emails)
		.set({
			status: "sent",
			sentAt: ctx.now(),
			recipient,
			segments,
			providerId,
			mergeValues: { ...values },
			reason: null,
		})
		.where(isQueued(ctx.organisationId, mail.id)),
	countMails(ctx, taskId, "sent"),
	logOne(ctx, mail, mail.id, `${nameOf[mail.channel]} sent: ${subject}`),
];

/** Records a failed email in the same way, with the reason. */
export const writeFailed = (
	ctx: OrgContext,
	mail: Carried,
	{ reason, subject, taskId }: Of & { reason: string },
): Write[] => [
	ctx.db.update(emails).set({ status: "failed", reason }).where(isQueued(ctx.organisationId, mail.id)),
	countMails(ctx, taskId, "failed"),
	logOne(ctx, mail, `${mail.id}-failed`, `${nameOf[mail.channel]} could not be sent: ${subject}. ${reason}`),
];

export const writeAgain = (
	{ db, organisationId }: OrgContext,
	{ id }: ClaimedMail,
	{ dueAt, reason }: { dueAt: number; reason: string },
): Write => db.update(emails).set({ dueAt, reason }).where(isQueued(organisationId, id));

/** Fails the next `size` due emails because the outage lasts. */
export const writeAllFailed = (
	ctx: OrgContext,
	input: EmailTaskInput,
	{ taskId, channel, reason, size }: { taskId: string; channel: Channel; reason: string; size: number },
): Write[] => {
	const { db, organisationId, now } = ctx;
	const due = dueMails(organisationId, input, now(), size);
	return [
		logApplicants(
			ctx,
			sql`(SELECT json_object('applicantId', email.applicant_id, 'id', email.id || '-failed') AS value
				FROM (${due}) AS due
				CROSS JOIN emails AS email ON email.organisation_id = ${organisationId} AND email.id = due.id)`,
			{ type: "EMAIL", reason: `${nameOf[channel]} could not be sent. ${reason}` },
		),
		db
			.update(emails)
			.set({ status: "failed", reason })
			.where(and(eq(emails.organisationId, organisationId), sql`${emails.id} IN (${due})`)),
		countMails(ctx, taskId, "failed"),
	];
};

const isQueued = (organisationId: string, emailId: string) =>
	and(eq(emails.organisationId, organisationId), eq(emails.id, emailId), eq(emails.status, "queued"));

const logOne = (ctx: OrgContext, { applicantId }: ClaimedMail, id: string, reason: string): Write =>
	logApplicants(ctx, [{ applicantId, id }], { type: "EMAIL", reason });

export const moveEmails = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(emails)
		.set({ applicantId: to })
		.where(and(eq(emails.organisationId, organisationId), sql`${emails.id} IN ${ids}`));
