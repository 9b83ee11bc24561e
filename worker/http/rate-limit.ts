import type { RequestContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { clientNetwork } from "#worker/http/client-network";
import { hashToken } from "#worker/http/keys";
import { countHit } from "#worker/http/rate-limits.writes";

/** How many attempts a fixed window allows; further ones wait for its end. */
export interface Limit {
	name: string;
	attempts: number;
	windowMs: number;
}

/** why: hashed, so that typed text is neither stored nor able to make a key long. */
export const bucketFor = async (name: string, ...of: string[]): Promise<string> =>
	`${name}:${await hashToken(of.join("\n"))}`;

export interface Attempt {
	limit: Limit;
	bucket: string;
}

/** Attempts that are counted over all institutions have no institution of their own. */
export const everyInstitution = "";

/** Returns the attempt of the client's network, which `everyInstitution` counts. */
export const addressAttempt = async ({ address }: RequestContext, limit: Limit): Promise<Attempt> => ({
	limit,
	bucket: await bucketFor(limit.name, clientNetwork(address)),
});

/** Counts an attempt of the client's network at any institution. @returns the refusal, if there were too many */
export const refuseAddress = async (ctx: RequestContext, limit: Limit) => {
	const refused = await countAttempts(ctx, everyInstitution, [await addressAttempt(ctx, limit)]);
	return refused?.refusal;
};

/**
 * Counts an attempt before its work begins, so that parallel ones cannot slip through together. @returns undefined when
 * it may proceed; otherwise the refusal, `too_many_requests` with the seconds to wait, and whether it is the window's
 * first
 */
export const countAttempts = async (
	ctx: RequestContext,
	organisationId: string,
	attempts: readonly [Attempt, ...Attempt[]],
) => {
	const db = ctx.databaseFor(organisationId);
	const now = ctx.now();
	const count = ({ limit, bucket }: Attempt) => countHit(db, { organisationId, bucket }, now, limit.windowMs);
	const [first, ...rest] = attempts;
	const counted = await db.batch([count(first), ...rest.map(count)]);
	let waitMs = 0;
	let isFirst = false;
	for (const [index, { limit }] of attempts.entries()) {
		const row = counted[index]?.[0];
		if (!row || row.hits <= limit.attempts) continue;
		waitMs = Math.max(waitMs, row.windowStartedAt + limit.windowMs - now);
		isFirst ||= row.hits === limit.attempts + 1;
	}
	if (waitMs === 0) return undefined;
	return { refusal: fail("too_many_requests", { details: { retryAfter: Math.ceil(waitMs / 1000) } }), isFirst };
};
