import type { ReactNode } from "react";
import { formatCount, formatNumber } from "#app/format/numbers";
import { formatSpan } from "#app/format/span";
import type { DashboardLinks } from "#app/routes/dashboard/links";
import { RankedBars } from "#app/routes/dashboard/ranked-bars";
import type { ShownStatistics } from "#app/routes/dashboard/shown-statistics.server";
import { TrendChart, type TrendPoint } from "#app/routes/dashboard/trend-chart";
import { useShell } from "#app/shell/shell-context";
import { Card } from "#app/ui/card";
import { Skeleton } from "#app/ui/page/skeleton";
import { dayMs } from "#worker/contract/day-ms";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";

const months = "January February March April May June July August September October November December".split(" ");

/** Tells a day from a month. */
const isDay = (period: string): boolean => period.length > 7;

/** "November 23rd 2026" of a day, "November 2026" of a month. */
const periodName = (period: string): string =>
	isDay(period) ? formatDay(period) : `${months[Number(period.slice(5, 7)) - 1]} ${period.slice(0, 4)}`;

const endOfMonth = (month: string): string =>
	new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Returns that many days or months, one after the other. @param first YYYY-MM-DD, or YYYY-MM for months */
const periodsFrom = ({ first, submitted: { values } }: ShownStatistics["trend"]): string[] => {
	const [year = 0, month = 1] = first.split("-").map(Number);
	const at = (index: number) =>
		isDay(first) ? new Date(Date.parse(first) + index * dayMs) : new Date(Date.UTC(year, month - 1 + index));
	return values.map((_, index) => at(index).toISOString().slice(0, first.length));
};

interface ChartsProps {
	statistics: ShownStatistics;
	links: DashboardLinks;
}

/** The statistics as charts, each with its numbers. */
export const Charts = ({ statistics, links }: ChartsProps) => {
	const { course } = useShell().organisation.aliases;
	const { trend, stages, courses, paidCourses, amounts } = statistics;
	const unit = trend.isMonthly ? "month" : "day";
	const periods = periodsFrom(trend);
	return (
		<div className={gridClass}>
			{trend.revenue.length === 0 && <Chart title={`Revenue by ${unit}`} isEmpty empty={nothingPaid} />}
			{trend.revenue.map(({ currency, values, drawn }) => {
				const title = `Revenue by ${unit}${trend.revenue.length > 1 ? ` in ${currency}` : ""}`;
				return (
					<Chart key={currency} title={title}>
						<TrendChart
							title={title}
							unit="Revenue"
							drawn={drawn}
							points={periods.map((period, index): TrendPoint => {
								const value = values[index] ?? 0;
								// why only above zero: on a day of refunds alone nothing was paid.
								const to = isDay(period) ? links.paid(period, period) : links.paid(`${period}-01`, endOfMonth(period));
								return {
									label: periodName(period),
									value,
									shown: formatMoney(value, currency),
									to: value > 0 ? to : undefined,
								};
							})}
						/>
					</Chart>
				);
			})}
			<Chart
				title={`Forms submitted by ${unit}`}
				isEmpty={trend.submitted.values.every((value) => value === 0)}
				empty="No form was submitted in this period."
			>
				<TrendChart
					title={`Forms submitted by ${unit}`}
					unit="Forms"
					drawn={trend.submitted.drawn}
					points={periods.map((period, index): TrendPoint => {
						const value = trend.submitted.values[index] ?? 0;
						const to = isDay(period)
							? links.submitted(period, period)
							: links.submitted(`${period}-01`, endOfMonth(period));
						return { label: periodName(period), value, shown: formatCount(value), to: value > 0 ? to : undefined };
					})}
				/>
			</Chart>
			<Chart
				title="Applicants by stage"
				note="Now"
				isEmpty={statistics.applicants === 0}
				empty="There are no applicants yet."
			>
				<RankedBars
					title="Applicants by stage"
					heads={["Stage", "Applicants", "Here for", "Stayed"]}
					bars={stages.map(([key, label, value, waitingSeconds, stayedSeconds]) => ({
						key,
						label,
						value,
						shown: formatNumber(value),
						further: [formatSpan(waitingSeconds), formatSpan(stayedSeconds)],
						to: value > 0 ? links.stage(key) : undefined,
					}))}
				/>
				<p>
					“Here for” and “Stayed” are averages: of those who are there, and of those who left.{" "}
					{turnaroundOf(statistics)}
				</p>
			</Chart>
			<Chart
				title={`Applicants by ${course}`}
				note={rest(courses)}
				isEmpty={courses.total === 0}
				empty="There are no applicants yet."
			>
				<RankedBars
					title={`Applicants by ${course}`}
					heads={[capitalise(course), "Applicants", "Submitted"]}
					bars={courses.rows.map(([courseId, code, title, value, submitted]) => ({
						key: courseId,
						label: title,
						note: code,
						value,
						shown: formatNumber(value),
						further: [formatNumber(submitted)],
						to: links.course(courseId),
					}))}
				/>
			</Chart>
			<Chart
				title={`Revenue by ${course}`}
				note={rest(paidCourses)}
				isEmpty={paidCourses.total === 0}
				empty={nothingPaid}
			>
				<RankedBars
					title={`Revenue by ${course}`}
					heads={[capitalise(course), "Revenue", "Payments"]}
					bars={paidCourses.rows.map(([courseId, code, title, paidIn, value, payments]) => ({
						key: `${courseId} ${paidIn}`,
						label: title || `Without a ${course}`,
						note: code,
						value,
						unit: paidIn,
						shown: formatMoney(value, paidIn),
						further: [formatNumber(payments)],
						to: courseId === null ? undefined : links.dashboardOf(courseId),
					}))}
				/>
			</Chart>
			<Chart title="Revenue by amount" note={rest(amounts)} isEmpty={amounts.total === 0} empty={nothingPaid}>
				<RankedBars
					title="Revenue by amount"
					heads={["Amount of a payment", "Revenue", "Payments"]}
					bars={amounts.rows.map(([amount, paidIn, value, payments]) => ({
						key: `${amount} ${paidIn}`,
						label: formatMoney(amount, paidIn),
						value,
						unit: paidIn,
						shown: formatMoney(value, paidIn),
						further: [formatNumber(payments)],
					}))}
				/>
			</Chart>
		</div>
	);
};

const nothingPaid = "Nothing was paid in this period.";

const gridClass = "grid grid-cols-1 gap-4 lg:grid-cols-2";

/** Says how many rows are not shown. */
const rest = ({ rows, total }: { rows: readonly unknown[]; total: number }): string | undefined =>
	total > rows.length ? `The largest ${rows.length} of ${formatNumber(total)}` : undefined;

const turnaroundOf = ({ decided, turnaroundSeconds }: ShownStatistics): string =>
	turnaroundSeconds === null
		? "Nobody who submitted a form is admitted or declined yet."
		: `From the submitted form to the decision: ${formatSpan(turnaroundSeconds)}, of ${formatCount(decided, "applicant")}.`;

interface ChartProps {
	title: string;
	note?: string | undefined;
	isEmpty?: boolean;
	/** What is said in place of an empty chart. */
	empty?: string;
	children?: ReactNode;
}

const Chart = ({ title, note, isEmpty = false, empty, children }: ChartProps) => (
	<Card className={isEmpty ? "chart min-h-0!" : "chart"}>
		<h2>
			{title}
			{note && <span>{note}</span>}
		</h2>
		{isEmpty ? <p>{empty}</p> : children}
	</Card>
);

/** As large as the charts. */
export const ChartsSkeleton = () => (
	<div role="status" aria-label="Loading the statistics" className={gridClass}>
		{["revenue", "forms", "stages", "courses", "by course", "by amount"].map((name) => (
			<Skeleton key={name} className="h-72 rounded-lg" />
		))}
	</div>
);
