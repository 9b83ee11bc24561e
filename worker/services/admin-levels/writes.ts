import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { adminLevels } from "#worker/database/schema/structure";
import { disorderedIn, levelsUnchanged, usedAmong } from "#worker/services/admin-levels/queries";

interface Seen {
	/** The ids of the levels as they are, from the top. */
	known: readonly string[];
	removed: readonly string[];
	/** The version that was seen; any when left out. */
	version?: number | undefined;
}

/** Returns the condition that the levels are still the known ones, and that those to be removed have no items. */
const areAsSeen = (ctx: OrgContext, { known, removed, version }: Seen): SQL => {
	const { organisationId } = ctx;
	return sql`${known.join()} = (SELECT coalesce(group_concat(held.id, ','), '') FROM
			(SELECT id FROM admin_levels WHERE organisation_id = ${organisationId} ORDER BY position, id) AS held)
		AND NOT EXISTS ${usedAmong(organisationId, removed)}
		AND ${version === undefined ? sql`true` : levelsUnchanged(ctx, version)}`;
};

/** Writes every level in its new place, if the levels are still the known ones, and neither used nor in disorder then. */
export const writeLevels = (
	ctx: OrgContext,
	levels: readonly { id: string; name: string }[],
	{ known, removed, version }: Seen,
): Write => {
	const { db, organisationId, now } = ctx;
	const order = levels.map(({ id }) => id);
	const rows = levels.map(({ id, name }, position) => ({
		id,
		name,
		position,
		parentId: order[position - 1],
		childId: order[position + 1],
	}));
	const value = (name: string) => sql`level.value ->> ${`$.${name}`}`;
	return insertFrom(
		db,
		adminLevels,
		{
			organisationId,
			id: value("id"),
			name: value("name"),
			position: value("position"),
			parentId: value("parentId"),
			childId: value("childId"),
			createdAt: now(),
			updatedAt: now(),
		},
		sql`FROM json_each(${JSON.stringify(rows)}) AS level
			WHERE ${areAsSeen(ctx, { known, removed, version })} AND NOT EXISTS ${disorderedIn(organisationId, order)}`,
	).onConflictDoUpdate({
		target: [adminLevels.organisationId, adminLevels.id],
		set: {
			name: sql`excluded.name`,
			position: sql`excluded.position`,
			parentId: sql`excluded.parent_id`,
			childId: sql`excluded.child_id`,
			updatedAt: sql`max(excluded.updated_at, ${adminLevels.updatedAt} + 1)`,
		},
	});
};

/** Removes all levels that are left, if they are still the known ones and have no items. */
export const removeLastLevels = (ctx: OrgContext, seen: Seen): Write =>
	ctx.db.delete(adminLevels).where(and(eq(adminLevels.organisationId, ctx.organisationId), areAsSeen(ctx, seen)));

export const removeLevels = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write =>
	db.delete(adminLevels).where(and(eq(adminLevels.organisationId, organisationId), inArray(adminLevels.id, [...ids])));
