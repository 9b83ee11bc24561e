import { lt } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { oneTimeTokens, sessions } from "#worker/database/schema/auth";

export const deleteExpiredTokens = (db: Database, before: number) =>
	db.delete(oneTimeTokens).where(firstRows(oneTimeTokens, lt(oneTimeTokens.expiresAt, before)));

/** Deletes sessions past their absolute end: whether they were ended before that no longer matters. */
export const deleteExpiredSessions = (db: Database, before: number) =>
	db.delete(sessions).where(firstRows(sessions, lt(sessions.expiresAt, before)));
