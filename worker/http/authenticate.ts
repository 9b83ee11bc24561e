import type { Actor, RequestContext } from "#worker/context";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import { apiKeyPrefix, findPresentedKey } from "#worker/http/api-keys.queries";
import { markKeyUsed } from "#worker/http/api-keys.writes";
import { findSessionHolder, privilegesOf } from "#worker/http/held-roles.queries";
import { markSeen } from "#worker/http/sessions.writes";

/** why not each request: a session that was seen this recently needs no write. */
const seenEveryMs = 30_000;

/** How exact the last use of an API key is. */
const usedEveryMs = 60_000;

/** A session ends after this long without a request: §9's ten minutes and three more, and what is not recorded. */
export const idleLimitMs = 13 * 60_000 + seenEveryMs;

/** why: the portal calls many endpoints for one page with one token; within that request they share one look-up. */
const lookUps = new WeakMap<object, Map<string, Promise<Authenticated | undefined>>>();

export interface Authenticated {
	organisationId: string;
	actor: Actor;
	/** See OrgContext. */
	configVersion: number | undefined;
	/** UTC milliseconds. */
	sessionExpiresAt: number;
	/** UTC milliseconds. */
	seenAt: number;
}

/**
 * Returns the user of a valid token, or the API key that it is, with their privileges now: a block or a revocation takes
 * effect at the next request (§6).
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

/** Returns an API key as the actor, with its scopes. */
const lookUpKey = async (ctx: RequestContext, presented: string): Promise<Authenticated | undefined> => {
	const key = await findPresentedKey(ctx, presented);
	if (!key) return undefined;
	const { organisationId, id, name, privileges, lastUsedAt, configVersion } = key;
	const now = ctx.now();
	const before = now - usedEveryMs;
	// why after the answer, and only now and then: a write for each request would be the dearest part of most.
	if (lastUsedAt === null || lastUsedAt < before)
		ctx.waitUntil(markKeyUsed(ctx.databaseFor(organisationId), { organisationId, id }, { now, before }));
	const shown = `${name} (API key)`;
	return {
		...{ organisationId, configVersion, sessionExpiresAt: Number.POSITIVE_INFINITY, seenAt: now },
		actor: {
			...{ id, email: shown, name: shown, firstName: name, lastName: "", sessionId: "", isApiKey: true },
			...{ roles: [], privileges },
		},
	};
};

const lookUpActor = async (ctx: RequestContext, token: string): Promise<Authenticated | undefined> => {
	if (token.startsWith(apiKeyPrefix)) return lookUpKey(ctx, token);
	const claims = await verifyAccessToken(ctx.env.SECRET, token, ctx.now());
	const found = claims && (await loadActor(ctx, claims));
	if (!found || found.seenAt > ctx.now() - seenEveryMs) return found;
	// why after the answer: nobody waits for it, and what it records is minutes from mattering.
	ctx.waitUntil(markSeen(ctx.databaseFor(claims.organisationId), claims.organisationId, claims.sessionId, ctx.now()));
	return found;
};

/** Finds the actor of a session; undefined when it has ended, expired or was idle, or the user is blocked. */
export const loadActor = async (ctx: RequestContext, claims: AccessClaims): Promise<Authenticated | undefined> => {
	const { organisationId, sessionId, userId } = claims;
	const holder = await findSessionHolder(ctx.databaseFor(organisationId), claims);
	if (!holder || holder.blocked || holder.endedAt !== null || holder.expiresAt <= ctx.now()) return undefined;
	if (holder.seenAt <= ctx.now() - idleLimitMs) return undefined;
	const { email, firstName, lastName, roles, configVersion } = holder;
	return {
		organisationId,
		configVersion: configVersion ?? undefined,
		actor: {
			id: userId,
			email,
			name: `${firstName} ${lastName}`.trim(),
			firstName,
			lastName,
			sessionId,
			roles,
			privileges: privilegesOf(roles),
		},
		sessionExpiresAt: holder.expiresAt,
		seenAt: holder.seenAt,
	};
};
