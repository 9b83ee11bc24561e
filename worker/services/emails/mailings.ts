import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { fillPlain } from "#worker/contract/text/merge-text";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { framedMail } from "#worker/http/framed-mail";
import { hashToken } from "#worker/http/keys";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { countGathered } from "#worker/services/emails/audience.queries";
import { filled, shownAddress, valuesFor } from "#worker/services/emails/compose-mail";
import { keptValues, readAttachments } from "#worker/services/emails/emails.queries";
import {
	findMailing,
	findShownEmail,
	pageOfMailed,
	readMailing,
	toListed,
} from "#worker/services/emails/mailing.queries";
import type { getMailing, listMailed as listing } from "#worker/services/emails/mailings.contract";
import type { sendEmail } from "#worker/services/emails/sending.contract";
import { asSender } from "#worker/services/organisation/contract";
import { organisationById } from "#worker/services/organisation/queries";
import { sendJob } from "#worker/tasks/start-task";

export const openMailing = async (ctx: OrgContext, mailingId: string): Promise<EndpointResult<typeof getMailing>> => {
	const mailing = await findMailing(ctx, mailingId);
	if (!mailing) return fail("not_found");
	const [shown, files] = await Promise.all([showEmail(ctx, mailingId), readAttachments(ctx, [mailingId])]);
	const { runId, letter, taskId, taskOwner, taskStatus, ...row } = mailing;
	const mayRetry = mailing.failed > 0 && taskOwner === ctx.actor.id && taskStatus !== "STARTED";
	return ok({
		...toListed(row),
		runId,
		retryTaskId: mayRetry ? taskId : null,
		shown: shown && { ...shown.about, text: shown.text },
		attachments: (files.get(mailingId) ?? []).map(({ id, name, mimetype, size }) => ({ id, name, mimetype, size })),
		hasLetters: letter !== null,
	});
};

export const openMailingPage = async (ctx: OrgContext, mailingId: string) => {
	const mailing = await findMailing(ctx, mailingId);
	const shown = mailing && (await showEmail(ctx, mailingId));
	return shown ? ok(framedMail(ctx.env, shown.html)) : fail("not_found");
};

/**
 * Returns the email of a mailing as one of its recipients got it, or would get it now; null when none of them is on
 * record.
 */
const showEmail = async (ctx: OrgContext, mailingId: string) => {
	const [email, read, [institution]] = await Promise.all([
		findShownEmail(ctx, mailingId),
		readMailing(ctx, mailingId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!email || !read || !institution) return null;
	const texts = email.mergeValues === null ? [read.mailing.subject, read.mailing.content] : [];
	const applicant = (await readMergeApplicants(ctx, [email.applicantId], texts)).get(email.applicantId);
	if (!applicant) return null;
	const values = keptValues(email) ?? valuesFor(institution, read.mailing, applicant, ctx.now());
	const { channel, content } = read.mailing;
	const { subject, message } = filled(read.mailing, values);
	const page = mailPage({
		subject,
		message,
		institution: asSender(ctx.env.PORTAL_ORIGIN, institution),
		about: applicant,
	});
	return {
		about: {
			applicantId: applicant.id,
			name: fullName(applicant),
			subject,
			to: shownAddress(channel, applicant, email.recipient),
		},
		...page,
		...(channel === "sms" && { text: fillPlain(content, values) }),
	};
};

export const listMailed = async (
	ctx: OrgContext,
	mailingId: string,
	{ status, page, size }: EndpointRequest<typeof listing>["query"],
): Promise<EndpointResult<typeof listing>> => {
	const [mailing, data] = await Promise.all([
		findMailing(ctx, mailingId),
		pageOfMailed(ctx, mailingId, { status, page, size }),
	]);
	if (!mailing) return fail("not_found");
	const { counts } = toListed(mailing);
	return ok({ data, resultTotal: status === undefined ? mailing.recipients : counts[status], page, size });
};

/**
 * Returns the id of the mailing that a request creates, the same for a repeat. why: if the response to its last
 * commit is lost, only the mailing itself shows that it was started.
 */
export const mailingIdOf = async ({ idempotencyKey, actor, newId }: OrgContext, body: unknown): Promise<string> => {
	if (idempotencyKey === undefined) return newId();
	return (await hashToken(`mailing ${actor.id} ${idempotencyKey} ${JSON.stringify(body)}`)).slice(0, 32);
};

/** Returns the response to the first request with this key; undefined when that started no mailing. */
export const findBegun = async (
	ctx: OrgContext,
	mailingId: string,
): Promise<EndpointResponse<typeof sendEmail> | undefined> => {
	if (ctx.idempotencyKey === undefined) return undefined;
	const [mailing, recipients] = await Promise.all([findMailing(ctx, mailingId), countGathered(ctx, mailingId)]);
	if (!mailing?.taskId) return undefined;
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: mailing.taskId }, ctx.now());
	return { mailingId, taskId: mailing.taskId, recipients };
};
