import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { hashToken } from "#worker/http/keys";
import { countGathered } from "#worker/services/emails/audience.queries";
import { countMailed, findMailing, pageOfMailed } from "#worker/services/emails/mailing.queries";
import type { getMailing, listMailed as listing } from "#worker/services/emails/mailings.contract";
import type { sendEmail } from "#worker/services/emails/sending.contract";
import { sendJob } from "#worker/tasks/start-task";

export const openMailing = async (ctx: OrgContext, mailingId: string): Promise<EndpointResult<typeof getMailing>> => {
	const [mailing, counts] = await Promise.all([findMailing(ctx, mailingId), countMailed(ctx, mailingId)]);
	if (!mailing) return fail("not_found");
	const { id, subject, createdAt, sendAfter, status, taskId, taskOwner, taskStatus } = mailing;
	const mayRetry = counts.failed > 0 && taskOwner === ctx.actor.id && taskStatus !== "STARTED";
	return ok({
		...{ id, subject, createdAt, sendAfter, counts },
		isDropped: status === "dropped",
		retryTaskId: mayRetry ? taskId : null,
	});
};

export const listMailed = async (
	ctx: OrgContext,
	mailingId: string,
	{ status, page, size }: EndpointRequest<typeof listing>["query"],
): Promise<EndpointResult<typeof listing>> => {
	const [mailing, counts, data] = await Promise.all([
		findMailing(ctx, mailingId),
		countMailed(ctx, mailingId),
		pageOfMailed(ctx, mailingId, { status, page, size }),
	]);
	if (!mailing) return fail("not_found");
	const all = counts.queued + counts.sent + counts.failed;
	return ok({ data, resultTotal: status === undefined ? all : counts[status], page, size });
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
