import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicationNumber, type NumberedIn, seriesOf } from "#worker/contract/text/application-number";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
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
 * Takes the next application number of a format. why before the commit: what is searched of an applicant has the number in
 * it. A commit that fails leaves a number out.
 */
export const takeNumber = async (ctx: OrgContext, format: string, numbered: NumberedIn): Promise<string> => {
	const { db, organisationId } = ctx;
	const { before, after, digits } = seriesOf(format, numbered);
	const series = { organisationId, series: `${before}#${after}` };
	const last = sql`(SELECT last FROM application_numbers WHERE organisation_id = ${organisationId} AND series = ${series.series})`;
	// why further each time: another format may make the same numbers, as "26/1####" those of "26/#####" from 10,001 on.
	for (let step = 1; ; step *= 2) {
		const [[taken], others] = await db.batch([
			db
				.insert(applicationNumbers)
				.values({ ...series, last: 1 })
				.onConflictDoUpdate({
					target: [applicationNumbers.organisationId, applicationNumbers.series],
					set: { last: sql`${applicationNumbers.last} + ${step}` },
				})
				.returning({ serial: applicationNumbers.last }),
			db
				.select({ id: applicants.id })
				.from(applicants)
				.where(
					and(
						eq(applicants.organisationId, organisationId),
						eq(applicants.applicationNumber, sql`${before} || printf(${`%0${digits}d`}, ${last}) || ${after}`),
					),
				),
		]);
		if (taken && others.length === 0) return applicationNumber(format, numbered, taken.serial);
	}
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
