import { and, eq } from "drizzle-orm";
import { roles, sessions, userRoles, users } from "#worker/database/schema/auth";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import type { Actor, RequestContext } from "#worker/http/context";

/** why: the portal calls many endpoints for one page with one token; they share one look-up, and only within that request. */
const lookUps = new WeakMap<object, Map<string, Promise<Authenticated | undefined>>>();

export interface Authenticated {
	organisationId: string;
	actor: Actor;
	/** UTC milliseconds. */
	sessionExpiresAt: number;
}

/**
 * Who the bearer token speaks for, with the privileges they hold now: a block, an ended session or a changed
 * role takes effect at the next request (§6).
 */
export const authenticate = (
	ctx: RequestContext,
	token: string,
	request: object,
): Promise<Authenticated | undefined> => {
	const shared = lookUps.get(request) ?? new Map<string, Promise<Authenticated | undefined>>();
	lookUps.set(request, shared);
	let lookUp = shared.get(token);
	if (!lookUp) {
		lookUp = lookUpActor(ctx, token);
		shared.set(token, lookUp);
	}
	return lookUp;
};

const lookUpActor = async (ctx: RequestContext, token: string): Promise<Authenticated | undefined> => {
	const claims = await verifyAccessToken(ctx.env.SECRET, token, ctx.now());
	return claims && loadActor(ctx, claims);
};

/** The actor behind a session that has not ended, of a user who is not blocked. */
export const loadActor = async (ctx: RequestContext, claims: AccessClaims): Promise<Authenticated | undefined> => {
	const rows = await ctx
		.databaseFor(claims.organisationId)
		.select({
			email: users.email,
			firstName: users.firstName,
			lastName: users.lastName,
			blocked: users.blocked,
			endedAt: sessions.endedAt,
			expiresAt: sessions.expiresAt,
			privileges: roles.privileges,
		})
		.from(sessions)
		.innerJoin(users, and(eq(users.organisationId, sessions.organisationId), eq(users.id, sessions.userId)))
		.leftJoin(userRoles, and(eq(userRoles.organisationId, users.organisationId), eq(userRoles.userId, users.id)))
		.leftJoin(roles, and(eq(roles.organisationId, userRoles.organisationId), eq(roles.id, userRoles.roleId)))
		.where(
			and(
				eq(sessions.organisationId, claims.organisationId),
				eq(sessions.id, claims.sessionId),
				eq(sessions.userId, claims.userId),
			),
		);
	const [first] = rows;
	if (!first || first.blocked || first.endedAt !== null || first.expiresAt <= ctx.now()) return undefined;
	return {
		organisationId: claims.organisationId,
		actor: {
			id: claims.userId,
			email: first.email,
			name: `${first.firstName} ${first.lastName}`.trim(),
			sessionId: claims.sessionId,
			privileges: [...new Set(rows.flatMap((row) => row.privileges ?? []))],
		},
		sessionExpiresAt: first.expiresAt,
	};
};
