import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applications } from "#worker/database/schema/applications";
import { locationCounts } from "#worker/database/schema/organisations";
import { isWithin } from "#worker/database/scope";

const posted = sql<number>`sum(${locationCounts.applicants})`;

/** Counts the applicants within the scope who are posted to a location, by application; the most first. */
export const selectPosted = ({ db, organisationId, ...ctx }: OrgContext, locationId: string) =>
	db
		.select({
			applicationId: locationCounts.applicationId,
			applicationTitle: sql<string>`coalesce(${applications.title}, ${locationCounts.applicationId})`,
			applicants: posted.as("applicants"),
		})
		.from(locationCounts)
		.leftJoin(
			applications,
			and(
				eq(applications.organisationId, locationCounts.organisationId),
				eq(applications.id, locationCounts.applicationId),
			),
		)
		.where(
			and(
				eq(locationCounts.organisationId, organisationId),
				eq(locationCounts.locationId, locationId),
				isWithin(ctx, sql`${locationCounts.courseId}`),
			),
		)
		.groupBy(locationCounts.applicationId)
		.having(gt(posted, 0))
		.orderBy(desc(posted));
