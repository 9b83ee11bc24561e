import { and, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { applicantCounts } from "#worker/database/schema/applicants";
import { applications, applicationTags } from "#worker/database/schema/applications";
import { organisations } from "#worker/database/schema/organisations";
import { andWithin, isBound } from "#worker/database/scope";
import { pageOfRecords } from "#worker/records/queries";
import type { ApplicationRow } from "#worker/services/applications/contract";
import { listedApplication, seenScope } from "#worker/services/applications/record";

/** Selects the application that lists show by default: the open one with the most applicants, else the newest. */
export const defaultApplicationId = ({ db, organisationId, now, ...ctx }: OrgContext) => {
	const isOpen = sql`(${and(eq(applications.active, true), hasStatus("open", now()))}) IS TRUE`;
	const applicants = sql`(SELECT coalesce(sum(${applicantCounts.applicants}), 0) FROM ${applicantCounts}
		WHERE ${applicantCounts.organisationId} = ${organisationId} AND ${applicantCounts.applicationId} = ${applications.id}
			${andWithin(ctx, sql`${applicantCounts.courseId}`)})`;
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

export const findDefaultApplication = (ctx: OrgContext) => findOne(ctx, sql`(${defaultApplicationId(ctx)})`);

/**
 * Finds the application with the most applicants of those whom the caller sees, else the newest. why two ways: the size of
 * an application is kept for everybody's applicants; of those of some courses there are the counts of these courses.
 */
export const findLargestApplication = (ctx: OrgContext) => {
	const { organisationId } = ctx;
	const seen = { scope: seenScope(ctx) };
	const largest = isBound(seen)
		? sql`SELECT application_id FROM applicant_counts INDEXED BY applicant_counts_by_course
			WHERE organisation_id = ${organisationId} ${andWithin(seen, sql`course_id`)}
			GROUP BY application_id HAVING sum(applicants) > 0 ORDER BY sum(applicants) DESC, application_id DESC LIMIT 1`
		: sql`SELECT application_id FROM application_sizes
			WHERE organisation_id = ${organisationId} AND applicants > 0
			ORDER BY applicants DESC, application_id DESC LIMIT 1`;
	const newest = sql`SELECT id FROM applications WHERE organisation_id = ${organisationId}
		ORDER BY created_at DESC, id DESC LIMIT 1`;
	return findOne(ctx, sql`coalesce((${largest}), (${newest}))`);
};

const findOne = async (ctx: OrgContext, id: SQL) => {
	const isIt = eq(applications.id, id);
	const { data } = await pageOfRecords(ctx, { ...listedApplication, matching: () => isIt }, { page: 0, size: 1 });
	return data[0];
};

/** Reads all applications by their titles, the active ones first: any of them can be chosen. */
export const allApplications = ({ db, organisationId }: OrgContext) =>
	db
		.select({ id: applications.id, name: applications.title })
		.from(applications)
		.where(eq(applications.organisationId, organisationId))
		.orderBy(desc(applications.active), desc(applications.createdAt));

export interface SearchFilter {
	keyword: string;
	ids?: readonly string[] | undefined;
	groupItemId?: string | undefined;
	active?: boolean | undefined;
	status?: ApplicationRow["status"] | undefined;
	/** UTC milliseconds: applications that run at some time from here. */
	from?: number | undefined;
	/** Exclusive. */
	until?: number | undefined;
}

export const matchesSearch = (ctx: OrgContext, filter: SearchFilter): SQL | undefined => {
	const { startsAt, endsAt } = applications;
	return and(
		containsWords(filter.keyword, applications.title),
		filter.ids && sql`${applications.id} IN (SELECT value FROM json_each(${JSON.stringify(filter.ids)}))`,
		filter.active === undefined ? undefined : eq(applications.active, filter.active),
		filter.status && hasStatus(filter.status, ctx.now()),
		filter.from === undefined ? undefined : or(isNull(endsAt), gt(endsAt, filter.from)),
		filter.until === undefined ? undefined : or(isNull(startsAt), lt(startsAt, filter.until)),
		filter.groupItemId === undefined ? undefined : inArray(applications.id, taggedWith(ctx, filter.groupItemId)),
	);
};

/** The rule of an application's status in `record.ts`, as a condition. */
const hasStatus = (status: ApplicationRow["status"], now: number): SQL | undefined => {
	const { startsAt, endsAt } = applications;
	const hasStarted = or(isNull(startsAt), lte(startsAt, now));
	if (status === "upcoming") return gt(startsAt, now);
	return and(hasStarted, status === "closed" ? lte(endsAt, now) : or(isNull(endsAt), gt(endsAt, now)));
};

const taggedWith = ({ db, organisationId }: OrgContext, groupItemId: string) =>
	db
		.select({ id: applicationTags.applicationId })
		.from(applicationTags)
		.where(and(eq(applicationTags.organisationId, organisationId), eq(applicationTags.groupItemId, groupItemId)));

export const timeZoneOf = async ({ db, organisationId }: OrgContext): Promise<string> => {
	const [organisation] = await db
		.select({ timeZone: organisations.timeZone })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return organisation?.timeZone ?? "Africa/Lagos";
};
