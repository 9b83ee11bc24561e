const months = [
	"january",
	"february",
	"march",
	"april",
	"may",
	"june",
	"july",
	"august",
	"september",
	"october",
	"november",
	"december",
];

/** Returns the number of a month by its name or the beginning of it, of three letters or more; 0 for any other word. */
export const monthOf = (word: string): number =>
	months.findIndex((month) => month === word || (word.length >= 3 && month.startsWith(word))) + 1;

/** Returns a day of the calendar, YYYY-MM-DD; undefined for one that it does not have. */
export const calendarDay = (year: number, month: number, day: number): string | undefined => {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
};

export const isYear = (value: number | undefined): value is number =>
	value !== undefined && Number.isInteger(value) && value >= 1900 && value <= 2100;

/** Returns the day so many days later; before where it is negative. */
export const shiftDay = (day: string, by: number): string =>
	new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** Returns the last day of this month and day that is not after today. */
const latest = (month: number, day: number, today: string): string | undefined => {
	const year = Number(today.slice(0, 4));
	return [year, year - 1].map((one) => calendarDay(one, month, day)).find((one) => one !== undefined && one <= today);
};

const ofYear = (year: string | undefined, month: number, day: number, today: string): string | undefined => {
	if (year === undefined) return latest(month, day, today);
	return isYear(Number(year)) ? calendarDay(Number(year), month, day) : undefined;
};

/**
 * Reads a day as people type it: "today", "yesterday", "7 days ago", "18 nov", "November 18th, 2026", "18/11", "2026-11-18".
 * Without a year it is the last such day. Undefined for any other text.
 */
export const readDay = (text: string, today: string): string | undefined => {
	const typed = text
		.trim()
		.toLowerCase()
		.replaceAll(/[\s,]+/g, " ");
	if (typed === "today") return today;
	if (typed === "yesterday") return shiftDay(today, -1);
	const ago = /^(\d{1,3}) days? ago$/.exec(typed);
	if (ago) return shiftDay(today, -Number(ago[1]));
	const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed);
	if (iso) return ofYear(iso[1], Number(iso[2]), Number(iso[3]), today);
	const digits = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(typed);
	if (digits) return ofYear(digits[3], Number(digits[2]), Number(digits[1]), today);
	const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ?([a-z]+)(?: (\d{4}))?$/.exec(typed);
	if (dayFirst) return ofYear(dayFirst[3], monthOf(dayFirst[2] ?? ""), Number(dayFirst[1]), today);
	const monthFirst = /^([a-z]+) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(typed);
	if (monthFirst) return ofYear(monthFirst[3], monthOf(monthFirst[1] ?? ""), Number(monthFirst[2]), today);
	return undefined;
};
