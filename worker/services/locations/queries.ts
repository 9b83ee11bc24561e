import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applications } from "#worker/database/schema/applications";
import { locationCounts } from "#worker/database/schema/organisations";

/** Counts the applicants who are posted to a location, by application; the most first. */
export const selectPosted = ({ db, organisationId }: OrgContext, locationId: string) =>
	db
		.select({
			applicationId: locationCounts.applicationId,
			applicationTitle: sql<string>`coalesce(${applications.title}, ${locationCounts.applicationId})`,
			applicants: locationCounts.applicants,
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
				gt(locationCounts.applicants, 0),
			),
		)
		.orderBy(desc(locationCounts.applicants));
