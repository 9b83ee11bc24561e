import { and, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { oneTimeTokens, rateLimits, sessions } from "#worker/database/schema/auth";
import { tasks } from "#worker/database/schema/records";

/** Rows one statement of the sweep touches. */
const sliceSize = 1_000;

/** Takes tasks that nobody has worked on; marked as looked at, so that the next sweep does not take them again. */
export const takeStuckTasks = (db: Database, { before, now }: { before: number; now: number }) =>
	db
		.update(tasks)
		.set({ updatedAt: now })
		// why the literal: SQLite takes the partial index only for the very condition it was made with.
		.where(and(sql`status = 'STARTED'`, lt(tasks.updatedAt, before)))
		.returning({ organisationId: tasks.organisationId, taskId: tasks.id });

const firstRows = (table: typeof oneTimeTokens | typeof rateLimits | typeof sessions, expired: ReturnType<typeof lt>) =>
	sql`${table}.rowid IN (SELECT rowid FROM ${table} WHERE ${expired} LIMIT ${sliceSize})`;

export const deleteExpiredTokens = (db: Database, before: number) =>
	db.delete(oneTimeTokens).where(firstRows(oneTimeTokens, lt(oneTimeTokens.expiresAt, before)));

export const deleteOldRateLimits = (db: Database, before: number) =>
	db.delete(rateLimits).where(firstRows(rateLimits, lt(rateLimits.windowStartedAt, before)));

/** Sessions past their absolute end: whether they were ended before that no longer matters. */
export const deleteExpiredSessions = (db: Database, before: number) =>
	db.delete(sessions).where(firstRows(sessions, lt(sessions.expiresAt, before)));
