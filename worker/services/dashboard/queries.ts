import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { andWithin } from "#worker/database/scope";
import { itemsAndBelow } from "#worker/services/admin-levels/queries";
import type { StatisticsFilter } from "#worker/services/dashboard/contract";
import type { Spans } from "#worker/services/dashboard/periods";

/** Returns the conditions of a filter on a row of sums, to follow others: its application, its courses, the user's places. */
const andCounted = (
	ctx: OrgContext,
	{ applicationId, administrationLevelItemId, courseId }: StatisticsFilter,
	row = sql`kept`,
): SQL => sql`
	${applicationId === undefined ? sql`` : sql`AND ${row}.application_id = ${applicationId}`}
	${courseId === undefined ? sql`` : sql`AND ${row}.course_id = ${courseId}`}
	${
		administrationLevelItemId === undefined
			? sql``
			: // why a look at the course of each row, and no list of the courses: sums are of few, and an item may have thousands.
				sql`AND EXISTS (SELECT 1 FROM courses AS course WHERE course.organisation_id = ${ctx.organisationId}
					AND course.id = ${row}.course_id
					AND course.admin_level_item_id IN ${itemsAndBelow(ctx.organisationId, [administrationLevelItemId])})`
	}
	${andWithin(ctx, sql`${row}.course_id`)}`;

/** The rows of `revenue_periods` of some periods. @param periods pairs of a name, which `chosen.value ->> 0` is, and a kept period */
const fromRevenue = (ctx: OrgContext, filter: StatisticsFilter, periods: readonly (readonly [string, string])[]) => sql`
	FROM json_each(${JSON.stringify(periods)}) AS chosen CROSS JOIN revenue_periods AS kept
		ON kept.organisation_id = ${ctx.organisationId} AND kept.period = chosen.value ->> 1 ${andCounted(ctx, filter)}`;

const unnamed = (periods: readonly string[]) => periods.map((period) => ["", period] as const);

const revenue = sql`sum(kept.payments * kept.price) - sum(kept.reversed)`;
/** why: sums stay when what they counted has gone. */
const isAny = sql`sum(kept.payments) <> 0 OR sum(kept.reversed) <> 0`;

interface CurrencyRow {
	currency: string;
	payments: number;
	paid: number;
	charges: number;
	fees: number;
	reversals: number;
	reversed: number;
	revenue: number;
}

export const sumRevenue = (ctx: OrgContext, filter: StatisticsFilter, periods: readonly string[]) =>
	ctx.db.all<CurrencyRow>(sql`
		SELECT kept.currency, sum(kept.payments) AS payments, sum(kept.payments * kept.price) AS paid,
			sum(kept.charges) AS charges, sum(kept.fees) AS fees, sum(kept.reversals) AS reversals,
			sum(kept.reversed) AS reversed, ${revenue} AS revenue
		${fromRevenue(ctx, filter, unnamed(periods))}
		GROUP BY kept.currency HAVING ${isAny} ORDER BY payments DESC, kept.currency`);

/** @param periods the name of each part of the trend, and a kept period within it */
export const trendOfRevenue = (
	ctx: OrgContext,
	filter: StatisticsFilter,
	periods: readonly (readonly [string, string])[],
) =>
	ctx.db.all<{ period: string; currency: string; revenue: number }>(sql`
		SELECT chosen.value ->> 0 AS period, kept.currency, ${revenue} AS revenue ${fromRevenue(ctx, filter, periods)}
		GROUP BY 1, 2 HAVING ${isAny} ORDER BY 1, 2`);

interface Largest {
	periods: readonly string[];
	size: number;
}

export const sumRevenueByAmount = (ctx: OrgContext, filter: StatisticsFilter, { periods, size }: Largest) =>
	ctx.db.all<{ currency: string; amount: number; payments: number; revenue: number; total: number }>(sql`
		SELECT kept.currency, kept.price AS amount, sum(kept.payments) AS payments, ${revenue} AS revenue, count(*) OVER () AS total
		${fromRevenue(ctx, filter, unnamed(periods))}
		GROUP BY kept.currency, kept.price HAVING ${isAny}
		ORDER BY row_number() OVER (PARTITION BY kept.currency ORDER BY ${revenue} DESC, kept.price), kept.currency LIMIT ${size} + 0`);

export interface CourseRow {
	courseId: string;
	code: string | null;
	title: string | null;
	total: number;
}

export const sumRevenueByCourse = (ctx: OrgContext, filter: StatisticsFilter, { periods, size }: Largest) =>
	ctx.db.all<CourseRow & { currency: string; payments: number; revenue: number }>(sql`
		SELECT counted.*, course.code, course.title FROM (
			SELECT kept.course_id AS courseId, kept.currency, sum(kept.payments) AS payments, ${revenue} AS revenue,
				count(*) OVER () AS total,
				row_number() OVER (PARTITION BY kept.currency ORDER BY ${revenue} DESC, kept.course_id) AS place
			${fromRevenue(ctx, filter, unnamed(periods))}
			GROUP BY kept.currency, kept.course_id HAVING ${isAny} ORDER BY place, kept.currency LIMIT ${size} + 0) AS counted
		LEFT JOIN courses AS course ON course.organisation_id = ${ctx.organisationId} AND course.id = counted.courseId
		ORDER BY counted.place, counted.currency`);

const submittedForms = sql`sum(kept.applicants * (chosen.value ->> 4))`;
const fromSubmissions = (ctx: OrgContext, filter: StatisticsFilter, spans: readonly (readonly [string, ...Spans])[]) =>
	sql`FROM json_each(${JSON.stringify(spans)}) AS chosen CROSS JOIN submission_spans AS kept
		ON kept.organisation_id = ${ctx.organisationId} AND kept.width = chosen.value ->> 1 AND kept.span >= chosen.value ->> 2
			AND kept.span < chosen.value ->> 3
			${andCounted(ctx, filter)}`;

/** @param spans the name of each part of the trend, and kept spans within it */
export const trendOfSubmissions = (
	ctx: OrgContext,
	filter: StatisticsFilter,
	spans: readonly (readonly [string, ...Spans])[],
) =>
	ctx.db.all<{ period: string; submitted: number }>(sql`
		SELECT chosen.value ->> 0 AS period, ${submittedForms} AS submitted ${fromSubmissions(ctx, filter, spans)}
		GROUP BY 1 HAVING submitted <> 0 ORDER BY 1`);

export const countByCourse = (
	ctx: OrgContext,
	filter: StatisticsFilter,
	{ spans, size }: { spans: readonly Spans[]; size: number },
) =>
	ctx.db.all<CourseRow & { applicants: number; submitted: number; allSubmitted: number }>(sql`
		SELECT counted.*, course.code, course.title FROM (
			SELECT course_id AS courseId, sum(applicants) AS applicants, sum(submitted) AS submitted,
				count(*) OVER () AS total, sum(sum(submitted)) OVER () AS allSubmitted
			FROM (
				SELECT present.course_id, sum(present.applicants) AS applicants, 0 AS submitted FROM applicant_counts AS present
				WHERE present.organisation_id = ${ctx.organisationId} ${andCounted(ctx, filter, sql`present`)} GROUP BY 1
				UNION ALL
				SELECT kept.course_id, 0, ${submittedForms} ${fromSubmissions(
					ctx,
					filter,
					spans.map((span) => ["", ...span] as const),
				)} GROUP BY 1)
			GROUP BY course_id HAVING sum(applicants) <> 0 OR sum(submitted) <> 0
			ORDER BY applicants DESC, courseId LIMIT ${size} + 0) AS counted
		LEFT JOIN courses AS course ON course.organisation_id = ${ctx.organisationId} AND course.id = counted.courseId
		ORDER BY counted.applicants DESC, counted.courseId`);

/** What is kept of a stage, in seconds: sums of when its applicants came, of how long they took to it, and stayed. */
export interface StageSums {
	applicants: number;
	since: number;
	submitted: number;
	reached: number;
	departed: number;
	stayed: number;
}

export const countByStage = (ctx: OrgContext, filter: StatisticsFilter) =>
	ctx.db.all<StageSums & { stageId: string; type: string | null; name: string | null }>(sql`
		SELECT counted.*, step.type, step.name FROM (
			SELECT kept.step_id AS stageId, sum(kept.applicants) AS applicants, sum(kept.since_seconds) AS since,
				sum(kept.submitted) AS submitted, sum(kept.reached_seconds) AS reached, sum(kept.departed) AS departed,
				sum(kept.stayed_seconds) AS stayed
			FROM applicant_counts AS kept
			WHERE kept.organisation_id = ${ctx.organisationId} ${andCounted(ctx, filter)}
			GROUP BY kept.step_id HAVING sum(kept.applicants) <> 0 OR sum(kept.departed) <> 0) AS counted
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${ctx.organisationId} AND step.id = counted.stageId
		ORDER BY step.position, counted.stageId`);

/** Finds what the structure item and the course of a filter are called; null for those that are not there. */
export const findCountedNames = async (
	{ db, organisationId }: OrgContext,
	{ administrationLevelItemId = "", courseId = "" }: StatisticsFilter,
) => {
	const [found] = await db.all<{ item: string | null; course: string | null }>(sql`SELECT
		(SELECT name FROM admin_level_items WHERE organisation_id = ${organisationId} AND id = ${administrationLevelItemId}) AS item,
		(SELECT title FROM courses WHERE organisation_id = ${organisationId} AND id = ${courseId}) AS course`);
	return found;
};

/** Sums the uploaded candidates of an application's groups, or of all groups, and those of them who have applied. */
export const sumExpected = ({ db, organisationId }: OrgContext, { applicationId }: StatisticsFilter) =>
	db.all<{ expected: number; actual: number }>(sql`
		SELECT coalesce(sum(candidates), 0) AS expected, coalesce(sum(applied), 0) AS actual FROM candidate_groups
		WHERE organisation_id = ${organisationId}
			${applicationId === undefined ? sql`` : sql`AND application_id = ${applicationId}`}`);
