import { eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { organisations } from "#worker/database/schema/organisations";
import { defaultApplicationId } from "#worker/services/applications/default.queries";
import { selectStepsOfApplication, toSteps } from "#worker/services/workflows/queries";

interface Asked {
	applicationId?: string | undefined;
	administrationLevelItemIds?: readonly string[] | undefined;
}

/**
 * What the filters of a list stand for: the application (the default one unless named) with its steps, the
 * courses at or below the admin level items, and the institution's search key.
 */
export const readScope = async (ctx: OrgContext, { applicationId, administrationLevelItemIds }: Asked) => {
	const { db, organisationId } = ctx;
	const [steps, courseRows, [organisation]] = await db.batch([
		selectStepsOfApplication(ctx, applicationId ?? sql`(${defaultApplicationId(ctx)})`),
		selectCoursesBelow(ctx, administrationLevelItemIds ?? []),
		db.select({ searchKey: organisations.searchKey }).from(organisations).where(eq(organisations.id, organisationId)),
	]);
	const [first] = steps;
	return {
		applicationId: first?.applicationId,
		steps: toSteps(steps),
		coursesBelow: courseRows.map(({ id }) => id),
		searchKey: organisation?.searchKey ?? "",
	};
};

/**
 * Courses at or below the items: of any item of a level, and of every level that has some (a faculty and a department).
 * why UNION and not UNION ALL: a hierarchy that bites its own tail still ends.
 */
const selectCoursesBelow = ({ db, organisationId }: OrgContext, itemIds: readonly string[]) =>
	db
		.select({ id: sql<string>`below.id` })
		.from(sql`(${coursesBelow(organisationId, sql`${JSON.stringify(itemIds)}`)}) AS below`);

/** The same as a subquery. @param itemIds a JSON array. */
export const coursesBelow = (organisationId: string, itemIds: SQL): SQL => sql`
	WITH RECURSIVE items (id, level) AS (
		SELECT item.id, item.level_id FROM json_each(${itemIds}) AS chosen
			CROSS JOIN admin_level_items AS item
			ON item.organisation_id = ${organisationId} AND item.id = chosen.value
		UNION
		SELECT child.id, items.level FROM items JOIN admin_level_items AS child
			ON child.organisation_id = ${organisationId} AND child.parent_item_id = items.id
	)
	SELECT courses.id FROM items CROSS JOIN courses
		ON courses.organisation_id = ${organisationId} AND courses.admin_level_item_id = items.id
		GROUP BY courses.id
		HAVING count(DISTINCT items.level) = (SELECT count(DISTINCT level) FROM items)`;
