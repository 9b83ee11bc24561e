import { and, eq, notExists, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { withKeys } from "#worker/database/folded";
import { roles, userRoles } from "#worker/database/schema/auth";
import { userPreferences } from "#worker/database/schema/user-preferences";
import { writeChange, writeFirstState } from "#worker/records/history.writes";
import type { UserPreferences } from "#worker/services/users/contract";
import { keepsAdministrator, roleKind, weakensAdministration } from "#worker/services/users/queries";

type Role = typeof roles.$inferInsert;

export const insertRole = (db: Database, role: Role) => db.insert(roles).values(withKeys(roles, role));

/**
 * Changes a role that still has the name and grants that the caller has seen, if somebody can still administer users
 * and roles afterwards.
 */
export const changeRole = (
	db: Database,
	{ organisationId, id, name, privileges, updatedAt }: Omit<Role, "createdAt">,
	seen: Pick<Role, "name" | "privileges">,
) =>
	db
		.update(roles)
		.set(withKeys(roles, { name, privileges, updatedAt }))
		.where(
			and(
				eq(roles.organisationId, organisationId),
				eq(roles.id, id),
				eq(roles.name, seen.name),
				sql`json(${roles.privileges}) = ${JSON.stringify(seen.privileges)}`,
				weakensAdministration(seen.privileges, privileges)
					? keepsAdministrator(organisationId, { id, privileges })
					: undefined,
			),
		);

type RoleChange = Omit<Parameters<typeof writeChange>[1], "kind">;

/** Keeps a change in the history of its role. @param first what the role was before the first change that is kept */
export const writeRoleChange = (ctx: OrgContext, change: RoleChange, first?: { createdAt: number }): Write[] => [
	...(first && change.before
		? [
				writeFirstState(
					ctx,
					{ ...roleKind, id: ctx.newId(), recordId: change.recordId, after: change.before, createdAt: first.createdAt },
					sql`NOT EXISTS (SELECT 1 FROM record_changes WHERE organisation_id = ${ctx.organisationId}
						AND kind = ${roleKind.kind} AND record_id = ${change.recordId})`,
				),
			]
		: []),
	writeChange(ctx, { ...roleKind, ...change }),
];

export const deleteUnheldRole = (db: Database, organisationId: string, id: string) =>
	db.delete(roles).where(
		and(
			eq(roles.organisationId, organisationId),
			eq(roles.id, id),
			notExists(
				db
					.select({ one: sql`1` })
					.from(userRoles)
					.where(and(eq(userRoles.organisationId, organisationId), eq(userRoles.roleId, id))),
			),
		),
	);

interface GivenRole {
	roleId: string;
	itemId: string | null;
}

/** Gives a user roles, the first of which names their place on screens. */
export const insertHeldRoles = (
	{ db, organisationId }: OrgContext,
	userId: string,
	given: readonly GivenRole[],
): readonly Write[] =>
	given.map(({ roleId, itemId }, position) =>
		db.insert(userRoles).values({ organisationId, userId, roleId, adminLevelItemId: itemId, position }),
	);

export const deleteHeldRoles = ({ db, organisationId }: OrgContext, userId: string): Write =>
	db.delete(userRoles).where(and(eq(userRoles.organisationId, organisationId), eq(userRoles.userId, userId)));

export const deletePreferences = ({ db, organisationId }: OrgContext, userId: string): Write =>
	db
		.delete(userPreferences)
		.where(and(eq(userPreferences.organisationId, organisationId), eq(userPreferences.userId, userId)));

export const writePreferences = ({ db, organisationId, actor, now }: OrgContext, change: Partial<UserPreferences>) => {
	const set = { ...change, updatedAt: now() };
	return db
		.insert(userPreferences)
		.values({ organisationId, userId: actor.id, ...set })
		.onConflictDoUpdate({ target: [userPreferences.organisationId, userPreferences.userId], set });
};
