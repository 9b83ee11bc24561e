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

/** Returns a short time to the second: "90 seconds", "2 minutes", "2 minutes 30 seconds". */
export const formatWait = (seconds: number): string => {
	if (seconds < 2 * minute) return formatCount(seconds, "second");
	const [minutes, rest] = [Math.floor(seconds / minute), seconds % minute];
	return formatCount(minutes, "minute") + (rest > 0 ? ` ${formatCount(rest, "second")}` : "");
};
