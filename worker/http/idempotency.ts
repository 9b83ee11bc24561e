import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import type { Endpoint } from "#worker/contract/endpoint";
import { problem } from "#worker/contract/problems";
import { idempotencyKeys } from "#worker/database/schema/records";
import { hashBytes, hashToken } from "#worker/http/keys";
import { problemResponse } from "#worker/http/problem-response";
import { successResponse } from "#worker/http/success-response";

/** A first request that never finished is forgotten after this time, so that its key can be tried again. */
const abandonedAfterMs = 60_000;

const keyFault = {
	"idempotency-key": ["An Idempotency-Key has 8 to 64 letters, digits, hyphens and underscores, such as a UUID."],
};
const replayed = { "idempotent-replayed": "true" };

/** The status of a request whose change is in the database while its response is not. */
const done = 0;

/** How long, in milliseconds, a repeat waits between looks for the first one's response: three seconds in all. */
const pauses = [10, 20, 40, 80, ...Array<number>(28).fill(100)];

/**
 * Runs a request once per `Idempotency-Key`: a repeat gets the first answer again, or waits up to three seconds for it.
 * It is noted in the change's own commit, so that a lost answer does no harm. Answers `malformed` to an invalid key,
 * `key_reused` to the same key with another body or other files, `in_progress` while the first request still runs,
 * `done_already` when its answer is lost.
 */
export const withIdempotency = async (
	ctx: OrgContext,
	key: string,
	endpoint: Endpoint,
	input: Record<string, unknown>,
	answer: (ctx: OrgContext) => Promise<Response>,
): Promise<Response> => {
	if (!/^[\w-]{8,64}$/.test(key)) return problemResponse(problem("malformed", { fields: keyFault }), ctx.requestId);
	const requestHash = await hashToken(`${endpoint.method} ${endpoint.path} ${await textOf(input)}`);
	const mine = and(
		eq(idempotencyKeys.organisationId, ctx.organisationId),
		eq(idempotencyKeys.userId, ctx.actor.id),
		eq(idempotencyKeys.key, key),
	);
	const isUndone = and(mine, isNull(idempotencyKeys.status));
	const abandonedBefore = ctx.now() - abandonedAfterMs;
	await ctx.db.delete(idempotencyKeys).where(and(isUndone, lt(idempotencyKeys.createdAt, abandonedBefore)));
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
		if (first && first.requestHash !== requestHash) return problemResponse(problem("key_reused"), ctx.requestId);
		if (first?.status) return successResponse(endpoint, input, JSON.parse(first.body ?? "null"), replayed);
		if (first?.status === done && first.createdAt < abandonedBefore)
			return problemResponse(problem("done_already"), ctx.requestId);
		if (first) await scheduler.wait(pause);
		// why: the first request was refused, did nothing and released the key.
		else isClaimed = await claim();
	}
	if (!isClaimed) return problemResponse(problem("in_progress"), ctx.requestId);
	const markCompleted = () => ctx.db.update(idempotencyKeys).set({ status: done }).where(isUndone);
	const finish = async (): Promise<Response> => {
		try {
			const response = await answer(endpoint.ownsIdempotency ? ctx : { ...ctx, markCompleted });
			const body = await response.clone().text();
			// why: only what was done is remembered; a refused request changed nothing and may be tried again.
			if (response.ok) await ctx.db.update(idempotencyKeys).set({ status: response.status, body }).where(mine);
			else await ctx.db.delete(idempotencyKeys).where(isUndone);
			return response;
		} catch (error) {
			await ctx.db.delete(idempotencyKeys).where(isUndone);
			throw error;
		}
	};
	const finished = finish();
	// why: a user who leaves the page cancels the request; work that was begun is finished, and its response kept for
	// a repeat.
	ctx.waitUntil(Promise.allSettled([finished]));
	return finished;
};

/** Returns the request as text. why files apart: JSON writes every file the same. */
const textOf = async (input: unknown): Promise<string> => {
	const files: File[] = [];
	const asked = JSON.stringify(input, (_name, value) => {
		if (!(value instanceof File)) return value;
		files.push(value);
		return value.name;
	});
	const contents: string[] = [];
	for (const file of files) contents.push(await hashBytes(await file.arrayBuffer()));
	return [asked, ...contents].join(" ");
};

/** Deletes keys after a day, when the sweep calls it. */
export const forgetOldKeys = (db: OrgContext["db"], now: number) =>
	db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${now - dayMs}`);
