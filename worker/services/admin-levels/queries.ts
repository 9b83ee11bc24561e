import { and, asc, eq, gte, max, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { foldCase } from "#worker/contract/text/fold-text";
import { remembered } from "#worker/database/remembered";
import { recordChanges } from "#worker/database/schema/records";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";
import { ofRecord } from "#worker/records/queries";

/** The levels in the history of records: one record, of which each change has all of them. */
export const levelsKind = { kind: "admin_level" };
export const levelsId = "levels";

const isOfLevels = (ctx: OrgContext) => ofRecord(ctx, levelsKind, levelsId);

/** The condition that the levels were not changed since a version was seen. */
export const levelsUnchanged = (ctx: OrgContext, version: number): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${recordChanges} WHERE ${and(isOfLevels(ctx), gte(recordChanges.seq, version))})`;

export const allAdminLevels = (ctx: OrgContext) => remembered(ctx, "admin levels", () => readAdminLevels(ctx));

/** Reads the levels as they are now. why also without remembering: a change raises the version that a session knows. */
export const readAdminLevels = async (ctx: OrgContext) => {
	const { db, organisationId } = ctx;
	const [levels, [last]] = await db.batch([
		db
			.select({
				id: adminLevels.id,
				name: adminLevels.name,
				parentId: adminLevels.parentId,
				childId: adminLevels.childId,
				order: adminLevels.position,
			})
			.from(adminLevels)
			.where(eq(adminLevels.organisationId, organisationId))
			.orderBy(asc(adminLevels.position), asc(adminLevels.id)),
		db
			.select({ seq: max(recordChanges.seq) })
			.from(recordChanges)
			.where(isOfLevels(ctx)),
	]);
	return { levels, version: (last?.seq ?? 0) + 1 };
};

/** Is it one of the organisation's? */
export const itemExists = async ({ db, organisationId }: OrgContext, itemId: string): Promise<boolean> => {
	const found = await db
		.select({ id: adminLevelItems.id })
		.from(adminLevelItems)
		.where(and(eq(adminLevelItems.organisationId, organisationId), eq(adminLevelItems.id, itemId)));
	return found.length > 0;
};

/** Reads every item with the names from the top to it, each behind the one that it is part of. */
export const allItems = (ctx: OrgContext) => remembered(ctx, "admin level items", () => selectItems(ctx));

const selectItems = async ({ db, organisationId }: OrgContext) => {
	const rows = await db
		.select({
			id: adminLevelItems.id,
			name: adminLevelItems.name,
			above: adminLevelItems.parentItemId,
			levelName: sql<string>`coalesce((SELECT level.name FROM admin_levels AS level
				WHERE level.organisation_id = ${organisationId} AND level.id = admin_level_items.level_id), '')`,
		})
		.from(adminLevelItems)
		.where(eq(adminLevelItems.organisationId, organisationId));
	const items = new Map(rows.map((row) => [row.id, row]));
	const pathOf = (id: string | null, depth = 0): string[] => {
		const item = items.get(id ?? "");
		// why a limit: a cycle, which only another program can write, must end.
		return item && depth < 20 ? [...pathOf(item.above, depth + 1), item.name] : [];
	};
	return rows
		.map(({ id, name, levelName }) => ({ id, name, levelName, path: pathOf(id) }))
		.map((item) => ({ item, key: foldCase(item.path.join("\u001f")) }))
		.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
		.map(({ item }) => item);
};

/** A subquery for `IN`: the ids of these items and of all below them. */
export const itemsAndBelow = (organisationId: string, itemIds: readonly string[]): SQL => sql`(
	WITH RECURSIVE below (id) AS (
		SELECT value FROM json_each(${JSON.stringify(itemIds)})
		UNION
		SELECT item.id FROM admin_level_items AS item
			JOIN below ON item.organisation_id = ${organisationId} AND item.parent_item_id = below.id
	)
	SELECT id FROM below
)`;

interface Placing {
	/** Left out for a new item. */
	id: string | undefined;
	parentItemId: string | null | undefined;
}

/** Reads what decides whether an item can be part of another one: the levels around it. */
export const findPlacing = async ({ db, organisationId }: OrgContext, { id = "", parentItemId = null }: Placing) => {
	const [placing] = await db.all<{ parentLevelId: string | null; isBelow: number; highestChild: number | null }>(sql`
		SELECT
			(SELECT level_id FROM admin_level_items
				WHERE organisation_id = ${organisationId} AND id = ${parentItemId}) AS parentLevelId,
			coalesce(${parentItemId} IN ${itemsAndBelow(organisationId, [id])}, 0) AS isBelow,
			(SELECT min(level.position) FROM admin_level_items AS part
				CROSS JOIN admin_levels AS level ON level.organisation_id = ${organisationId} AND level.id = part.level_id
				WHERE part.organisation_id = ${organisationId} AND part.parent_item_id = ${id}) AS highestChild`);
	return { parentLevelId: null, highestChild: null, ...placing, isBelow: placing?.isBelow === 1 };
};

/** A subquery: the items of these levels. */
export const usedAmong = (organisationId: string, levelIds: readonly string[]): SQL => sql`(
	SELECT item.level_id FROM admin_level_items AS item
	WHERE item.organisation_id = ${organisationId}
		AND item.level_id IN (SELECT value FROM json_each(${JSON.stringify(levelIds)})))`;

/** A subquery: items that would be part of one of their own level or of one below, with the levels in this order. */
export const disorderedIn = (organisationId: string, order: readonly string[]): SQL => {
	const places = sql`json_each(${JSON.stringify(order)})`;
	return sql`(
		SELECT item.id FROM admin_level_items AS item
			CROSS JOIN admin_level_items AS above
				ON above.organisation_id = ${organisationId} AND above.id = item.parent_item_id
			CROSS JOIN ${places} AS own ON own.value = item.level_id
			CROSS JOIN ${places} AS over ON over.value = above.level_id
		WHERE item.organisation_id = ${organisationId} AND over.key >= own.key)`;
};

/** Reads the name of a level that cannot be removed because it has items, and whether an order cannot be. */
export const levelsInUse = async (
	{ db, organisationId }: OrgContext,
	{ removed, order }: { removed: readonly string[]; order: readonly string[] },
) => {
	const [found] = await db.all<{ used: string | null; isDisordered: number }>(sql`
		SELECT (SELECT name FROM admin_levels WHERE organisation_id = ${organisationId}
			AND id IN ${usedAmong(organisationId, removed)} ORDER BY position LIMIT 1) AS used,
			EXISTS ${disorderedIn(organisationId, order)} AS isDisordered`);
	return { used: found?.used ?? null, isDisordered: found?.isDisordered === 1 };
};
