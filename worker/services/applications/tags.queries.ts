import { and, asc, eq, type SQL } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicationGroupItems, applicationTags } from "#worker/database/schema/applications";

/** The group items that applications carry, by name. */
export const selectTags = ({ db, organisationId }: OrgContext, matching: SQL) =>
	db
		.select({
			applicationId: applicationTags.applicationId,
			name: applicationGroupItems.name,
			groupId: applicationGroupItems.groupId,
		})
		.from(applicationTags)
		.innerJoin(
			applicationGroupItems,
			and(
				eq(applicationGroupItems.organisationId, applicationTags.organisationId),
				eq(applicationGroupItems.id, applicationTags.groupItemId),
			),
		)
		.where(and(eq(applicationTags.organisationId, organisationId), matching))
		.orderBy(asc(applicationGroupItems.name));
