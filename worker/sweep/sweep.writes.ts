import { and, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { rateLimits } from "#worker/database/schema/auth";
import { tasks } from "#worker/database/schema/records";

/** Takes tasks that nobody has worked on; marked as looked at, so that the next sweep does not take them again. */
export const takeStuckTasks = (db: Database, { before, now }: { before: number; now: number }) =>
	db
		.update(tasks)
		.set({ updatedAt: now })
		// why the literal: SQLite takes the partial index only for the very condition it was made with.
		.where(and(sql`status = 'STARTED'`, lt(tasks.updatedAt, before)))
		.returning({ organisationId: tasks.organisationId, taskId: tasks.id });

export const deleteOldRateLimits = (db: Database, before: number) =>
	db.delete(rateLimits).where(firstRows(rateLimits, lt(rateLimits.windowStartedAt, before)));
