import type { Actor, OrgContext, RequestContext } from "#worker/context";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import { findSessionHolder, privilegesOf } from "#worker/http/held-roles.queries";
import { boundTo, scopesOf } from "#worker/http/places";
import { readPlaces } from "#worker/http/places.queries";
import { markSeen } from "#worker/http/sessions.writes";

/** why not each request: a session that was seen this recently needs no write. */
const seenEveryMs = 30_000;

/** A session ends after this long without a request: §9's ten minutes and three more, and what is not recorded. */
export const idleLimitMs = 13 * 60_000 + seenEveryMs;

/** why: the portal calls many endpoints for one page with one token; within that request they share one look-up. */
const lookUps = new WeakMap<object, Map<string, Promise<Authenticated | undefined>>>();

export interface Authenticated {
	organisationId: string;
	actor: Actor;
	/** See OrgContext. */
	configVersion: number | undefined;
	scopeFor: OrgContext["scopeFor"];
	/** UTC milliseconds. */
	sessionExpiresAt: number;
	/** UTC milliseconds. */
	seenAt: number;
}

/** Returns the user of a valid token with their privileges now: a block takes effect at the next request (§6). */
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
	const found = claims && (await loadActor(ctx, claims));
	if (!found || found.seenAt > ctx.now() - seenEveryMs) return found;
	// why after the answer: nobody waits for it, and what it records is minutes from mattering.
	ctx.waitUntil(markSeen(ctx.databaseFor(claims.organisationId), claims.organisationId, claims.sessionId, ctx.now()));
	return found;
};

/** Finds the actor of a session; undefined when it has ended, expired or was idle, or the user is blocked. */
export const loadActor = async (ctx: RequestContext, claims: AccessClaims): Promise<Authenticated | undefined> => {
	const { organisationId, sessionId, userId } = claims;
	const db = ctx.databaseFor(organisationId);
	const holder = await findSessionHolder(db, claims);
	if (!holder || holder.blocked || holder.endedAt !== null || holder.expiresAt <= ctx.now()) return undefined;
	if (holder.seenAt <= ctx.now() - idleLimitMs) return undefined;
	const { email, firstName, lastName, roles } = holder;
	const configVersion = holder.configVersion ?? undefined;
	// why the version also for a request that writes: its scope is that of its beginning.
	const places = await readPlaces({ db, organisationId, configVersion }, boundTo(roles));
	return {
		organisationId,
		configVersion,
		scopeFor: scopesOf(roles, places),
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
