import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { countMailed, findMailing, pageOfMailed } from "#worker/services/emails/mailing.queries";
import type { getMailing, listMailed as listing } from "#worker/services/emails/mailings.contract";

/** Something that was written to applicants, and how many mails of it came to what. */
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

/** One page of what became of each mail. */
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
