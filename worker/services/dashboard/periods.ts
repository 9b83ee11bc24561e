import { dayMs } from "#worker/contract/day-ms";
import { addDays, daysInMonth, momentOf } from "#worker/local-time";

/** The days that a statistic is about; undefined where it has no end. YYYY-MM-DD. */
export interface Days {
	startDate?: string | undefined;
	endDate?: string | undefined;
}

/** A day before anything was paid or submitted. */
const longAgo = "2000-01-01";
/** The most days that a trend shows one by one. */
const mostDays = 62;
/** The months of a trend that has no beginning. */
const usualMonths = 12;

const monthOf = (day: string): string => day.slice(0, 7);
const firstOf = (month: string): string => `${month}-01`;
const lastOf = (month: string): string => `${month}-${daysInMonth(firstOf(month))}`;

/** Returns the days in which anything can have been paid or submitted. why: of ten thousand years each month would be read. */
export const knownDays = ({ startDate, endDate }: Days, today: string): Days => {
	const tomorrow = addDays(today, 1);
	return {
		...(startDate !== undefined && { startDate: earlier(later(startDate, longAgo), tomorrow) }),
		...(endDate !== undefined && { endDate: later(earlier(endDate, tomorrow), longAgo) }),
	};
};

/** Returns the kept periods that make up a range of days: all time, or its whole months and the days around them. */
export const revenuePeriodsOf = ({ startDate, endDate }: Days, today: string): string[] => {
	if (startDate === undefined && endDate === undefined) return [""];
	const last = endDate ?? addDays(today, 1);
	const periods: string[] = [];
	for (let day = startDate ?? longAgo; day <= last; ) {
		const isWholeMonth = day.endsWith("-01") && lastOf(monthOf(day)) <= last;
		periods.push(isWholeMonth ? monthOf(day) : day);
		day = addDays(isWholeMonth ? lastOf(monthOf(day)) : day, 1);
	}
	return periods;
};

const quarterMs = 900_000;
/** The lengths of kept spans, in quarters of an hour. */
const widths = [1, 96, 3_072] as const;

/** Kept spans that follow one another: their length in quarters of an hour, the number of the first and that after the last; -1 where they are taken away. */
export type Spans = readonly [width: number, first: number, end: number, sign: 1 | -1];

/**
 * Returns the kept spans that add up to the time between two quarters of an hour, the widest possible: those whose ends
 * are nearest, and what is missing there or too much. why taken away too: a day in Lagos is the day in UTC, with its last hour
 * replaced by that of the day before.
 */
const spansBetween = (first: number, end: number, widest: number = widths.length - 1): Spans[] => {
	if (first > end)
		return spansBetween(end, first, widest).map(([width, from, to, sign]) => [width, from, to, sign === 1 ? -1 : 1]);
	if (first === end) return [];
	const width = widths[widest] ?? 1;
	const [nearestFirst, nearestEnd] = [Math.round(first / width), Math.round(end / width)];
	if (nearestFirst >= nearestEnd) return spansBetween(first, end, widest - 1);
	return [
		...spansBetween(first, nearestFirst * width, widest - 1),
		[width, nearestFirst, nearestEnd, 1],
		...spansBetween(nearestEnd * width, end, widest - 1),
	];
};

/** Returns the kept spans that make up a range of days in a zone. */
export const submissionSpansOf = ({ startDate, endDate }: Days, { today, timeZone }: Today): Spans[] => {
	const quarter = (day: string) => Math.floor(momentOf(day, "00:00", timeZone) / quarterMs);
	return spansBetween(quarter(startDate ?? longAgo), quarter(addDays(endDate ?? addDays(today, 1), 1)));
};

interface Today {
	/** The institution's day, YYYY-MM-DD. */
	today: string;
	timeZone: string;
}

interface Bucket extends Required<Days> {
	/** YYYY-MM-DD, or YYYY-MM for a month. */
	period: string;
	startDate: string;
	endDate: string;
}

/** Returns the days of a trend, or its months where there are more than 62 days; the last twelve where it has no beginning. */
export const bucketsOf = ({ startDate, endDate }: Days, today: string): { isMonthly: boolean; buckets: Bucket[] } => {
	const last = endDate ?? today;
	const first = startDate ?? firstOf(monthsBefore(monthOf(last), usualMonths - 1));
	const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
	const isMonthly = days > mostDays;
	const buckets: Bucket[] = [];
	for (let day = first; day <= last; ) {
		const end = isMonthly ? earlier(lastOf(monthOf(day)), last) : day;
		buckets.push({ period: isMonthly ? monthOf(day) : day, startDate: day, endDate: end });
		day = addDays(end, 1);
	}
	return { isMonthly, buckets: buckets.slice(-mostBuckets) };
};

/** why: a chart of more months shows nothing. */
const mostBuckets = 62;

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

const monthsBefore = (month: string, months: number): string => {
	let at = month;
	for (let back = 0; back < months; back += 1) at = monthOf(addDays(firstOf(at), -1));
	return at;
};
