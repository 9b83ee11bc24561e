import { formatDateInput, formatTime } from "#worker/contract/text/dates";

/** Returns a moment as a field for a date and a time holds it: "2026-11-23T08:30"; empty for none. */
export const typedMoment = (moment: number | null, timeZone: string): string =>
	moment === null ? "" : `${formatDateInput(moment, timeZone)}T${formatTime(moment, timeZone)}`;
