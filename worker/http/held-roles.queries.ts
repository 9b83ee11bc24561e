import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { roles, userRoles } from "#worker/database/schema/auth";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";

/** Finds the roles that these users hold, each with its level and item; a user's first role first. */
export const heldRoles = (db: Database, organisationId: string, userIds: readonly string[]) =>
	db
		.select({
			userId: userRoles.userId,
			roleId: userRoles.roleId,
			// why: in a batch, D1 answers rows by column name; two of one name would become one.
			roleName: sql<string>`${roles.name}`.as("role_name"),
			privileges: roles.privileges,
			levelId: sql<string | null>`${adminLevels.id}`.as("level_id"),
			levelName: sql<string | null>`${adminLevels.name}`.as("level_name"),
			itemId: sql<string | null>`${adminLevelItems.id}`.as("item_id"),
			itemName: sql<string | null>`${adminLevelItems.name}`.as("item_name"),
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
