import { formatCount } from "#app/format/numbers";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a length of time as people say it: "12 days", "1.5 days", "5 hours"; "–" for none. @param seconds at least 0 */
export const formatSpan = (seconds: number | null): string => {
	if (seconds === null) return "–";
	if (seconds < minute) return "under a minute";
	if (seconds < hour) return formatCount(Math.floor(seconds / minute), "minute");
	if (seconds < day) return formatCount(Math.floor(seconds / hour), "hour");
	const days = seconds / day;
	return formatCount(days < 10 ? Math.round(days * 10) / 10 : Math.round(days), "day");
};
