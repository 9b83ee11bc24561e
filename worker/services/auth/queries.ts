import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { oneTimeTokens, sessions, users } from "#worker/database/schema/auth";
import { heldRoles, privilegesOf } from "#worker/http/held-roles.queries";
import type { CurrentUser } from "#worker/services/auth/contract";
import { isUsable, type PresentedToken } from "#worker/services/auth/one-time-tokens.writes";
import { toAdminRole } from "#worker/services/users/queries";

/** Selects the account of an email address in lower case. */
export const accountByEmail = (db: Database, organisationId: string, email: string) =>
	db
		.select({
			id: users.id,
			email: users.email,
			firstName: users.firstName,
			blocked: users.blocked,
			passwordHash: users.passwordHash,
		})
		.from(users)
		.where(and(eq(users.organisationId, organisationId), eq(users.email, email)));

export const findCurrentUser = async (
	db: Database,
	organisationId: string,
	userId: string,
): Promise<CurrentUser | undefined> => {
	const [[user], held] = await db.batch([
		db
			.select({
				id: users.id,
				firstName: users.firstName,
				lastName: users.lastName,
				email: users.email,
				blocked: users.blocked,
			})
			.from(users)
			.where(and(eq(users.organisationId, organisationId), eq(users.id, userId))),
		heldRoles(db, organisationId, [userId]),
	]);
	if (!user) return undefined;
	return {
		...user,
		adminRoles: held.map(toAdminRole),
		privileges: privilegesOf(held),
	};
};

export const findSession = async (db: Database, organisationId: string, sessionId: string) => {
	const [session] = await db
		.select({
			userId: sessions.userId,
			email: users.email,
			blocked: users.blocked,
			client: sessions.client,
			generation: sessions.generation,
			rotatedAt: sessions.rotatedAt,
			seenAt: sql<number>`max(${sessions.rotatedAt}, coalesce(${sessions.seenAt}, 0))`,
			expiresAt: sessions.expiresAt,
			endedAt: sessions.endedAt,
		})
		.from(sessions)
		.innerJoin(users, and(eq(users.organisationId, sessions.organisationId), eq(users.id, sessions.userId)))
		.where(and(eq(sessions.organisationId, organisationId), eq(sessions.id, sessionId)));
	return session;
};

/** Finds the user of a token that can still be used. */
export const findUsableToken = async (db: Database, token: PresentedToken) => {
	const [found] = await db
		.select({
			userId: oneTimeTokens.userId,
			email: users.email,
			blocked: users.blocked,
			hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`.mapWith(Boolean),
		})
		.from(oneTimeTokens)
		.innerJoin(users, and(eq(users.organisationId, oneTimeTokens.organisationId), eq(users.id, oneTimeTokens.userId)))
		.where(isUsable(token));
	return found;
};
