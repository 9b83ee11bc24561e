import type { OrgContext, RequestContext } from "#worker/context";
import type { AccessClaims } from "#worker/http/access-token";
import { hashToken, randomToken } from "#worker/http/keys";
import { consumeToken, mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";

/** `organisation.session.random`; the stored hash covers all of it, so that no part can be exchanged. */
const ticketPattern = /^([a-z0-9][a-z0-9-]{0,62})\.([\w-]{1,64})\.[\w-]{43}$/;

/** Creates a ticket for one live connection, valid once for 30 seconds. why: URLs end up in logs. */
export const mintSocketTicket = async (ctx: OrgContext): Promise<{ ticket: string }> => {
	const { organisationId, actor } = ctx;
	const ticket = `${organisationId}.${actor.sessionId}.${randomToken()}`;
	return { ticket: await mintOneTimeToken(ctx, { organisationId, userId: actor.id }, "socket", ticket) };
};

/** Uses a ticket. @returns the session that it was made for, or undefined when it is unknown, used or expired. */
export const consumeSocketTicket = async (ctx: RequestContext, ticket: string): Promise<AccessClaims | undefined> => {
	const [, organisationId, sessionId] = ticketPattern.exec(ticket) ?? [];
	if (!organisationId || !sessionId) return undefined;
	const presented = { organisationId, tokenHash: await hashToken(ticket), purpose: "socket" as const, now: ctx.now() };
	const [used] = await consumeToken(ctx.databaseFor(organisationId), presented);
	return used && { organisationId, userId: used.userId, sessionId };
};
