import { and, eq, gt, isNull } from "drizzle-orm";
import type { OrgContext, RequestContext } from "#worker/context";
import { oneTimeTokens } from "#worker/database/schema/auth";
import type { AccessClaims } from "#worker/http/access-token";
import { hashToken, randomToken } from "#worker/http/keys";

/** How long a ticket may be used. */
const ticketLifetimeMs = 30_000;

/** `organisation.session.random`; the stored hash covers all of it, so that no part can be exchanged. */
const ticketPattern = /^([a-z0-9][a-z0-9-]{0,62})\.([\w-]{1,64})\.[\w-]{43}$/;

/**
 * A ticket for one live connection, used once within 30 seconds.
 * why: an access token in a URL ends up in logs; this one is worthless by then.
 */
export const mintSocketTicket = async (ctx: OrgContext): Promise<{ ticket: string }> => {
	const ticket = `${ctx.organisationId}.${ctx.actor.sessionId}.${randomToken()}`;
	await ctx.db.insert(oneTimeTokens).values({
		organisationId: ctx.organisationId,
		tokenHash: await hashToken(ticket),
		userId: ctx.actor.id,
		purpose: "socket",
		createdAt: ctx.now(),
		expiresAt: ctx.now() + ticketLifetimeMs,
	});
	return { ticket };
};

/** Uses a ticket up. @returns whose sign-in it was made for, or undefined when it is unknown, used or too old. */
export const consumeSocketTicket = async (ctx: RequestContext, ticket: string): Promise<AccessClaims | undefined> => {
	const [, organisationId, sessionId] = ticketPattern.exec(ticket) ?? [];
	if (!organisationId || !sessionId) return undefined;
	const [used] = await ctx
		.databaseFor(organisationId)
		.update(oneTimeTokens)
		.set({ usedAt: ctx.now() })
		.where(
			and(
				eq(oneTimeTokens.organisationId, organisationId),
				eq(oneTimeTokens.tokenHash, await hashToken(ticket)),
				eq(oneTimeTokens.purpose, "socket"),
				isNull(oneTimeTokens.usedAt),
				gt(oneTimeTokens.expiresAt, ctx.now()),
			),
		)
		.returning({ userId: oneTimeTokens.userId });
	return used && { organisationId, userId: used.userId, sessionId };
};
