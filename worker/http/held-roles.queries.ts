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
	/** JSON of HeldRole[], a user's first role first. */
	roles: string;
}

/** Returns whose session it is, with their roles and the version of the institution's configuration: one statement. */
export const findSessionHolder = async (db: Database, { organisationId, sessionId, userId }: AccessClaims) => {
	const holder = await db.get<SessionHolder | undefined>(sql`
		SELECT users.email, users.first_name AS firstName, users.last_name AS lastName, users.blocked,
			sessions.ended_at AS endedAt, sessions.expires_at AS expiresAt,
			max(sessions.rotated_at, coalesce(sessions.seen_at, 0)) AS seenAt, organisations.config_version AS configVersion,
			(SELECT json_group_array(json_object(
				'userId', user_id, 'roleId', role_id, 'roleName', role_name, 'privileges', json(privileges),
				'levelId', level_id, 'levelName', level_name, 'placeId', place_id, 'itemId', item_id, 'itemName', item_name))
			FROM (SELECT held.user_id, held.role_id, roles.name AS role_name, roles.privileges, levels.id AS level_id,
					levels.name AS level_name, held.admin_level_item_id AS place_id, items.id AS item_id, items.name AS item_name
				FROM user_roles AS held
				JOIN roles ON roles.organisation_id = held.organisation_id AND roles.id = held.role_id
				LEFT JOIN admin_level_items AS items
					ON items.organisation_id = held.organisation_id AND items.id = held.admin_level_item_id
				LEFT JOIN admin_levels AS levels
					ON levels.organisation_id = items.organisation_id AND levels.id = items.level_id
				WHERE held.organisation_id = sessions.organisation_id AND held.user_id = sessions.user_id
				ORDER BY held.position, roles.name)) AS roles
		FROM sessions
		JOIN users ON users.organisation_id = sessions.organisation_id AND users.id = sessions.user_id
		LEFT JOIN organisations ON organisations.id = sessions.organisation_id
		WHERE sessions.organisation_id = ${organisationId} AND sessions.id = ${sessionId} AND sessions.user_id = ${userId}`);
	return holder && { ...holder, roles: JSON.parse(holder.roles) as HeldRole[] };
};
