import { drawTrend, formatShort } from "#app/routes/dashboard/draw-trend.server";
import { describeStageType } from "#worker/contract/stage-types";
import { currencySign } from "#worker/contract/text/money";
import type { DashboardStatistics } from "#worker/services/dashboard/contract";

interface Rows<Row> {
	rows: readonly Row[];
	/** How many there are without a limit. */
	total: number;
}

/** What the screen shows of the statistics. why lists: they stand in the page twice, as markup and for the browser. */
export type ShownStatistics = ReturnType<typeof shownStatistics>;

const rowsOf = <From, Row>({ data, total }: { data: readonly From[]; total: number }, show: (row: From) => Row) => {
	const rows: Rows<Row> = { rows: data.map(show), total };
	return rows;
};

type Stage = [key: string, label: string, applicants: number, waitingSeconds: number | null, stayed: number | null];
type Course = [id: string, code: string, title: string, applicants: number, submitted: number];
type PaidCourse = [id: string | null, code: string, title: string, currency: string, revenue: number, payments: number];
type Amount = [amount: number, currency: string, revenue: number, payments: number];

/** Returns what the screen shows of the statistics, with a trend of the revenue in each currency. */
export const shownStatistics = ({ revenueSummary, applicationStatistics, ...found }: DashboardStatistics) => {
	const { currencies } = revenueSummary;
	const submittedOf = new Map(applicationStatistics.trend.map(({ period, submitted }) => [period, submitted]));
	const { applicants, submitted, decided, turnaroundSeconds } = applicationStatistics;
	const submittedThen = found.periods.map((period) => submittedOf.get(period) ?? 0);
	const revenueIn = (currency: string) => {
		const revenueOf = new Map(
			revenueSummary.trend.flatMap((one) => (one.currency === currency ? [[one.period, one.revenue] as const] : [])),
		);
		const values = found.periods.map((period) => revenueOf.get(period) ?? 0);
		const format = (minorUnits: number) => currencySign(currency) + formatShort(minorUnits / 100);
		return { currency, values, drawn: drawTrend(values, { unit: 100, format }) };
	};
	return {
		applicants,
		submitted,
		decided,
		turnaroundSeconds,
		offers: found.conditionalOfferSummary,
		candidates: found.candidateSummary,
		currencies: currencies.map(({ currency, revenue, reversed, charges }) => ({
			currency,
			revenue,
			reversed,
			charges,
		})),
		payments: currencies.reduce((sum, one) => sum + one.payments, 0),
		reversals: currencies.reduce((sum, one) => sum + one.reversals, 0),
		/** Revenue and submitted forms of each day or month from the first one on. */
		trend: {
			first: found.periods[0] ?? "",
			isMonthly: found.isMonthly,
			revenue: currencies.map(({ currency }) => revenueIn(currency)),
			submitted: { values: submittedThen, drawn: drawTrend(submittedThen, { unit: 1, format: formatShort }) },
		},
		stages: applicationStatistics.stages.map(
			({ stageId, type, name, applicants: there, waitingSeconds, stayedSeconds }): Stage => [
				stageId ?? type,
				name || describeStageType(type).label,
				there,
				waitingSeconds,
				stayedSeconds,
			],
		),
		courses: rowsOf(
			found.candidatesByCourse,
			({ courseId, code, title, ...row }): Course => [courseId, code, title, row.applicants, row.submitted],
		),
		paidCourses: rowsOf(
			found.revenueByCourse,
			({ courseId, code, title, ...row }): PaidCourse => [
				courseId,
				code,
				title,
				row.currency,
				row.revenue,
				row.payments,
			],
		),
		amounts: rowsOf(
			found.revenueByAmount,
			({ amount, ...row }): Amount => [amount, row.currency, row.revenue, row.payments],
		),
	};
};
