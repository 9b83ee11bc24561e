import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicationExists } from "#worker/services/applications/queries";

interface ItemRow {
	id: string;
	name: string;
	parentItemId: string | null;
	levelId: string;
	levelName: string;
	levelOrder: number;
}

/** The departments an application's courses belong to and everything above them; undefined when there is no such application. */
export const itemsOfApplication = async (ctx: OrgContext, applicationId: string) => {
	const { db, organisationId } = ctx;
	const [exists, rows] = await Promise.all([
		applicationExists(ctx, applicationId),
		db.all<ItemRow>(sql`
			WITH RECURSIVE above (id) AS (
				SELECT course.admin_level_item_id FROM application_courses AS offered
					JOIN courses AS course ON course.organisation_id = offered.organisation_id AND course.id = offered.course_id
					WHERE offered.organisation_id = ${organisationId} AND offered.application_id = ${applicationId}
				UNION
				SELECT item.parent_item_id FROM above
					JOIN admin_level_items AS item ON item.organisation_id = ${organisationId} AND item.id = above.id
			)
			SELECT item.id, item.name, item.parent_item_id AS parentItemId,
				level.id AS levelId, level.name AS levelName, level.position AS levelOrder
			FROM above
				JOIN admin_level_items AS item ON item.organisation_id = ${organisationId} AND item.id = above.id
				JOIN admin_levels AS level ON level.organisation_id = item.organisation_id AND level.id = item.level_id
			ORDER BY level.position, item.name, item.id`),
	]);
	if (!exists) return undefined;
	return rows.map(({ levelId, levelName, levelOrder, ...item }) => ({
		...item,
		level: { id: levelId, name: levelName, order: levelOrder },
	}));
};
