import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { missing } from "#app/format/missing";

/** The zone of an organisation that has set none (§9). */
export const defaultTimeZone = "Africa/Lagos";

/** UTC milliseconds, or an ISO text. */
export type Instant = number | string | null | undefined;

const millisecondsOf = (instant: Instant): number =>
	instant === null || instant === undefined || instant === "" ? Number.NaN : new Date(instant).getTime();

const formatIn = (instant: Instant, timeZone: string, pattern: string): string => {
	const at = millisecondsOf(instant);
	if (Number.isNaN(at)) return missing;
	const zoned = new TZDate(at, timeZone);
	// why: a zone this runtime does not know makes an invalid date; a page must still be drawn.
	return format(Number.isNaN(zoned.getHours()) ? new TZDate(at, defaultTimeZone) : zoned, pattern);
};

/** "March 2nd 2026" in the organisation's zone (§9). */
export const formatDate = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, "MMMM do yyyy");

/** "March 2nd 2026, 14:05" in the organisation's zone. */
export const formatDateTime = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, "MMMM do yyyy, HH:mm");

/** "14:05" in the organisation's zone. */
export const formatTime = (instant: Instant, timeZone: string = defaultTimeZone): string =>
	formatIn(instant, timeZone, "HH:mm");

/** "2026-03-02" in the organisation's zone: what filters send (§9) and a date input holds. */
export const formatDateInput = (instant: Instant, timeZone: string = defaultTimeZone): string => {
	const text = formatIn(instant, timeZone, "yyyy-MM-dd");
	return text === missing ? "" : text;
};

/** A calendar day that belongs to no zone (a birth date, "2007-03-02"): "March 2nd 2007". */
export const formatDay = (day: string | null | undefined): string =>
	day && /^\d{4}-\d{2}-\d{2}/.test(day) ? formatIn(`${day.slice(0, 10)}T12:00:00Z`, "UTC", "MMMM do yyyy") : missing;
