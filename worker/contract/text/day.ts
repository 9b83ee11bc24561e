import * as v from "valibot";

const message = "Enter a date as YYYY-MM-DD";

/** Checks whether a calendar has the day. why: “2026-02-30” has the form of one. */
const isInCalendar = (day: string): boolean => {
	const at = Date.parse(`${day}T00:00:00Z`);
	return Number.isNaN(at) || new Date(at).toISOString().startsWith(day);
};

/** A day of the institution, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.isoDate(message), v.check(isInCalendar, message));
