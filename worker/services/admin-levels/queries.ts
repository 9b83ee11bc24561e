import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { remembered } from "#worker/database/remembered";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";

export const allAdminLevels = (ctx: OrgContext) => remembered(ctx, "admin levels", () => selectAdminLevels(ctx));

const selectAdminLevels = async ({ db, organisationId }: OrgContext) =>
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
		.orderBy(asc(adminLevels.position), asc(adminLevels.id));

interface ItemFilter {
	page: number;
	size: number;
	levelId?: string | undefined;
	keyword: string;
}

export const pageOfItems = async ({ db, organisationId }: OrgContext, { page, size, levelId, keyword }: ItemFilter) => {
	const matching = and(
		eq(adminLevelItems.organisationId, organisationId),
		levelId === undefined ? undefined : eq(adminLevelItems.levelId, levelId),
		containsWords(keyword, adminLevelItems.name),
	);
	const itsLevel = and(
		eq(adminLevels.organisationId, adminLevelItems.organisationId),
		eq(adminLevels.id, adminLevelItems.levelId),
	);
	// why: not one batch; there, columns of the same name in two joined tables fall on top of each other.
	const [data, total] = await Promise.all([
		db
			.select({
				id: adminLevelItems.id,
				name: adminLevelItems.name,
				parentItemId: adminLevelItems.parentItemId,
				level: { id: adminLevels.id, name: adminLevels.name },
			})
			.from(adminLevelItems)
			.innerJoin(adminLevels, itsLevel)
			.where(matching)
			.orderBy(asc(adminLevelItems.name), asc(adminLevelItems.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(adminLevelItems).innerJoin(adminLevels, itsLevel).where(matching),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

/** Is it one of the organisation's? */
export const itemExists = async ({ db, organisationId }: OrgContext, itemId: string): Promise<boolean> => {
	const found = await db
		.select({ id: adminLevelItems.id })
		.from(adminLevelItems)
		.where(and(eq(adminLevelItems.organisationId, organisationId), eq(adminLevelItems.id, itemId)));
	return found.length > 0;
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
