import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { events } from "#worker/database/schema/records";

/**
 * Empties events that a purge of the logs has named of who did it, from where, and what it says; that it happened, and when, stays.
 * The table refuses any others.
 */
export const emptyEvents = (db: Database, condition: SQL, now: number) =>
	db
		.update(events)
		.set({
			...{ actorId: null, actorName: null, address: null, userAgent: null, requestId: null },
			payload: sql`'{}'`,
			emptiedAt: now,
		})
		.where(condition);
