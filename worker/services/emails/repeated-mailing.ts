import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { hashToken } from "#worker/http/keys";
import { countGathered } from "#worker/services/emails/audience.queries";
import { findMailing } from "#worker/services/emails/mailing.queries";
import type { sendEmail } from "#worker/services/emails/sending.contract";
import { sendJob } from "#worker/tasks/start-task";

/**
 * Returns the id of the mailing that a request creates; a repeat with the same key and body has the same id. why: if
 * the response to its last commit is lost, only the mailing itself shows that it was started.
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
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: mailing.taskId });
	return { mailingId, taskId: mailing.taskId, recipients };
};
