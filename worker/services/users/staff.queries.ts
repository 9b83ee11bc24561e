import { and, eq, gt, isNull, max, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { oneTimeTokens, roles, sessions, users } from "#worker/database/schema/auth";
import { heldRoles } from "#worker/http/held-roles.queries";

/** Grows with each change; an account that was never changed has that of its creation. */
export const userVersion: SQL<number> = sql`max(${users.updatedAt}, ${users.createdAt})`;

/** Reads a member of staff with the roles they hold. */
export const findStaffMember = async ({ db, organisationId, now }: OrgContext, id: string) => {
	const [[user], held, [invitation], [open]] = await db.batch([
		db
			.select({
				id: users.id,
				firstName: users.firstName,
				lastName: users.lastName,
				email: users.email,
				blocked: users.blocked,
				lastLoginAt: users.lastLoginAt,
				createdAt: users.createdAt,
				isConfirmed: sql<boolean>`${users.emailConfirmedAt} IS NOT NULL`.mapWith(Boolean),
				version: userVersion,
			})
			.from(users)
			.where(and(eq(users.organisationId, organisationId), eq(users.id, id))),
		heldRoles(db, organisationId, [id]),
		db
			.select({ endsAt: max(oneTimeTokens.expiresAt) })
			.from(oneTimeTokens)
			.where(
				and(
					eq(oneTimeTokens.organisationId, organisationId),
					eq(oneTimeTokens.userId, id),
					eq(oneTimeTokens.purpose, "confirm"),
					isNull(oneTimeTokens.usedAt),
					gt(oneTimeTokens.expiresAt, now()),
				),
			),
		db
			.select({ total: sql<number>`count(*)` })
			.from(sessions)
			.where(
				and(
					eq(sessions.organisationId, organisationId),
					eq(sessions.userId, id),
					isNull(sessions.endedAt),
					gt(sessions.expiresAt, now()),
				),
			),
	]);
	return user && { ...user, held, invitationEndsAt: invitation?.endsAt ?? null, sessions: open?.total ?? 0 };
};
export type StaffMemberRow = NonNullable<Awaited<ReturnType<typeof findStaffMember>>>;

/** Reads these roles, with what they grant. */
export const rolesById = ({ db, organisationId }: OrgContext, ids: readonly string[]) =>
	db
		.select({ id: roles.id, name: roles.name, privileges: roles.privileges })
		.from(roles)
		.where(
			and(
				eq(roles.organisationId, organisationId),
				sql`${roles.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			),
		);

interface SeenRole {
	roleId: string;
	privileges: readonly string[];
	/** An item that it is to be given at. */
	itemId?: string | null;
}

/** The condition that roles still grant what they were seen to grant, and that the items still exist. */
export const rolesStand = (organisationId: string, seen: readonly SeenRole[]): SQL => sql`NOT EXISTS (
	SELECT 1 FROM json_each(${JSON.stringify(seen)}) AS seen
	WHERE NOT EXISTS (SELECT 1 FROM roles AS role WHERE role.organisation_id = ${organisationId}
			AND role.id = seen.value ->> 'roleId' AND json(role.privileges) = seen.value ->> 'privileges')
		OR (seen.value ->> 'itemId' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM admin_level_items AS item
			WHERE item.organisation_id = ${organisationId} AND item.id = seen.value ->> 'itemId'))
)`;

export const doRolesStand = async ({ db, organisationId }: OrgContext, seen: readonly SeenRole[]): Promise<boolean> => {
	const found = await db.get<{ stand: number }>(sql`SELECT ${rolesStand(organisationId, seen)} AS stand`);
	return found.stand === 1;
};

/** Deeper structures than this do not exist; a cycle would be one. */
const maxDepth = 20;

/** Reads these items of the structure, each with itself and all items above it. */
export const itemsWithAbove = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
): Promise<Map<string, { name: string; path: string[] }>> => {
	const rows = await db.all<{ item: string; name: string; above: string }>(sql`
		WITH RECURSIVE path(item, name, above, depth) AS (
			SELECT id, name, id, 0 FROM admin_level_items
			WHERE organisation_id = ${organisationId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
			UNION ALL
			SELECT path.item, path.name, items.parent_item_id, path.depth + 1 FROM path
			CROSS JOIN admin_level_items AS items
				ON items.organisation_id = ${organisationId} AND items.id = path.above
			WHERE items.parent_item_id IS NOT NULL AND path.depth < ${maxDepth}
		) SELECT item, name, above FROM path`);
	const byItem = Map.groupBy(rows, ({ item }) => item);
	return new Map(
		[...byItem].map(([item, those]) => [item, { name: those[0]?.name ?? item, path: those.map(({ above }) => above) }]),
	);
};
