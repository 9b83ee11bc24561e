import { and, eq, gt, isNull } from "drizzle-orm";
import type { RequestContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { oneTimeTokens } from "#worker/database/schema/auth";
import { hashToken, randomToken } from "#worker/http/keys";

/** Milliseconds each kind of token may be used. */
export const lifetimesMs = { reset: 30 * 60_000, confirm: 7 * 24 * 3_600_000, transfer: 60_000, socket: 30_000 };
export type TokenPurpose = keyof typeof lifetimesMs;

export interface PresentedToken {
	organisationId: string;
	tokenHash: string;
	purpose: TokenPurpose;
	/** The user it must belong to, if the caller knows. */
	userId?: string;
	now: number;
}

/** Creates a token that works once, of 256 random bits if none is given. Only its hash is stored. */
export const mintOneTimeToken = async (
	ctx: RequestContext,
	owner: { organisationId: string; userId: string },
	purpose: TokenPurpose,
	token = randomToken(),
): Promise<string> => {
	const tokenHash = await hashToken(token);
	await insertToken(ctx.databaseFor(owner.organisationId), { ...owner, tokenHash, purpose, now: ctx.now() });
	return token;
};

/** Stores the hash of a token that can be used from now on. */
export const insertToken = (
	db: Database,
	{ organisationId, userId, tokenHash, purpose, now }: Required<PresentedToken>,
) =>
	db
		.insert(oneTimeTokens)
		.values({ organisationId, userId, tokenHash, purpose, createdAt: now, expiresAt: now + lifetimesMs[purpose] });

/** The condition under which a token counts: this kind, unused, not expired, this user's. */
export const isUsable = ({ organisationId, tokenHash, purpose, userId, now }: PresentedToken) =>
	and(
		eq(oneTimeTokens.organisationId, organisationId),
		eq(oneTimeTokens.tokenHash, tokenHash),
		eq(oneTimeTokens.purpose, purpose),
		userId === undefined ? undefined : eq(oneTimeTokens.userId, userId),
		isNull(oneTimeTokens.usedAt),
		gt(oneTimeTokens.expiresAt, now),
	);

/** Uses a token up: only one of two requests with it gets the row. */
export const consumeToken = (db: Database, token: PresentedToken) =>
	db
		.update(oneTimeTokens)
		.set({ usedAt: token.now })
		.where(isUsable(token))
		.returning({ userId: oneTimeTokens.userId });

/** Uses up every token of a kind that a user still has. */
export const consumeTokensOf = (
	db: Database,
	{ organisationId, userId, purpose, now }: Omit<Required<PresentedToken>, "tokenHash">,
) =>
	db
		.update(oneTimeTokens)
		.set({ usedAt: now })
		.where(
			and(
				eq(oneTimeTokens.organisationId, organisationId),
				eq(oneTimeTokens.userId, userId),
				eq(oneTimeTokens.purpose, purpose),
				isNull(oneTimeTokens.usedAt),
			),
		);
