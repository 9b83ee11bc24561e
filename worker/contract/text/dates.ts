import { missing } from "#worker/contract/text/missing";

/** The time zone of an organisation without one (§9). */
export const defaultTimeZone = "Africa/Lagos";

/** UTC milliseconds, or an ISO text. */
export type Instant = number | string | null | undefined;

/** A point in time as the clock and calendar of a zone show it, in digits. */
interface WallTime {
	year: string;
	month: string;
	day: string;
	hour: string;
	minute: string;
}

const millisecondsOf = (instant: Instant): number =>
	instant === null || instant === undefined || instant === "" ? Number.NaN : new Date(instant).getTime();

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
	const known = clocks.get(timeZone);
	if (known) return known;
	const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
	const clock = new Intl.DateTimeFormat("en-US", { ...digits, hourCycle: "h23", timeZone });
	clocks.set(timeZone, clock);
	return clock;
};

const readClock = (at: number, timeZone: string): WallTime => {
	const parts = clockOf(timeZone).formatToParts(at);
	const partOf = (wanted: keyof WallTime) => parts.find(({ type }) => type === wanted)?.value ?? "";
	return {
		year: partOf("year").padStart(4, "0"),
		month: partOf("month"),
		day: partOf("day"),
		hour: partOf("hour"),
		minute: partOf("minute"),
	};
};

const formatIn = (instant: Instant, timeZone: string, write: (time: WallTime) => string): string => {
	const at = millisecondsOf(instant);
	if (Number.isNaN(at)) return missing;
	try {
		return write(readClock(at, timeZone));
	} catch (error) {
		// why: this runtime does not know the zone; the page is drawn all the same.
		if (error instanceof RangeError && timeZone !== defaultTimeZone) return formatIn(at, defaultTimeZone, write);
		throw error;
	}
};

const months = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

const endings: Partial<Record<string, string>> = { 1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st" };

const dateOf = ({ year, month, day }: Pick<WallTime, "year" | "month" | "day">): string => {
	const count = String(Number(day));
	return `${months[Number(month) - 1]} ${count}${endings[count] ?? "th"} ${year}`;
};

const timeOf = ({ hour, minute }: WallTime): string => `${hour}:${minute}`;

/** "March 2nd 2026" in the organisation's zone (§9). */
export const formatDate = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, dateOf);

/** "March 2nd 2026, 14:05" in the organisation's zone. */
export const formatDateTime = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, (time) => `${dateOf(time)}, ${timeOf(time)}`);

/** "14:05" in the organisation's zone. */
export const formatTime = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, timeOf);

/** "2026-03-02" in the organisation's zone: what filters send (§9) and a date input holds. */
export const formatDateInput = (instant: Instant, timeZone: string = defaultTimeZone): string => {
	const text = formatIn(instant, timeZone, ({ year, month, day }) => `${year}-${month}-${day}`);
	return text === missing ? "" : text;
};

/** A calendar day that belongs to no zone (a birth date, "2007-03-02"): "March 2nd 2007". */
export const formatDay = (text: string | null | undefined): string => {
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? "") ?? [];
	// why not by a clock: a dashboard writes a hundred days.
	return year && month && day && !Number.isNaN(Date.parse(`${year}-${month}-${day}`))
		? dateOf({ year, month, day })
		: missing;
};
