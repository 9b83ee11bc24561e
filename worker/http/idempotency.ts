import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Endpoint } from "#worker/contract/endpoint";
import { problem } from "#worker/contract/problems";
import { idempotencyKeys } from "#worker/database/schema/records";
import type { OrgContext } from "#worker/http/context";
import { hashToken } from "#worker/http/keys";
import { answerProblem } from "#worker/http/problem-answer";

/** A first request that never finished is forgotten after this, so that its key can be tried again. */
const abandonedAfterMs = 60_000;

/**
 * Runs a request once per `Idempotency-Key`: a repeat gets the first answer again, the same key with another
 * body is refused, a repeat while the first still runs is told so.
 */
export const answerOnce = async (
	ctx: OrgContext,
	key: string,
	endpoint: Endpoint,
	input: unknown,
	answer: () => Promise<Response>,
): Promise<Response> => {
	if (!/^[\w-]{8,64}$/.test(key)) return answerProblem(problem("malformed"), ctx.requestId);
	const requestHash = await hashToken(`${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`);
	const mine = and(
		eq(idempotencyKeys.organisationId, ctx.organisationId),
		eq(idempotencyKeys.userId, ctx.actor.id),
		eq(idempotencyKeys.key, key),
	);
	await ctx.db
		.delete(idempotencyKeys)
		.where(and(mine, isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, ctx.now() - abandonedAfterMs)));
	const claimed = await ctx.db
		.insert(idempotencyKeys)
		.values({ organisationId: ctx.organisationId, userId: ctx.actor.id, key, requestHash, createdAt: ctx.now() })
		.onConflictDoNothing()
		.returning({ key: idempotencyKeys.key });
	if (claimed.length === 0) {
		const [first] = await ctx.db.select().from(idempotencyKeys).where(mine);
		if (!first || first.requestHash !== requestHash) return answerProblem(problem("key_reused"), ctx.requestId);
		if (first.status === null) return answerProblem(problem("in_progress"), ctx.requestId);
		return new Response(first.body, {
			status: first.status,
			headers: { "content-type": "application/json; charset=utf-8", "idempotent-replayed": "true" },
		});
	}
	try {
		const response = await answer();
		const body = await response.clone().text();
		// why: only what was done is remembered; a refused request changed nothing and may be tried again.
		if (response.ok) await ctx.db.update(idempotencyKeys).set({ status: response.status, body }).where(mine);
		else await ctx.db.delete(idempotencyKeys).where(mine);
		return response;
	} catch (error) {
		await ctx.db.delete(idempotencyKeys).where(mine);
		throw error;
	}
};

/** Keys live a day; the sweep calls it. */
export const forgetOldKeys = (db: OrgContext["db"], now: number) =>
	db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${now - 86_400_000}`);
