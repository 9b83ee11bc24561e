import { TZDate } from "@date-fns/tz";
import { dayMs } from "#worker/contract/day-ms";
import { formatDateInput, formatTime } from "#worker/contract/text/dates";

/** Returns the moment of a day and a time in a zone, UTC milliseconds. A time that the clock skips comes an hour later. */
export const momentOf = (day: string, time: string, timeZone: string): number => {
	const asked = `${day} ${time} ${timeZone}`;
	const known = moments.get(asked);
	if (known !== undefined) return known;
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	const [hour = 0, minute = 0] = time.split(":").map(Number);
	const moment = new TZDate(year, month - 1, date, hour, minute, timeZone).getTime();
	if (moments.size >= mostMoments) moments.clear();
	moments.set(asked, moment);
	return moment;
};

/** Moments that were worked out. why kept: each costs some twenty microseconds, and a dashboard asks for every day of a month. */
const moments = new Map<string, number>();
const mostMoments = 5_000;

/** Returns a day, YYYY-MM-DD, that is so many days later. */
export const addDays = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Returns the weekday of a day: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Returns the last day of a day's month, 28 to 31. */
export const daysInMonth = (day: string): number => {
	const [year = 0, month = 1] = day.split("-").map(Number);
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** The hours in which nothing is sent, of an institution in its time zone. */
export interface QuietHours {
	timeZone: string;
	quietFrom: string;
	quietUntil: string;
}

const isQuietTime = (time: string, { quietFrom, quietUntil }: QuietHours): boolean =>
	quietFrom <= quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil;

/** Returns when something may be sent that is to be sent at this moment: at once, or when the quiet hours end. */
export const afterQuietHours = (at: number, hours: QuietHours): number => {
	const { timeZone, quietUntil } = hours;
	const time = formatTime(at, timeZone);
	if (!isQuietTime(time, hours)) return at;
	const day = formatDateInput(at, timeZone);
	return momentOf(time < quietUntil ? day : addDays(day, 1), quietUntil, timeZone);
};

/** Returns the time of day at which something is sent that is planned for this one. */
const heldTime = (time: string, hours: QuietHours): string => (isQuietTime(time, hours) ? hours.quietUntil : time);

/** Checks whether something happens on a day. */
type IsDue = (day: string) => boolean;

/** why: a month and a day, and every weekday and day of a month is among them. */
const longestPeriodDays = 32;

/** Returns the last moment until `at` when something was due at a time of day, and its day; undefined if there was none. */
export const lastDue = (at: number, time: string, timeZone: string, isDue: IsDue = () => true) => {
	const today = formatDateInput(at, timeZone);
	for (let back = 0; back <= longestPeriodDays; back++) {
		const day = addDays(today, -back);
		const moment = momentOf(day, time, timeZone);
		if (isDue(day) && moment <= at) return { day, moment };
	}
	return undefined;
};

/** Returns the next moment after `at` when something is due at a time of day. */
export const nextDue = (at: number, time: string, timeZone: string, isDue: IsDue = () => true): number => {
	const today = formatDateInput(at, timeZone);
	for (let ahead = 0; ahead <= longestPeriodDays; ahead++) {
		const day = addDays(today, ahead);
		const moment = momentOf(day, time, timeZone);
		if (isDue(day) && moment > at) return moment;
	}
	return at + longestPeriodDays * dayMs;
};

/** Returns when something planned for a time of day was last to be sent until `at`, quiet hours considered, and when it is next. */
export const sendingTimes = (at: number, time: string, hours: QuietHours) => {
	const held = heldTime(time, hours);
	return { last: lastDue(at, held, hours.timeZone)?.moment ?? 0, next: nextDue(at, held, hours.timeZone) };
};
