import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { fillPlain } from "#worker/contract/text/merge-text";
import { countSms } from "#worker/contract/text/sms";
import { topicOf } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { writeRequeued } from "#worker/services/emails/claims.writes";
import { filled, shownAddress, valuesFor } from "#worker/services/emails/compose-mail";
import {
	type Channel,
	type Email,
	type EmailStatus,
	type listEmails as endpoint,
	taskOf,
} from "#worker/services/emails/contract";
import {
	type EmailRow,
	findEmail,
	keptValues,
	pageOfEmails,
	readAttachments,
} from "#worker/services/emails/emails.queries";
import { failedNotices } from "#worker/services/emails/progress.writes";
import { findLetterFiles } from "#worker/services/letters/queries";
import { organisationById } from "#worker/services/organisation/queries";
import { newTask, sendJob } from "#worker/tasks/start-task";
import { addToTask } from "#worker/tasks/task.writes";

/**
 * Returns the emails to an applicant, newest first (§3 Email record, §7). A sent email reads as it was sent, another
 * as it would be sent now.
 */
export const listEmails = async (
	ctx: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
): Promise<EndpointResult<typeof endpoint>> => {
	const found = await pageOfEmails(ctx, applicantId, { page, size });
	if (!found) return fail("not_found");
	const { rows, total } = found;
	const [attachments, letters, people, [organisation]] = await Promise.all([
		readAttachments(ctx, [...new Set(rows.map(({ mailingId }) => mailingId))]),
		findLetterFiles(
			ctx,
			rows.flatMap(({ letterId }) => letterId || []),
		),
		readMergeApplicants(
			ctx,
			[applicantId],
			rows.flatMap(({ subject, content, mergeValues }) => (mergeValues === null ? [subject, content] : [])),
		),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = people.get(applicantId);
	if (!applicant || !organisation) return fail("not_found");
	const now = ctx.now();
	const toEmail = (row: EmailRow): Email => {
		const state = { ...row, isWorkedOn: row.isWorkedOn === 1 };
		const status = statusOf(state, now);
		const values = keptValues(row) ?? valuesFor(organisation, row, applicant, now);
		return {
			id: row.id,
			channel: row.channel,
			...filled(row, values),
			from: row.channel === "sms" ? (ctx.env.SMS_FROM ?? "") : senderLine(ctx.env.MAIL_FROM, organisation.name),
			to: shownAddress(row.channel, applicant, row.recipient),
			segments: row.channel === "sms" ? countSms(fillPlain(row.content, values)).segments : null,
			senderUsername: row.senderUsername,
			createdAt: row.createdAt,
			status,
			reason: reasonOf(state, now),
			attempts: row.attempts,
			sentAt: row.sentAt,
			dueAt: status === "HELD" || status === "QUEUED" ? Math.max(row.dueAt, row.sendAfter) : null,
			attachments: [...(attachments.get(row.mailingId) ?? []), ...[letters.get(row.letterId ?? "") ?? []].flat()].map(
				({ id, name, mimetype, size }) => ({ id, name, mimetype, size }),
			),
		};
	};
	return ok({ data: rows.map(toEmail), resultTotal: total, page, size });
};

/** Returns the sender as staff see it: the institution's name with the address of MAIL_FROM. */
const senderLine = (mailFrom: string, institution: string): string => {
	const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
	return `${institution} <${address}>`;
};

/** Sends a failed email again: by the task that still works on its mailing, or by a task of its own. */
export const resendEmail = async (
	ctx: OrgContext,
	{ applicantId, emailId }: { applicantId: string; emailId: string },
) => {
	const mail = await findEmail(ctx, { applicantId, emailId });
	if (!mail) return fail("not_found");
	const isOver = mail.status === "failed" || isAbandoned({ ...mail, isWorkedOn: mail.openTaskId !== null }, ctx.now());
	if (!isOver) return fail("email_not_failed");
	const taskId = mail.openTaskId === null ? await sendAlone(ctx, mail, applicantId) : await sendWith(ctx, mail);
	if (!taskId) return fail("email_not_failed");
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok({ id: emailId, status: "QUEUED" as const });
};

type Found = NonNullable<Awaited<ReturnType<typeof findEmail>>>;

/** @returns undefined when another user was faster */
const sendAlone = async (ctx: OrgContext, mail: Found, applicantId: string): Promise<string | undefined> => {
	const { taskId, write, event } = newTask(ctx, {
		type: taskOf[mail.channel],
		input: { mailingId: mail.mailingId, emailId: mail.id },
		total: 1,
		applicationTitle: mail.applicationTitle,
		applicationId: mail.applicationId,
		candidateIds: [applicantId],
		topics: [topicOf("mails", mail.applicationId)],
	});
	const guarded = { write: writeRequeued(ctx, mail), expectedChanges: 1 };
	return (await commit(ctx, { guarded, writes: [write], event })) && taskId;
};

const sendWith = async (ctx: OrgContext, mail: Found): Promise<string | undefined> => {
	const { openTaskId } = mail;
	if (openTaskId === null) return undefined;
	const requeued = await ctx.db.batch([writeRequeued(ctx, mail), addToTask(ctx, openTaskId)]);
	return requeued[1].length > 0 ? openTaskId : undefined;
};

/** An email that has been due for this long while no task works on it is not sent by itself any more. */
const givenUpAfterMs = 900_000;

interface Delivered {
	status: "queued" | "sent" | "failed";
	dueAt: number;
	sendAfter: number;
	/** Whether the task that sends it is running. */
	isWorkedOn: boolean;
}

/** Checks whether the task that was to send it has stopped. */
const isAbandoned = (mail: Pick<Delivered, "status" | "dueAt" | "isWorkedOn">, now: number): boolean =>
	mail.status === "queued" && !mail.isWorkedOn && mail.dueAt < now - givenUpAfterMs;

const statusOf = (mail: Delivered, now: number): InferOutput<typeof EmailStatus> => {
	if (mail.status === "sent") return "SENT";
	if (mail.status === "failed" || isAbandoned(mail, now)) return "FAILED";
	return mail.sendAfter > now ? "HELD" : "QUEUED";
};

const reasonOf = (mail: Delivered & { channel: Channel; reason: string | null }, now: number): string | null =>
	mail.reason ?? (isAbandoned(mail, now) ? failedNotices[mail.channel] : null);
