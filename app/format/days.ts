import { dayMs } from "#worker/contract/day-ms";
import { formatDate, formatDateInput, formatDateTime, formatTime } from "#worker/contract/text/dates";

/** why: by the calendar, not by 24 hours; a day on which clocks change is shorter or longer. */
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** "Today", "Yesterday", "November 3rd 2026": the heading of a day's events, in the organisation's zone (§9). */
export const dayHeading = (instant: number, now: number, timeZone?: string): string => {
	const [day, today] = [formatDateInput(instant, timeZone), formatDateInput(now, timeZone)];
	if (day === today) return "Today";
	return day === dayBefore(today) ? "Yesterday" : formatDate(instant, timeZone);
};

/** "today 09:14", "yesterday 09:14", "November 3rd 2026, 09:14": within a sentence, in the organisation's zone (§9). */
export const dayAndTime = (instant: number, now: number, timeZone?: string): string => {
	const day = dayHeading(instant, now, timeZone);
	if (day !== "Today" && day !== "Yesterday") return formatDateTime(instant, timeZone);
	return `${day.toLowerCase()} ${formatTime(instant, timeZone)}`;
};

export const byDay = <T extends { createdAt: number }>(
	entries: readonly T[],
	now: number,
	timeZone?: string,
): { heading: string; entries: T[] }[] => {
	const days: { heading: string; entries: T[] }[] = [];
	for (const entry of entries) {
		const heading = dayHeading(entry.createdAt, now, timeZone);
		const last = days.at(-1);
		if (last?.heading === heading) last.entries.push(entry);
		else days.push({ heading, entries: [entry] });
	}
	return days;
};
