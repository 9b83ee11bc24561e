import * as v from "valibot";
import { described, file, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { Day } from "#worker/contract/text/day";

/** §6: the dashboard needs statistics. */
const access = anyOf("statistics");
const section = "§7 Forms, templates, statistics, audit, coupons, add-ons, AI";
const problems = ["application_unavailable", "dates_reversed"] as const;

/** Rows of a statistic that the dashboard shows, and at most. */
export const shownRows = 8;
export const maxRows = 1_000;

/** What every statistic is filtered by. */
export const StatisticsFilter = v.strictObject({
	applicationId: described(v.optional(Id), "Only this application."),
	administrationLevelItemId: described(
		v.optional(Id),
		"Only courses that belong to this structure item or to one below it.",
	),
	courseId: described(v.optional(Id), "Only this course."),
	startDate: described(
		v.optional(Day),
		"Only what was paid, refunded or submitted on or after this day, in the institution's time zone, YYYY-MM-DD.",
	),
	endDate: described(
		v.optional(Day),
		"Only what was paid, refunded or submitted on or before this day, in the institution's time zone, YYYY-MM-DD.",
	),
});
export type StatisticsFilter = v.InferOutput<typeof StatisticsFilter>;

const Rows = described(
	v.optional(
		v.pipe(
			v.string(),
			v.regex(/^[1-9]\d{0,3}$/, "A whole number of rows"),
			v.transform(Number),
			v.metadata({ type: "integer", minimum: 1, maximum: maxRows }),
			v.maxValue(maxRows, `At most ${maxRows.toLocaleString("en")} rows.`),
		),
		String(shownRows),
	),
	`How many rows at most, the largest first; ${shownRows} unless given.`,
);
const RowsFilter = v.strictObject({ ...StatisticsFilter.entries, rows: Rows });

const currency = text("The currency, such as NGN.");
const payments = whole("How many payments were successful.");
const revenue = whole("What was paid less refunds, in the minor unit of the currency.");
const courseOf = {
	courseId: v.nullable(text("The id of the course; null for payments without one.")),
	code: text("The code of the course; empty without one."),
	title: text("The title of the course; empty without one."),
};

/** The revenue in one currency. */
export const Revenue = v.object({
	currency,
	payments,
	paid: whole("What was paid, charges included, in the minor unit of the currency."),
	charges: whole("The gateways' charges within it, in the minor unit of the currency."),
	fees: whole("What the providers kept, as far as they said, in the minor unit of the currency."),
	reversals: whole("How often money went back: by a refund or a chargeback, whole or in part."),
	reversed: whole("What went back, in the minor unit of the currency."),
	revenue,
});

export const RevenueOfAmount = v.object({
	currency,
	amount: whole("What one payment was, charges included, in the minor unit of the currency."),
	payments,
	revenue,
});

export const RevenueOfCourse = v.object({ ...courseOf, currency, payments, revenue });

export const CandidatesOfCourse = v.object({
	...courseOf,
	courseId: text("The id of the course."),
	applicants: whole("How many applicants chose it, as of now."),
	submitted: whole("How many of its applicants submitted their form within the days asked for."),
});
export type CandidatesOfCourse = v.InferOutput<typeof CandidatesOfCourse>;

const total = whole("How many rows there are without a limit.");
const rowsOf = <S extends v.GenericSchema>(row: S, meaning: string) =>
	v.object({ data: described(v.array(row), meaning), total });

/** A day or a month of a trend. */
const period = text("A day, YYYY-MM-DD, or a month, YYYY-MM, of the institution.");

const RevenueSummary = v.object({
	currencies: described(v.array(Revenue), "The revenue in each currency, the most payments first."),
	trend: described(
		v.array(v.object({ period, currency, revenue })),
		"The revenue of each day, or of each month for more than 62 days; those without any are left out.",
	),
});

export const ConditionalOfferSummary = v.object({
	offered: whole("How many applicants are at a stage of the type CONDITIONAL_OFFER."),
	accepted: whole("How many are at a stage of the type ACCEPTED."),
	declined: whole("How many are at a stage of the type DECLINED."),
});

export const CandidateSummary = v.object({
	expected: v.nullable(
		whole(
			"How many candidates were uploaded for the application, or for all; null where only some courses are counted, because the lists belong to none.",
		),
	),
	actual: v.nullable(whole("How many of them have applied; null likewise.")),
});

const StageCount = v.object({
	stageId: v.nullable(text("The id of the step; null where the steps of several workflows are counted together.")),
	type: text("The type of the stage."),
	name: text("The name of the stage; empty where the steps of several workflows are counted together."),
	applicants: whole("How many applicants are there, as of now."),
	waitingSeconds: v.nullable(
		whole("How long the applicants there have been there, on average, in seconds; null where there are none."),
	),
	left: whole("How often an applicant has left it for another stage; undone changes do not count."),
	stayedSeconds: v.nullable(
		whole("How long those who left had stayed, on average, in seconds; null where nobody left."),
	),
});
export type StageCount = v.InferOutput<typeof StageCount>;

const ApplicationStatistics = v.object({
	applicants: whole("How many applicants there are, as of now."),
	submitted: whole("How many of them submitted their form within the days asked for."),
	stages: described(v.array(StageCount), "The stages where applicants are or were, in the order of the workflow."),
	decided: whole("How many of those who submitted their form are at a stage of the type ACCEPTED or DECLINED."),
	turnaroundSeconds: v.nullable(
		whole("How long it took from the form to the decision, on average, in seconds; null where nobody is decided."),
	),
	trend: described(
		v.array(v.object({ period, submitted: whole("How many forms were submitted.") })),
		"The forms of each day, or of each month for more than 62 days; those without any are left out.",
	),
});

const statistic = { method: "GET", section, access, problems } as const;

export const revenueSummary = defineEndpoint({
	...statistic,
	path: "/statistics/revenue-summary",
	summary: "Payments and refunds, by currency and over time.",
	query: StatisticsFilter,
	response: RevenueSummary,
});

export const revenueByAmount = defineEndpoint({
	...statistic,
	path: "/statistics/revenue-by-amount",
	summary: "How many payments of each amount there were, and their revenue; the largest revenue first.",
	query: RowsFilter,
	response: rowsOf(RevenueOfAmount, "The amounts, the largest revenue of a currency first."),
});

export const revenueByCourse = defineEndpoint({
	...statistic,
	path: "/statistics/revenue-by-course",
	summary: "The revenue by the course that was paid for; the largest first.",
	query: RowsFilter,
	response: rowsOf(RevenueOfCourse, "The courses, the largest revenue of a currency first."),
});

export const candidatesByCourse = defineEndpoint({
	...statistic,
	path: "/statistics/candidates-by-course",
	summary: "How many applicants each course has, and how many forms were submitted; the most applicants first.",
	query: RowsFilter,
	response: rowsOf(CandidatesOfCourse, "The courses, the one with the most applicants first."),
});

export const candidateSummary = defineEndpoint({
	...statistic,
	path: "/statistics/candidate-summary",
	summary: "How many candidates were uploaded, and how many of them have applied, as of now.",
	query: StatisticsFilter,
	response: CandidateSummary,
});

export const conditionalOfferSummary = defineEndpoint({
	...statistic,
	path: "/statistics/conditional-offers",
	summary: "How many applicants have a conditional offer, are accepted or declined, as of now.",
	query: StatisticsFilter,
	response: ConditionalOfferSummary,
});

export const applicationStatistics = defineEndpoint({
	...statistic,
	path: "/statistics/application-report",
	summary: "How many applicants there are by stage, and how many forms were submitted over time.",
	query: StatisticsFilter,
	response: ApplicationStatistics,
});

/** §3 Dashboard stats. */
export const DashboardStatistics = v.object({
	revenueSummary: described(RevenueSummary, "Payments and refunds, by currency and over time."),
	revenueByAmount: described(revenueByAmount.response, "The revenue by the amount of the payments."),
	revenueByCourse: described(revenueByCourse.response, "The revenue by the course that was paid for."),
	candidatesByCourse: described(candidatesByCourse.response, "Applicants and submitted forms by course."),
	candidateSummary: described(CandidateSummary, "Candidates of uploaded lists, and those who have applied."),
	conditionalOfferSummary: described(ConditionalOfferSummary, "Conditional offers, as of now."),
	applicationStatistics: described(ApplicationStatistics, "Applicants by stage, and submitted forms over time."),
	isMonthly: flag("Whether the trends are by month instead of by day."),
	periods: described(v.array(period), "Every day or month of the trends, in order."),
});
export type DashboardStatistics = v.InferOutput<typeof DashboardStatistics>;

export const dashboardStatistics = defineEndpoint({
	...statistic,
	path: "/statistics/dashboard",
	summary: "All statistics of the dashboard at once.",
	query: RowsFilter,
	response: DashboardStatistics,
});

export const dashboardFile = defineEndpoint({
	...statistic,
	path: "/statistics/dashboard/file",
	summary: "The same statistics as a file: a workbook with a sheet for each, or a PDF with the largest rows of each.",
	query: v.strictObject({
		...StatisticsFilter.entries,
		format: described(
			v.optional(v.picklist(["xlsx", "pdf"], "The format is xlsx or pdf."), "xlsx"),
			"An Excel workbook, or a PDF; a workbook unless given.",
		),
	}),
	response: file("The statistics.", "application/octet-stream", "application/pdf"),
});
