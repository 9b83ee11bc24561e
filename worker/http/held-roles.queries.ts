import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { roles, userRoles } from "#worker/database/schema/auth";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";
import type { AccessClaims } from "#worker/http/access-token";

/** Finds the roles that users hold, each with the level and the item of the role; a user's first role comes first. */
export const heldRoles = (db: Database, organisationId: string, userIds: readonly string[]) =>
	// why: one parameter for any number of users; D1 takes a hundred.
	heldRolesOf(db, organisationId, sql`(SELECT value FROM json_each(${JSON.stringify(userIds)}))`);

/** @param userIds a subquery: the roles can then be read beside the users */
export const heldRolesOf = (db: Database, organisationId: string, userIds: SQL) =>
	db
		.select({
			userId: userRoles.userId,
			roleId: userRoles.roleId,
			roleName: roles.name,
			privileges: roles.privileges,
			levelId: adminLevels.id,
			levelName: adminLevels.name,
			/** The structure item that the role is bound to, whether or not it still exists; null for all of the institution. */
			placeId: userRoles.adminLevelItemId,
			itemId: adminLevelItems.id,
			itemName: adminLevelItems.name,
		})
		.from(userRoles)
		.innerJoin(roles, and(eq(roles.organisationId, userRoles.organisationId), eq(roles.id, userRoles.roleId)))
		.leftJoin(
			adminLevelItems,
			and(
				eq(adminLevelItems.organisationId, userRoles.organisationId),
				eq(adminLevelItems.id, userRoles.adminLevelItemId),
			),
		)
		.leftJoin(
			adminLevels,
			and(eq(adminLevels.organisationId, adminLevelItems.organisationId), eq(adminLevels.id, adminLevelItems.levelId)),
		)
		.where(and(eq(userRoles.organisationId, organisationId), sql`${userRoles.userId} IN ${userIds}`))
		.orderBy(asc(userRoles.userId), asc(userRoles.position), asc(roles.name));

export type HeldRole = Awaited<ReturnType<typeof heldRoles>>[number];

export const privilegesOf = (held: readonly HeldRole[]): string[] =>
	[...new Set(held.flatMap(({ privileges }) => privileges))].sort();

interface SessionHolder {
	email: string;
	firstName: string;
	lastName: string;
	blocked: number;
	endedAt: number | null;
	expiresAt: number;
	seenAt: number;
	configVersion: number | null;
}

/** Returns whose session it is, with the version of the institution's configuration. */
export const findSessionHolder = (db: Database, { organisationId, sessionId, userId }: AccessClaims) =>
	db.get<SessionHolder | undefined>(sql`
		SELECT users.email, users.first_name AS firstName, users.last_name AS lastName, users.blocked,
			sessions.ended_at AS endedAt, sessions.expires_at AS expiresAt,
			max(sessions.rotated_at, coalesce(sessions.seen_at, 0)) AS seenAt, organisations.config_version AS configVersion
		FROM sessions
		JOIN users ON users.organisation_id = sessions.organisation_id AND users.id = sessions.user_id
		LEFT JOIN organisations ON organisations.id = sessions.organisation_id
		WHERE sessions.organisation_id = ${organisationId} AND sessions.id = ${sessionId} AND sessions.user_id = ${userId}`);
