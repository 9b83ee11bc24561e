import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantCounts } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { selectApplications } from "#worker/services/applications/queries";
import { hasStatus } from "#worker/services/applications/search.queries";

/**
 * The id of the application that lists show unless another is chosen, as a subquery: among the open ones that with
 * the most applicants, else the newest. The one place that decides it.
 */
export const defaultApplicationId = ({ db, organisationId, now }: OrgContext) => {
	const isOpen = sql`(${and(eq(applications.active, true), hasStatus("open", now()))}) IS TRUE`;
	const applicants = sql`(SELECT coalesce(sum(${applicantCounts.applicants}), 0) FROM ${applicantCounts}
		WHERE ${applicantCounts.organisationId} = ${organisationId} AND ${applicantCounts.applicationId} = ${applications.id})`;
	return db
		.select({ id: applications.id })
		.from(applications)
		.where(eq(applications.organisationId, organisationId))
		.orderBy(
			desc(isOpen),
			desc(sql`CASE WHEN ${isOpen} THEN ${applicants} END`),
			desc(applications.createdAt),
			desc(applications.id),
		)
		.limit(1);
};

export const findDefaultApplication = async (ctx: OrgContext) => {
	const { rows } = await selectApplications(ctx, {
		matching: eq(applications.id, sql`(${defaultApplicationId(ctx)})`),
		limit: 1,
		offset: 0,
	});
	return rows[0];
};
