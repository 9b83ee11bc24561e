import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicationCourses, applicationNumbers, applicationTags } from "#worker/database/schema/applications";

interface ToOffer {
	courseId: string;
	/** Null for the form of the application. */
	formId: string | null;
}

/** Replaces the courses that an application offers, in order. */
export const offerCourses = (
	{ db, organisationId }: OrgContext,
	applicationId: string,
	courses: readonly ToOffer[],
): Write[] => [
	db
		.delete(applicationCourses)
		.where(
			and(eq(applicationCourses.organisationId, organisationId), eq(applicationCourses.applicationId, applicationId)),
		),
	insertFrom(
		db,
		applicationCourses,
		{
			organisationId,
			applicationId,
			courseId: sql`value ->> 'courseId'`,
			formDesignId: sql`value ->> 'formId'`,
			position: sql`key`,
		},
		sql`FROM json_each(${JSON.stringify(courses)})`,
	),
];

/**
 * Takes the next serial number of a series of application numbers. why before the commit: what is searched of an applicant
 * has the number in it. A commit that fails leaves a number out.
 */
export const takeSerial = async ({ db, organisationId }: OrgContext, series: string): Promise<number> => {
	const [taken] = await db
		.insert(applicationNumbers)
		.values({ organisationId, series, last: 1 })
		.onConflictDoUpdate({
			target: [applicationNumbers.organisationId, applicationNumbers.series],
			set: { last: sql`${applicationNumbers.last} + 1` },
		})
		.returning({ serial: applicationNumbers.last });
	return taken?.serial ?? 1;
};

/** Replaces the group items that an application carries. */
export const tagApplication = (
	{ db, organisationId }: OrgContext,
	applicationId: string,
	groupItemIds: readonly string[],
): Write[] => [
	db
		.delete(applicationTags)
		.where(and(eq(applicationTags.organisationId, organisationId), eq(applicationTags.applicationId, applicationId))),
	insertFrom(
		db,
		applicationTags,
		{ organisationId, applicationId, groupItemId: sql`value` },
		sql`FROM json_each(${JSON.stringify(groupItemIds)})`,
	),
];
