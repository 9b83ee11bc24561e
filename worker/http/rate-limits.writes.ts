import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { rateLimits } from "#worker/database/schema/auth";

interface Bucket {
	organisationId: string;
	bucket: string;
}

/** Counts one more in the bucket's window, or starts the next window. Returns the count with this one in it. */
export const countHit = (db: Database, { organisationId, bucket }: Bucket, now: number, windowMs: number) => {
	const isOver = sql`${rateLimits.windowStartedAt} <= ${now - windowMs}`;
	return db
		.insert(rateLimits)
		.values({ organisationId, bucket, windowStartedAt: now, hits: 1 })
		.onConflictDoUpdate({
			target: [rateLimits.organisationId, rateLimits.bucket],
			set: {
				hits: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.hits} + 1 END`,
				windowStartedAt: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${rateLimits.windowStartedAt} END`,
			},
		})
		.returning({ hits: rateLimits.hits, windowStartedAt: rateLimits.windowStartedAt });
};

const isBucket = ({ organisationId, bucket }: Bucket) =>
	and(eq(rateLimits.organisationId, organisationId), eq(rateLimits.bucket, bucket));

/** Takes one attempt back, because it was honest. */
export const giveBackHit = (db: Database, bucket: Bucket) =>
	db
		.update(rateLimits)
		.set({ hits: sql`max(${rateLimits.hits} - 1, 0)` })
		.where(isBucket(bucket));

export const clearBucket = (db: Database, bucket: Bucket) => db.delete(rateLimits).where(isBucket(bucket));

/** Stores the moment `now` under a name: the start of a window in which nothing is counted. */
export const markBucket = (db: Database, { organisationId, bucket }: Bucket, now: number) =>
	db
		.insert(rateLimits)
		.values({ organisationId, bucket, windowStartedAt: now, hits: 0 })
		.onConflictDoUpdate({
			target: [rateLimits.organisationId, rateLimits.bucket],
			set: { windowStartedAt: now },
		});

export const findBucket = (db: Database, bucket: Bucket) =>
	db.select({ windowStartedAt: rateLimits.windowStartedAt }).from(rateLimits).where(isBucket(bucket));

/** Deletes counts whose window began before then, as many as one sweep takes. */
export const deleteOldRateLimits = (db: Database, before: number) =>
	db.delete(rateLimits).where(firstRows(rateLimits, lt(rateLimits.windowStartedAt, before)));
