import { and, asc, eq, sql } from "drizzle-orm";
import { applications } from "#worker/database/schema/applications";
import { organisations } from "#worker/database/schema/organisations";
import { workflowSteps } from "#worker/database/schema/workflows";
import type { OrgContext } from "#worker/http/context";

interface Asked {
	applicationId?: string | undefined;
	administrationLevelItemIds?: readonly string[] | undefined;
}

/**
 * What the filters of a list stand for: the application (the newest active one unless named) with its steps, the
 * courses at or below the admin level items, and the institution's search key.
 */
export const readScope = async (ctx: OrgContext, { applicationId, administrationLevelItemIds }: Asked) => {
	const { db, organisationId } = ctx;
	const newestActive = db.select({ id: sql`newest.id` }).from(
		sql`(SELECT id FROM applications WHERE organisation_id = ${organisationId} AND active = 1
				ORDER BY created_at DESC, id DESC LIMIT 1) AS newest`,
	);
	const [steps, courseRows, [organisation]] = await db.batch([
		db
			.select({
				// why the alias: in a batch, columns of the same name would fall on top of each other.
				applicationId: sql<string>`${applications.id}`.as("application_id"),
				id: workflowSteps.id,
				type: workflowSteps.type,
			})
			.from(applications)
			.leftJoin(
				workflowSteps,
				and(
					eq(workflowSteps.organisationId, applications.organisationId),
					eq(workflowSteps.workflowId, applications.workflowId),
				),
			)
			.where(
				and(
					eq(applications.organisationId, organisationId),
					eq(applications.id, applicationId ?? sql`(${newestActive})`),
				),
			)
			.orderBy(asc(workflowSteps.position)),
		selectCoursesBelow(ctx, administrationLevelItemIds ?? []),
		db.select({ searchKey: organisations.searchKey }).from(organisations).where(eq(organisations.id, organisationId)),
	]);
	const [first] = steps;
	return {
		applicationId: first?.applicationId,
		steps: steps.flatMap(({ id, type }) => (id === null || type === null ? [] : [{ id, type }])),
		coursesBelow: courseRows.map(({ id }) => id),
		searchKey: organisation?.searchKey ?? "",
	};
};

/** why UNION and not UNION ALL: a hierarchy that bites its own tail still ends. */
const selectCoursesBelow = ({ db, organisationId }: OrgContext, itemIds: readonly string[]) =>
	db.select({ id: sql<string>`below.id` }).from(
		sql`(WITH RECURSIVE items (id) AS (
				SELECT value FROM json_each(${JSON.stringify(itemIds)})
				UNION
				SELECT child.id FROM items JOIN admin_level_items AS child
					ON child.organisation_id = ${organisationId} AND child.parent_item_id = items.id
			)
			SELECT courses.id FROM items CROSS JOIN courses
				ON courses.organisation_id = ${organisationId} AND courses.admin_level_item_id = items.id) AS below`,
	);
