import { and, count, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { remembered } from "#worker/database/remembered";
import { applications, applicationTags } from "#worker/database/schema/applications";
import { organisations } from "#worker/database/schema/organisations";
import { andWithin, isBound } from "#worker/database/scope";
import { findRow } from "#worker/records/queries";
import type { ApplicationRow } from "#worker/services/applications/contract";
import { listedApplication, seenScope } from "#worker/services/applications/record";

/** Finds the application that lists show by default: the open one with the most applicants, else the newest. */
export const findDefaultApplication = (ctx: OrgContext) => {
	const isOpen = sql`(${and(eq(applications.active, true), hasStatus("open", ctx.now()))})`;
	return findOne(ctx, sql`coalesce((${largest(ctx, isOpen)}), (${newest(ctx, isOpen)}), (${newest(ctx)}))`);
};

/** Finds the application with the most applicants that the caller may see, else the newest. */
export const findLargestApplication = (ctx: OrgContext) =>
	findOne(ctx, sql`coalesce((${largest(ctx)}), (${newest(ctx)}))`);

/**
 * Selects the application with the most applicants that the caller may see. why two ways: the size of an application is
 * kept for everybody's applicants; of those of some courses there are the counts of these courses.
 * @param isMeant of which applications
 */
const largest = (ctx: OrgContext, isMeant?: SQL): SQL => {
	const { organisationId } = ctx;
	const seen = { scope: seenScope(ctx) };
	// why cross: the larger applications are read first, until one of them is meant.
	const meant =
		isMeant &&
		sql`CROSS JOIN applications ON applications.organisation_id = ${organisationId} AND applications.id = counted.application_id AND ${isMeant}`;
	return isBound(seen)
		? sql`SELECT counted.application_id FROM applicant_counts AS counted INDEXED BY applicant_counts_by_course ${meant}
			WHERE counted.organisation_id = ${organisationId} ${andWithin(seen, sql`counted.course_id`)}
			GROUP BY counted.application_id HAVING sum(counted.applicants) > 0
			ORDER BY sum(counted.applicants) DESC, counted.application_id DESC LIMIT 1`
		: sql`SELECT counted.application_id FROM application_sizes AS counted ${meant}
			WHERE counted.organisation_id = ${organisationId} AND counted.applicants > 0
			ORDER BY counted.applicants DESC, counted.application_id DESC LIMIT 1`;
};

const newest = ({ organisationId }: OrgContext, isMeant?: SQL): SQL =>
	sql`SELECT id FROM applications WHERE organisation_id = ${organisationId} ${isMeant && sql`AND ${isMeant}`}
		ORDER BY created_at DESC, id DESC LIMIT 1`;

const findOne = (ctx: OrgContext, id: SQL) => findRow(ctx, listedApplication, id);

/** Reads a page of the applications by their titles, the newest first: they are kept until the set-up changes. */
export const pageOfTitles = async (ctx: OrgContext, { page, size }: { page: number; size: number }) => {
	const { db, organisationId } = ctx;
	const [data, resultTotal] = await remembered(ctx, `titles of applications, ${page} of ${size}`, async () => {
		const ofInstitution = eq(applications.organisationId, organisationId);
		const rows = db
			.select({ id: applications.id, title: applications.title })
			.from(applications)
			.where(ofInstitution)
			.orderBy(desc(applications.createdAt), desc(applications.id))
			.limit(size)
			.offset(page * size);
		const all = db.select({ rows: count() }).from(applications).where(ofInstitution);
		const [titles, [counted]] = await Promise.all([rows, all]);
		return [titles, counted?.rows ?? 0] as const;
	});
	return { data: [...data], resultTotal, page, size };
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
