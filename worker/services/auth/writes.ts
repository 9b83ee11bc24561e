import { and, eq, exists, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { oneTimeTokens, sessions, users } from "#worker/database/schema/auth";
import { isUsable, type PresentedToken } from "#worker/services/auth/one-time-tokens.writes";

export const insertSession = (db: Database, session: typeof sessions.$inferInsert) =>
	db.insert(sessions).values(session);

interface Rotation {
	organisationId: string;
	sessionId: string;
	generation: number;
	now: number;
	/** A session that was not refreshed since then has been left alone for too long. */
	activeSince: number;
}

/** Moves a session on by one generation if it is at this one, alive, and its user is not blocked. */
export const rotateSession = (db: Database, { organisationId, sessionId, generation, now, activeSince }: Rotation) =>
	db
		.update(sessions)
		.set({ generation: generation + 1, rotatedAt: now })
		.where(
			and(
				eq(sessions.organisationId, organisationId),
				eq(sessions.id, sessionId),
				eq(sessions.generation, generation),
				isNull(sessions.endedAt),
				gt(sessions.expiresAt, now),
				gt(sessions.rotatedAt, activeSince),
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

export type EndReason = "logout" | "reuse" | "password_reset";

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

/** Records a sign-in, with a new hash when the stored one had another cost. */
export const noteLogin = (
	db: Database,
	login: { organisationId: string; userId: string; now: number; passwordHash?: string | undefined },
) =>
	db
		.update(users)
		.set({ lastLoginAt: login.now, ...(login.passwordHash && { passwordHash: login.passwordHash }) })
		.where(and(eq(users.organisationId, login.organisationId), eq(users.id, login.userId)));

/** Sets a password with a usable token, which also proves the address; the next statement of the batch uses it up. */
export const setPassword = (db: Database, token: Required<PresentedToken>, passwordHash: string) =>
	db
		.update(users)
		.set({ passwordHash, emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${token.now})` })
		.where(
			and(
				eq(users.organisationId, token.organisationId),
				eq(users.id, token.userId),
				eq(users.blocked, false),
				exists(db.select({ one: sql`1` }).from(oneTimeTokens).where(isUsable(token))),
			),
		)
		.returning({ id: users.id });

/** Confirms the address of a usable token; the next statement of the batch uses it up. */
export const setEmailConfirmed = (db: Database, token: Required<PresentedToken>) =>
	db
		.update(users)
		.set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${token.now})` })
		.where(
			and(
				eq(users.organisationId, token.organisationId),
				eq(users.id, token.userId),
				exists(db.select({ one: sql`1` }).from(oneTimeTokens).where(isUsable(token))),
			),
		)
		.returning({ id: users.id, email: users.email });

export const deleteExpiredTokens = (db: Database, before: number) =>
	db.delete(oneTimeTokens).where(firstRows(oneTimeTokens, lt(oneTimeTokens.expiresAt, before)));

export const deleteExpiredSessions = (db: Database, before: number) =>
	db.delete(sessions).where(firstRows(sessions, lt(sessions.expiresAt, before)));
