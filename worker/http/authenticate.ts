import { and, eq } from "drizzle-orm";
import type { Actor, RequestContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { sessions, users } from "#worker/database/schema/auth";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import { heldRoles, privilegesOf } from "#worker/http/held-roles.queries";

/**
 * why: the portal calls many endpoints for one page with one token; they share one look-up, and only within that
 * request.
 */
const lookUps = new WeakMap<object, Map<string, Promise<Authenticated | undefined>>>();

export interface Authenticated {
	organisationId: string;
	actor: Actor;
	/** UTC milliseconds. */
	sessionExpiresAt: number;
}

/**
 * Returns the user of the bearer token, with the privileges they hold now: a block, an ended session or a changed
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

/** Finds the actor of a session that has not ended, of a user who is not blocked. */
export const loadActor = async (ctx: RequestContext, claims: AccessClaims): Promise<Authenticated | undefined> => {
	const { organisationId, sessionId, userId } = claims;
	const db = ctx.databaseFor(organisationId);
	const [[holder], held] = await Promise.all([findHolder(db, claims), heldRoles(db, organisationId, [userId])]);
	if (!holder || holder.blocked || holder.endedAt !== null || holder.expiresAt <= ctx.now()) return undefined;
	const { email, firstName, lastName } = holder;
	return {
		organisationId,
		actor: {
			id: userId,
			email,
			name: `${firstName} ${lastName}`.trim(),
			firstName,
			lastName,
			sessionId,
			roles: held,
			privileges: privilegesOf(held),
		},
		sessionExpiresAt: holder.expiresAt,
	};
};

const findHolder = (db: Database, { organisationId, sessionId, userId }: AccessClaims) =>
	db
		.select({
			email: users.email,
			firstName: users.firstName,
			lastName: users.lastName,
			blocked: users.blocked,
			endedAt: sessions.endedAt,
			expiresAt: sessions.expiresAt,
		})
		.from(sessions)
		.innerJoin(users, and(eq(users.organisationId, sessions.organisationId), eq(users.id, sessions.userId)))
		.where(and(eq(sessions.organisationId, organisationId), eq(sessions.id, sessionId), eq(sessions.userId, userId)));
