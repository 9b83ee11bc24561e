import { timingSafeEqual } from "node:crypto";
import { hubFor } from "#durable-objects/notification-hub/stub";
import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { Write } from "#worker/database/commit";
import type { Env } from "#worker/env";
import { recordAudit } from "#worker/events/record-audit";
import { accessTokenSeconds, signAccessToken } from "#worker/http/access-token";
import { idleLimitMs } from "#worker/http/authenticate";
import { hashToken, sign, verifySignature } from "#worker/http/keys";
import {
	type EndReason,
	endSessionRow,
	endSessionRowsOf,
	insertSession,
	rotateSession,
} from "#worker/http/sessions.writes";
import { log } from "#worker/log";
import type { SignedIn } from "#worker/services/auth/contract";
import { findCurrentUser, findSession } from "#worker/services/auth/queries";
import { noteLogin } from "#worker/services/auth/writes";

/** A sign-in ends after this, however busy (ASVS 7.3.2). */
const absoluteLifetimeMs = 12 * 3_600_000;
/** Two pages that refresh at once: the slower one is answered with what the faster one got. */
const raceMs = 10_000;

interface TokenPair {
	accessToken: string;
	refreshToken: string;
}

interface Holder {
	organisationId: string;
	userId: string;
	sessionId: string;
}

/** Opens a session, in one batch with what else the sign-in writes. */
const openSession = async (
	ctx: RequestContext,
	{ organisationId, userId, client }: { organisationId: string; userId: string; client: "portal" | "api" },
	alongside: readonly Write[],
): Promise<TokenPair> => {
	const now = ctx.now();
	const holder = { organisationId, userId, sessionId: ctx.newId() };
	const db = ctx.databaseFor(organisationId);
	const session = insertSession(db, {
		organisationId,
		id: holder.sessionId,
		userId,
		client,
		rotatedAt: now,
		createdAt: now,
		expiresAt: now + absoluteLifetimeMs,
	});
	await db.batch([session, ...alongside]);
	return tokenPair(ctx, holder, 0);
};

/**
 * Exchanges a refresh token for the next pair. Each works once; the one before up to 10 seconds longer. An older one
 * was copied: the session ends for everybody who holds it (ASVS 10.4.5).
 */
const rotate = async (ctx: RequestContext, refreshToken: string, isPortal: boolean) => {
	const presented = await readRefreshToken(ctx, refreshToken);
	if (!presented) return fail("token_refused");
	const { organisationId, sessionId, generation } = presented;
	const db = ctx.databaseFor(organisationId);
	const now = ctx.now();
	const [rotated] = await rotateSession(db, { ...presented, isPortal, now, activeSince: now - idleLimitMs });
	if (rotated) return ok(await tokenPair(ctx, { organisationId, sessionId, ...rotated }, generation + 1));

	const session = await findSession(db, organisationId, sessionId);
	if (!session) return fail("session_unknown");
	const isOver = session.endedAt !== null || session.expiresAt <= now || session.seenAt <= now - idleLimitMs;
	if (isOver || session.blocked || (session.client === "portal" && !isPortal) || generation >= session.generation)
		return fail("token_refused");
	if (generation === session.generation - 1 && now - session.rotatedAt <= raceMs)
		return ok(await tokenPair(ctx, { organisationId, sessionId, userId: session.userId }, session.generation));
	await endSession(ctx, { organisationId, sessionId }, "reuse");
	await recordAudit(
		{ ...ctx, organisationId },
		{
			action: "refresh_token_reused",
			status: "FAILED",
			userId: session.userId,
			username: session.email,
			details: { sessionId, presented: generation, current: session.generation },
		},
	);
	return fail("token_refused");
};

/** Ends one session and closes its open pages. */
export const endSession = async (
	ctx: RequestContext,
	{ organisationId, sessionId }: { organisationId: string; sessionId: string },
	reason: EndReason,
): Promise<void> => {
	await endSessionRow(ctx.databaseFor(organisationId), sessionId, { organisationId, reason, now: ctx.now() });
	closePages(ctx, organisationId, (hub) => hub.closeSession(sessionId));
};

/** The write that ends every session of a user; `closePagesOf` follows once it is done. */
export const endSessionsOf = (
	ctx: RequestContext,
	{ organisationId, userId }: { organisationId: string; userId: string },
	reason: EndReason,
) => endSessionRowsOf(ctx.databaseFor(organisationId), userId, { organisationId, reason, now: ctx.now() });

export const closePagesOf = (
	ctx: RequestContext,
	{ organisationId, userId }: { organisationId: string; userId: string },
) => closePages(ctx, organisationId, (hub) => hub.closeUser(userId));

/** why: the session has ended already; a hub that cannot be reached must not fail the request. */
const closePages = (
	ctx: RequestContext,
	organisationId: string,
	close: (hub: ReturnType<typeof hubFor>) => Promise<void>,
): void =>
	ctx.waitUntil(
		close(hubFor(ctx.env.NOTIFICATION_HUB, organisationId)).catch((error: unknown) =>
			log("error", { message: "pages not closed", organisationId, requestId: ctx.requestId, error: String(error) }),
		),
	);

const tokenPair = async (ctx: RequestContext, holder: Holder, generation: number): Promise<TokenPair> => {
	const body = `${holder.organisationId}.${holder.sessionId}.${generation}`;
	return {
		accessToken: await signAccessToken(ctx.env.SECRET, holder, ctx.now()),
		refreshToken: `${body}.${await sign(ctx.env.SECRET, "refresh-token", body)}`,
	};
};

/** `organisation.session.generation.signature`: derived, so that nothing that could be stolen is stored. */
const readRefreshToken = async (ctx: RequestContext, token: string) => {
	const parts = /^(([a-z0-9][a-z0-9-]{0,62})\.([\w-]{1,64})\.(\d{1,9}))\.([\w-]{43})$/.exec(token);
	const [, body, organisationId, sessionId, generation, signature] = parts ?? [];
	if (!body || !organisationId || !sessionId || !generation || !signature) return undefined;
	if (!(await verifySignature(ctx.env.SECRET, "refresh-token", body, signature))) return undefined;
	return { organisationId, sessionId, generation: Number(generation) };
};

interface RefreshInput {
	refresh_token: string;
	client_id?: string | undefined;
	client_secret?: string | undefined;
}

/**
 * Exchanges a refresh token for the next pair (§7). Without the portal's secret only that of a session which was opened
 * without the portal: a token that left the portal is of no use to anybody else.
 */
export const refreshToken = async (ctx: RequestContext, { refresh_token, client_id, client_secret }: RefreshInput) => {
	const isOurs = client_secret !== undefined;
	if (isOurs && !(await isOurClient(ctx.env, client_id ?? "", client_secret))) return fail("token_refused");
	const rotated = await rotate(ctx, refresh_token, isOurs);
	if (!rotated.ok) return rotated;
	const { accessToken, refreshToken } = rotated.value;
	// why with type and time: clients that know RFC 6749 (§5.1) need no code of their own.
	return ok({
		access_token: accessToken,
		token_type: "Bearer" as const,
		expires_in: accessTokenSeconds,
		refresh_token: refreshToken,
	});
};

/** why: hashes of equal length, so that the comparison tells nothing, not even how long the secret is. */
const isOurClient = async (env: Env, id: string, secret: string): Promise<boolean> => {
	const [given, ours] = await Promise.all([
		hashToken(`${id}\n${secret}`),
		hashToken(`${env.CLIENT_ID}\n${env.CLIENT_SECRET}`),
	]);
	return timingSafeEqual(Buffer.from(given), Buffer.from(ours));
};

interface SignInOptions {
	method: "password" | "google";
	/** Set when the stored hash had another cost. */
	passwordHash?: string | undefined;
	/** Written in the batch that opens the session. */
	alongside?: readonly Write[];
}

/** Opens a session for a user who has proved their identity, and records the sign-in. */
export const signInUser = async (
	ctx: RequestContext,
	holder: { organisationId: string; userId: string },
	{ method, passwordHash, alongside = [] }: SignInOptions,
): Promise<SignedIn> => {
	const db = ctx.databaseFor(holder.organisationId);
	// why: Google's way ends in a portal, perhaps in one that signs in here with another secret.
	const client = ctx.isPortal || method === "google" ? "portal" : "api";
	const tokens = await openSession(ctx, { ...holder, client }, [
		noteLogin(db, { ...holder, now: ctx.now(), passwordHash, provesEmail: method === "google" }),
		...alongside,
	]);
	const user = await findCurrentUser(db, holder.organisationId, holder.userId);
	if (!user) throw new Error("a user who just signed in is gone");
	await recordAudit(
		{ ...ctx, organisationId: holder.organisationId },
		{ action: "login", status: "SUCCESS", userId: user.id, username: user.email, details: { method } },
	);
	return { ...tokens, user };
};
