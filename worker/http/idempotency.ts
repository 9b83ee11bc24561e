import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Endpoint } from "#worker/contract/endpoint";
import { problem } from "#worker/contract/problems";
import { idempotencyKeys } from "#worker/database/schema/records";
import type { OrgContext } from "#worker/http/context";
import { hashToken } from "#worker/http/keys";
import { answerProblem } from "#worker/http/problem-answer";

/** A first request that never finished is forgotten after this, so that its key can be tried again. */
const abandonedAfterMs = 60_000;

/** How long, in milliseconds, a repeat waits between looks for the first one's answer: three seconds in all. */
const pauses = [10, 20, 40, 80, ...Array<number>(28).fill(100)];

/**
 * Runs a request once per `Idempotency-Key`: a repeat gets the first answer again, the same key with another
 * body is refused. A repeat while the first still runs waits for its answer; when that takes long it is told so.
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
	const claim = async (): Promise<boolean> => {
		const claimed = await ctx.db
			.insert(idempotencyKeys)
			.values({ organisationId: ctx.organisationId, userId: ctx.actor.id, key, requestHash, createdAt: ctx.now() })
			.onConflictDoNothing()
			.returning({ key: idempotencyKeys.key });
		return claimed.length > 0;
	};
	let isClaimed = await claim();
	for (const pause of pauses) {
		if (isClaimed) break;
		const [first] = await ctx.db.select().from(idempotencyKeys).where(mine);
		if (first && first.requestHash !== requestHash) return answerProblem(problem("key_reused"), ctx.requestId);
		if (first && first.status !== null) return replay(first.status, first.body);
		if (first) await scheduler.wait(pause);
		// why: the first one was refused, did nothing and let go of the key.
		else isClaimed = await claim();
	}
	if (!isClaimed) return answerProblem(problem("in_progress"), ctx.requestId);
	const finish = async (): Promise<Response> => {
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
	const finished = finish();
	// why: whoever leaves the page cancels their request; what was begun is finished, and its answer kept for a repeat.
	ctx.waitUntil(Promise.allSettled([finished]));
	return finished;
};

const replay = (status: number, body: string | null) =>
	new Response(body, {
		status,
		headers: { "content-type": "application/json; charset=utf-8", "idempotent-replayed": "true" },
	});

/** Keys live a day; the sweep calls it. */
export const forgetOldKeys = (db: OrgContext["db"], now: number) =>
	db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${now - 86_400_000}`);
