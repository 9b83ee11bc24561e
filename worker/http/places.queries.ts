import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";

/** A structure item at which roles are held. */
export interface Place {
	itemId: string;
	/** Whether the whole structure is at or below it. */
	isTop: boolean;
	/** The courses at the item and below it. */
	courseIds: readonly string[];
}

type PlacesContext = Pick<OrgContext, "db" | "organisationId" | "configVersion">;

/** Reads structure items with their courses. Remembered with the configuration, whose version every change of the structure raises. */
export const readPlaces = async (ctx: PlacesContext, itemIds: readonly string[]): Promise<readonly Place[]> => {
	if (itemIds.length === 0) return [];
	const ids = JSON.stringify([...itemIds].sort());
	return remembered(ctx, `places ${ids}`, () => selectPlaces(ctx, ids));
};

/** why UNION: a structure that contains itself still ends. */
const selectPlaces = async ({ db, organisationId }: PlacesContext, itemIds: string): Promise<readonly Place[]> => {
	const rows = await db.all<{ itemId: string; isTop: number; courseIds: string }>(sql`
		WITH RECURSIVE below (place, id) AS (
			SELECT item.id, item.id FROM json_each(${itemIds}) AS chosen CROSS JOIN admin_level_items AS item
				ON item.organisation_id = ${organisationId} AND item.id = chosen.value
			UNION
			SELECT below.place, child.id FROM below CROSS JOIN admin_level_items AS child
				ON child.organisation_id = ${organisationId} AND child.parent_item_id = below.id)
		SELECT item.id AS itemId,
			item.parent_item_id IS NULL AND NOT EXISTS (SELECT 1 FROM admin_level_items AS other
				WHERE other.organisation_id = ${organisationId} AND other.parent_item_id IS NULL AND other.id <> item.id) AS isTop,
			(SELECT json_group_array(course.id) FROM below CROSS JOIN courses AS course
				ON course.organisation_id = ${organisationId} AND course.admin_level_item_id = below.id
				WHERE below.place = item.id) AS courseIds
		FROM json_each(${itemIds}) AS chosen CROSS JOIN admin_level_items AS item
			ON item.organisation_id = ${organisationId} AND item.id = chosen.value`);
	return rows.map((row) => ({ ...row, isTop: row.isTop === 1, courseIds: JSON.parse(row.courseIds) }));
};
