import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { remembered } from "#worker/database/remembered";
import { isBound } from "#worker/database/scope";
import { applicationExists } from "#worker/services/applications/queries";
import {
	type CandidatesOfCourse,
	type StageCount,
	type StatisticsFilter,
	shownRows,
} from "#worker/services/dashboard/contract";
import { bucketsOf, knownDays, revenuePeriodsOf, submissionSpansOf } from "#worker/services/dashboard/periods";
import * as queries from "#worker/services/dashboard/queries";
import { organisationById } from "#worker/services/organisation/queries";

type Asked = StatisticsFilter & { rows?: number };

/** Compiles the days of a filter to the periods of kept sums. */
const compile = async (ctx: OrgContext, filter: Asked) => {
	const { applicationId, rows: size = shownRows } = filter;
	const [timeZone, exists] = await Promise.all([
		remembered(ctx, "time zone", async () => (await organisationById(ctx.db, ctx.organisationId))[0]?.timeZone),
		applicationId === undefined ||
			remembered(
				ctx,
				`${applicationId} exists`,
				async () => (await applicationExists(ctx, applicationId)) || undefined,
			),
	]);
	if (!exists || timeZone === undefined) return undefined;
	const today = formatDateInput(ctx.now(), timeZone);
	const days = knownDays(filter, today);
	const { isMonthly, buckets } = bucketsOf(days, today);
	return {
		size,
		isMonthly,
		buckets,
		periods: revenuePeriodsOf(days, today),
		spans: submissionSpansOf(days, { today, timeZone }),
		revenueTrend: buckets.flatMap((bucket) =>
			revenuePeriodsOf(bucket, today).map((period) => [bucket.period, period] as const),
		),
		submissionTrend: buckets.flatMap((bucket) =>
			submissionSpansOf(bucket, { today, timeZone }).map((span) => [bucket.period, ...span] as const),
		),
	};
};
type Compiled = NonNullable<Awaited<ReturnType<typeof compile>>>;

/** Serves a statistic: unknown applications and days in the wrong order are refused, the rest is read from sums. */
const statistic =
	<T>(read: (ctx: OrgContext, filter: Asked, compiled: Compiled) => Promise<T>) =>
	async (ctx: OrgContext, filter: Asked) => {
		const { startDate, endDate } = filter;
		if (startDate !== undefined && endDate !== undefined && startDate > endDate)
			return fail("dates_reversed", { fields: { endDate: ["The end must not be before the beginning."] } });
		const compiled = await compile(ctx, filter);
		return compiled ? ok(await read(ctx, filter, compiled)) : fail("application_unavailable");
	};

const readRevenue = async (ctx: OrgContext, filter: Asked, { periods, revenueTrend }: Compiled) => {
	const [currencies, trend] = await Promise.all([
		queries.sumRevenue(ctx, filter, periods),
		queries.trendOfRevenue(ctx, filter, revenueTrend),
	]);
	return { currencies, trend };
};

const readAmounts = async (ctx: OrgContext, filter: Asked, largest: Compiled) =>
	counted(await queries.sumRevenueByAmount(ctx, filter, largest), (row) => row);

const readRevenueOfCourses = async (ctx: OrgContext, filter: Asked, largest: Compiled) =>
	counted(await queries.sumRevenueByCourse(ctx, filter, largest), ({ courseId, code, title, ...row }) => ({
		// why not only the code: a course may be deleted, and its payments stay.
		courseId: courseId || null,
		code: code ?? courseId,
		title: title ?? courseId,
		...row,
	}));

const readCourses = (ctx: OrgContext, filter: Asked, { spans, size }: Compiled) =>
	queries.countByCourse(ctx, filter, { spans, size });

type CourseRows = Awaited<ReturnType<typeof readCourses>>;

const candidatesOf = (rows: CourseRows) =>
	counted(rows, ({ allSubmitted: _, code, title, ...row }): CandidatesOfCourse & { total: number } => ({
		...row,
		code: code ?? row.courseId,
		title: title ?? row.courseId,
	}));

const readExpected = async (ctx: OrgContext, filter: Asked) => {
	// why: uploaded lists belong to an application as a whole, and to no course.
	if (isBound(ctx) || filter.administrationLevelItemId !== undefined || filter.courseId !== undefined)
		return { expected: null, actual: null };
	const [found] = await queries.sumExpected(ctx, filter);
	return found ?? { expected: 0, actual: 0 };
};

/** A stage with the sums that its averages are made of. */
type SummedStage = Pick<StageCount, "stageId" | "type" | "name"> & { sums: queries.StageSums };

const readStages = async (ctx: OrgContext, filter: Asked): Promise<SummedStage[]> => {
	const found = await queries.countByStage(ctx, filter);
	const steps = found.flatMap(({ stageId, type, name, ...sums }) =>
		// why: a stage that was removed from its workflow has times still, and nobody knows its name.
		type === null && sums.applicants === 0 ? [] : [{ stageId, type: type ?? "", name: name ?? stageId, sums }],
	);
	if (filter.applicationId !== undefined) return steps;
	const byType = new Map<string, SummedStage>();
	for (const { type, sums } of steps) {
		const before = byType.get(type)?.sums;
		byType.set(type, { stageId: null, type, name: "", sums: before ? added(before, sums) : sums });
	}
	return [...byType.values()];
};

const added = (one: queries.StageSums, other: queries.StageSums): queries.StageSums => ({
	applicants: one.applicants + other.applicants,
	since: one.since + other.since,
	submitted: one.submitted + other.submitted,
	reached: one.reached + other.reached,
	departed: one.departed + other.departed,
	stayed: one.stayed + other.stayed,
});

const average = (sum: number, of: number): number | null => (of > 0 ? Math.max(0, Math.round(sum / of)) : null);

const shownStage = (ctx: OrgContext, { sums, ...stage }: SummedStage): StageCount => ({
	...stage,
	applicants: sums.applicants,
	left: sums.departed,
	waitingSeconds: average(Math.floor(ctx.now() / 1_000) * sums.applicants - sums.since, sums.applicants),
	stayedSeconds: average(sums.stayed, sums.departed),
});

/** Returns how many were decided, and how long that took from their form. */
const turnaroundOf = (stages: readonly SummedStage[]) => {
	const ends = stages.filter(({ type }) => type === "ACCEPTED" || type === "DECLINED").map(({ sums }) => sums);
	const decided = ends.reduce((sum, { submitted }) => sum + submitted, 0);
	const seconds = ends.reduce((sum, { reached }) => sum + reached, 0);
	return { decided, turnaroundSeconds: average(seconds, decided) };
};

const offersOf = (stages: readonly Pick<SummedStage, "type" | "sums">[]) => {
	const at = (wanted: string) =>
		stages.reduce((sum, { type, sums }) => sum + (type === wanted ? sums.applicants : 0), 0);
	return { offered: at("CONDITIONAL_OFFER"), accepted: at("ACCEPTED"), declined: at("DECLINED") };
};

const readApplicants = async (
	ctx: OrgContext,
	filter: Asked,
	compiled: Compiled,
	read: { stages: Promise<SummedStage[]>; courses: Promise<CourseRows> },
) => {
	const [stages, trend, [course]] = await Promise.all([
		read.stages,
		queries.trendOfSubmissions(ctx, filter, compiled.submissionTrend),
		read.courses,
	]);
	return {
		applicants: stages.reduce((all, { sums }) => all + sums.applicants, 0),
		submitted: course?.allSubmitted ?? 0,
		...turnaroundOf(stages),
		trend,
		stages: stages.map((stage) => shownStage(ctx, stage)),
	};
};

export const revenueSummary = statistic(readRevenue);
export const revenueByAmount = statistic(readAmounts);
export const revenueByCourse = statistic(readRevenueOfCourses);
export const candidatesByCourse = statistic(async (...asked) => candidatesOf(await readCourses(...asked)));
export const candidateSummary = statistic(readExpected);
export const conditionalOfferSummary = statistic(async (ctx, filter) => offersOf(await readStages(ctx, filter)));
export const applicationStatistics = statistic((ctx, filter, compiled) =>
	readApplicants(ctx, filter, compiled, {
		stages: readStages(ctx, filter),
		courses: readCourses(ctx, filter, compiled),
	}),
);

/** Reads all of them (§3 Dashboard stats). why at once: side by side, they are one call of the database. */
export const dashboardStatistics = statistic(async (...asked) => {
	const [ctx, filter, { isMonthly, buckets }] = asked;
	const [courses, stages] = [readCourses(...asked), readStages(ctx, filter)];
	const [summary, amounts, ofCourses, courseRows, candidates, applicants] = await Promise.all([
		...([readRevenue(...asked), readAmounts(...asked), readRevenueOfCourses(...asked), courses] as const),
		...([readExpected(ctx, filter), readApplicants(...asked, { stages, courses })] as const),
	]);
	return {
		revenueSummary: summary,
		revenueByAmount: amounts,
		revenueByCourse: ofCourses,
		candidatesByCourse: candidatesOf(courseRows),
		candidateSummary: candidates,
		conditionalOfferSummary: offersOf(await stages),
		applicationStatistics: applicants,
		isMonthly,
		periods: buckets.map(({ period }) => period),
	};
});

/** Takes the number of all rows, which each of them has, out of the rows. */
const counted = <Row extends { total: number }, Shown extends { total: number }>(
	rows: readonly Row[],
	show: (row: Row) => Shown,
): { data: Omit<Shown, "total">[]; total: number } => ({
	data: rows.map((row) => {
		const { total: _, ...shown } = show(row);
		return shown;
	}),
	total: rows[0]?.total ?? 0,
});
