/** Nigeria has one time zone without summer time. */
const lagos = "+01:00";

/** Returns a moment that a provider writes with its zone, in UTC milliseconds; null when it is none. */
export const readMoment = (text: string | null | undefined): number | null => {
	const moment = Date.parse(text ?? "");
	return Number.isNaN(moment) ? null : moment;
};

const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?: ?([AP]M))?$/i;

/**
 * Returns a moment that a provider writes without a zone, "2026-10-06 06:02:06 PM" or "2018-07-25T06:57:24", taken for
 * Africa/Lagos; null when it is none, or the year 1.
 */
export const readLagosTime = (text: string | null | undefined): number | null => {
	const [, day, hour = "", minute, second, half] = local.exec(text?.trim() ?? "") ?? [];
	if (day === undefined || day.startsWith("0001")) return null;
	const hours = half === undefined ? hour : String((Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
	return readMoment(`${day}T${hours.padStart(2, "0")}:${minute}:${second}${lagos}`);
};
