import { daysInMonth, lastDue, nextDue, weekdayOf } from "#worker/local-time";

/** When a schedule is due. */
export interface Timing {
	frequency: "daily" | "weekly" | "monthly";
	weekday: number | null;
	monthDay: number | null;
	/** HH:MM. */
	time: string;
}

/** Checks whether a report is due on a day. The last day of a month stands for days that it has not. */
const isDueOn =
	({ frequency, weekday, monthDay }: Timing) =>
	(day: string): boolean => {
		if (frequency === "daily") return true;
		if (frequency === "weekly") return weekdayOf(day) === weekday;
		return Number(day.slice(8)) === Math.min(monthDay ?? 1, daysInMonth(day));
	};

export const lastReport = (at: number, timing: Timing, timeZone: string) =>
	lastDue(at, timing.time, timeZone, isDueOn(timing));

export const nextReport = (at: number, timing: Timing, timeZone: string): number =>
	nextDue(at, timing.time, timeZone, isDueOn(timing));
