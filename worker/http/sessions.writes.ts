import { and, eq, exists, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { sessions, users } from "#worker/database/schema/auth";

/** Stores that a session made a request at the moment `now`. */
export const markSeen = (db: Database, organisationId: string, sessionId: string, now: number) =>
	db
		.update(sessions)
		.set({ seenAt: sql`max(coalesce(${sessions.seenAt}, 0), ${now})` })
		.where(and(eq(sessions.organisationId, organisationId), eq(sessions.id, sessionId)));

export const insertSession = (db: Database, session: typeof sessions.$inferInsert) =>
	db.insert(sessions).values(session);

interface Rotation {
	organisationId: string;
	sessionId: string;
	generation: number;
	/** Whether the portal asks; others may not refresh its sessions. */
	isPortal: boolean;
	now: number;
	/** A session without a request since then was idle for too long. */
	activeSince: number;
}

/** Moves a session on by one generation if it is at this one, the client's, alive, and its user is not blocked. */
export const rotateSession = (
	db: Database,
	{ organisationId, sessionId, generation, isPortal, now, activeSince }: Rotation,
) =>
	db
		.update(sessions)
		.set({ generation: generation + 1, rotatedAt: now })
		.where(
			and(
				eq(sessions.organisationId, organisationId),
				eq(sessions.id, sessionId),
				eq(sessions.generation, generation),
				isPortal ? undefined : eq(sessions.client, "api"),
				isNull(sessions.endedAt),
				gt(sessions.expiresAt, now),
				sql`max(${sessions.rotatedAt}, coalesce(${sessions.seenAt}, 0)) > ${activeSince}`,
				exists(
					db
						.select({ one: sql`1` })
						.from(users)
						.where(
							and(eq(users.organisationId, organisationId), eq(users.id, sessions.userId), eq(users.blocked, false)),
						),
				),
			),
		)
		.returning({ userId: sessions.userId });

export type EndReason = "logout" | "reuse" | "password_reset" | "blocked" | "ended_by_staff";

interface Ending {
	organisationId: string;
	reason: EndReason;
	now: number;
}

/** Ends one session; one that has ended keeps its first reason. */
export const endSessionRow = (db: Database, sessionId: string, ending: Ending) =>
	endRows(db, eq(sessions.id, sessionId), ending);

export const endSessionRowsOf = (db: Database, userId: string, ending: Ending) =>
	endRows(db, eq(sessions.userId, userId), ending);

const endRows = (db: Database, which: SQL, { organisationId, reason, now }: Ending) =>
	db
		.update(sessions)
		.set({ endedAt: now, endReason: reason })
		.where(and(eq(sessions.organisationId, organisationId), which, isNull(sessions.endedAt)));

export const deleteExpiredSessions = (db: Database, before: number) =>
	db.delete(sessions).where(firstRows(sessions, lt(sessions.expiresAt, before)));
