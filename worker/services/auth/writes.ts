import { and, eq, exists, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { oneTimeTokens, users } from "#worker/database/schema/auth";
import { isUsable, type PresentedToken } from "#worker/services/auth/one-time-tokens.writes";

interface Login {
	organisationId: string;
	userId: string;
	now: number;
	/** Set when the stored hash had another cost. */
	passwordHash?: string | undefined;
	/** Whether the sign-in has proved the email address. */
	provesEmail: boolean;
}

/** Records a sign-in. */
export const noteLogin = (db: Database, login: Login) =>
	db
		.update(users)
		.set({
			lastLoginAt: login.now,
			...(login.passwordHash && { passwordHash: login.passwordHash }),
			...(login.provesEmail && { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${login.now})` }),
		})
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
