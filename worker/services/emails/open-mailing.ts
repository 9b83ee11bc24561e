import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { countMailed, findMailing, pageOfMailed } from "#worker/services/emails/mailing.queries";
import type { getMailing, listMailed as listing } from "#worker/services/emails/mailings.contract";

/** Returns a mailing with the number of emails by status. */
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

/** Returns one page of the emails of a mailing with their status. */
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
