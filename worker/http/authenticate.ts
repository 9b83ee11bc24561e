import type { Actor, OrgContext, RequestContext } from "#worker/context";
import { Recent } from "#worker/contract/recent";
import { type Database, databaseFor, forgetRequestDatabase, requestDatabase } from "#worker/database/database";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import { apiKeyPrefix, findPresentedKey } from "#worker/http/api-keys.queries";
import { markKeyUsed } from "#worker/http/api-keys.writes";
import { findSessionHolder } from "#worker/http/held-roles.queries";
import { everywhere } from "#worker/http/places";
import { readHeld } from "#worker/http/scope-of-user";
import { markSeen } from "#worker/http/sessions.writes";

/** why not each request: a session that was seen this recently needs no write. */
const seenEveryMs = 30_000;

/** How exact the last use of an API key is. */
const usedEveryMs = 60_000;

/** A session ends after this long without a request: §9's ten minutes and three more, and what is not recorded. */
export const idleLimitMs = 13 * 60_000 + seenEveryMs;

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

/** What one request has found out about its tokens. */
interface RequestLookUps {
	/** why: the portal calls many endpoints for one page with one token; they share one look-up. */
	byToken: Map<string, Promise<Authenticated | undefined>>;
	/** Whether the user of a recent session may be taken for granted until the page is ready. */
	mayAssume: boolean;
	/** For each user who was: whether the session is still what it was. */
	assumptions: { hurry(): void; holds: Promise<boolean> }[];
}

const lookUps = new WeakMap<object, RequestLookUps>();

/** The sessions that this isolate has seen, as they were. */
const recent = new Recent<Authenticated>(500);

/**
 * Lets a page be made for the user of a recent session while the session is read with the page's own reads.
 * why: a page waits for the database once and not twice. Nothing of it may be sent before `assumptionsHold`, and
 * nothing is written before.
 */
export const assumeSessions = (request: object): void => {
	lookUps.set(request, { byToken: new Map(), mayAssume: true, assumptions: [] });
};

/** Checks whether every session that was taken for granted was right; if not, the request has to be answered anew. */
export const assumptionsHold = async (request: object): Promise<boolean> => {
	const assumptions = lookUps.get(request)?.assumptions ?? [];
	for (const { hurry } of assumptions) hurry();
	const held = await Promise.all(assumptions.map(({ holds }) => holds));
	if (held.every(Boolean)) return true;
	lookUps.delete(request);
	// why: what is left of the refused page must not write once the new one may.
	forgetRequestDatabase(request);
	return false;
};

/**
 * Returns the user of a valid token, or the API key that it is, with their privileges now: a block or a revocation takes
 * effect at the next request (§6).
 */
export const authenticate = (
	ctx: RequestContext,
	token: string,
	request: object,
): Promise<Authenticated | undefined> => {
	const known: RequestLookUps = lookUps.get(request) ?? { byToken: new Map(), mayAssume: false, assumptions: [] };
	lookUps.set(request, known);
	const lookUp = known.byToken.get(token) ?? lookUpActor(ctx, token, { ...known, request });
	known.byToken.set(token, lookUp);
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
		organisationId,
		configVersion,
		sessionExpiresAt: Number.POSITIVE_INFINITY,
		seenAt: now,
		// why: only who holds a privilege for the whole institution can give it to a key.
		scopeFor: () => everywhere,
		actor: {
			id,
			email: shown,
			name: shown,
			firstName: name,
			lastName: "",
			sessionId: "",
			isApiKey: true,
			roles: [],
			privileges,
		},
	};
};

const lookUpActor = async (
	ctx: RequestContext,
	token: string,
	{ mayAssume, assumptions, request }: RequestLookUps & { request: object },
): Promise<Authenticated | undefined> => {
	if (token.startsWith(apiKeyPrefix)) return lookUpKey(ctx, token);
	const claims = await verifyAccessToken(ctx.env.SECRET, token, ctx.now());
	if (!claims) return undefined;
	const assumed = mayAssume ? recent.get(claims.sessionId) : undefined;
	// why the version: it stands for what is remembered with the session, as the places of its roles.
	if (assumed?.configVersion === undefined) return readActor(ctx, claims, ctx.databaseFor(claims.organisationId));
	const database = requestDatabase(ctx.env, claims.organisationId, request);
	const holds = readActor(ctx, claims, database.unhurried).then(
		(now) => isSameActor(assumed, now),
		// why not the failure: the page that is made anew meets it as any other, and says what it is.
		() => false,
	);
	assumptions.push({ hurry: database.hurry, holds });
	// why nothing instead of a failure: the page is thrown away, and nobody is to hear of what it did not write.
	database.writeIf(holds);
	return assumed;
};

const isSameActor = (one: Authenticated, other: Authenticated | undefined): boolean =>
	other !== undefined &&
	isEqual(factsOf(one), factsOf(other)) &&
	// why first whether they are the same object: what is remembered of a user is, until something changes.
	(one.actor.roles === other.actor.roles || isEqual(one.actor.roles, other.actor.roles));

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is read with a session. Its privileges are those of its roles. */
const factsOf = ({ organisationId, configVersion, actor: { roles: _, privileges: __, ...who } }: Authenticated) => [
	organisationId,
	configVersion,
	who,
];

/** Reads the actor of a session, remembers the session, and records that it was seen. */
const readActor = async (ctx: RequestContext, claims: AccessClaims, db: Database) => {
	const { organisationId, sessionId } = claims;
	const found = await loadActor(ctx, claims, db);
	if (found) recent.set(sessionId, found);
	else recent.delete(sessionId);
	if (!found || found.seenAt > ctx.now() - seenEveryMs) return found;
	// why after the answer: nobody waits for it, and what it records is minutes from mattering.
	ctx.waitUntil(markSeen(databaseFor(ctx.env, organisationId), organisationId, sessionId, ctx.now()));
	return found;
};

/** Finds the actor of a session; undefined when it has ended, expired or was idle, or the user is blocked. */
export const loadActor = async (
	ctx: RequestContext,
	claims: AccessClaims,
	db = ctx.databaseFor(claims.organisationId),
): Promise<Authenticated | undefined> => {
	const { organisationId, sessionId, userId } = claims;
	const holder = await findSessionHolder(db, claims);
	if (!holder || holder.blocked || holder.endedAt !== null || holder.expiresAt <= ctx.now()) return undefined;
	if (holder.seenAt <= ctx.now() - idleLimitMs) return undefined;
	const { email, firstName, lastName } = holder;
	const configVersion = holder.configVersion ?? undefined;
	// why the version also for a request that writes: its scope is that of its beginning.
	const { roles, privileges, scopeFor } = await readHeld({ db, organisationId, configVersion }, userId);
	return {
		organisationId,
		configVersion,
		scopeFor,
		actor: {
			id: userId,
			email,
			name: `${firstName} ${lastName}`.trim(),
			firstName,
			lastName,
			sessionId,
			roles,
			privileges,
		},
		sessionExpiresAt: holder.expiresAt,
		seenAt: holder.seenAt,
	};
};
