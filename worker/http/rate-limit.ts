import { sql } from "drizzle-orm";
import { rateLimits } from "#worker/database/schema/auth";
import type { RequestContext } from "#worker/http/context";

interface Limit {
	organisationId: string;
	/** What is limited and for whom, e.g. `login:203.0.113.7`. */
	bucket: string;
	/** Hits a window that still pass. */
	limit: number;
	windowMs: number;
}

/** Counts a hit; a window starts with its first one. `retryAfter` is in whole seconds, as the header wants it. */
export const hit = async (
	ctx: Pick<RequestContext, "now" | "databaseFor">,
	{ organisationId, bucket, limit, windowMs }: Limit,
): Promise<{ limited: boolean; retryAfter: number }> => {
	const now = ctx.now();
	const { hits, windowStartedAt } = rateLimits;
	const isOver = sql`${windowStartedAt} <= ${now - windowMs}`;
	// why: one statement, so that requests at the same moment cannot all read the count before any of them is counted.
	const [counter] = await ctx
		.databaseFor(organisationId)
		.insert(rateLimits)
		.values({ organisationId, bucket, windowStartedAt: now, hits: 1 })
		.onConflictDoUpdate({
			target: [rateLimits.organisationId, rateLimits.bucket],
			set: {
				hits: sql`CASE WHEN ${isOver} THEN 1 ELSE ${hits} + 1 END`,
				windowStartedAt: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${windowStartedAt} END`,
			},
		})
		.returning({ hits, windowStartedAt });
	if (!counter) throw new Error("A counter that was just written was not returned");
	return {
		limited: counter.hits > limit,
		retryAfter: Math.max(1, Math.ceil((counter.windowStartedAt + windowMs - now) / 1000)),
	};
};
