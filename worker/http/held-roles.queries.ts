import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { roles, userRoles } from "#worker/database/schema/auth";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";

/** Finds the roles that users hold, each with the level and the item of the role; a user's first role comes first. */
export const heldRoles = (db: Database, organisationId: string, userIds: readonly string[]) =>
	db
		.select({
			userId: userRoles.userId,
			roleId: userRoles.roleId,
			roleName: roles.name,
			privileges: roles.privileges,
			levelId: adminLevels.id,
			levelName: adminLevels.name,
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
		.where(
			and(
				eq(userRoles.organisationId, organisationId),
				// why: one parameter for any number of users; D1 takes a hundred.
				sql`${userRoles.userId} IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`,
			),
		)
		.orderBy(asc(userRoles.userId), asc(userRoles.position), asc(roles.name));

export type HeldRole = Awaited<ReturnType<typeof heldRoles>>[number];

/** Returns every privilege of the roles, once each. */
export const privilegesOf = (held: readonly HeldRole[]): string[] =>
	[...new Set(held.flatMap(({ privileges }) => privileges))].sort();
