import type { Instant } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
	{ ms: 365 * day, short: "y", long: "year" },
	{ ms: 30 * day, short: "mo", long: "month" },
	{ ms: day, short: "d", long: "day" },
	{ ms: hour, short: "h", long: "hour" },
	{ ms: minute, short: "min", long: "minute" },
] as const;

/** The largest whole unit between two instants; undefined under a minute. */
const largestUnit = (elapsed: number) => {
	for (const unit of units) {
		if (elapsed >= unit.ms) return { ...unit, count: Math.floor(elapsed / unit.ms) };
	}
};

// why: `now` is passed in, so that the server's text and the browser's first text are the same.
const elapsedSince = (instant: Instant, now: number): number =>
	instant === null || instant === undefined || instant === "" ? Number.NaN : now - new Date(instant).getTime();

/** Writes how long something has waited, in the shortest form: "2 d", "5 h", "3 min", "now". */
export const formatWaiting = (since: Instant, now: number): string => {
	const elapsed = elapsedSince(since, now);
	if (Number.isNaN(elapsed)) return missing;
	const unit = largestUnit(elapsed);
	return unit ? `${unit.count} ${unit.short}` : "now";
};

/** "2 days ago", "1 hour ago", "just now". An instant in the future (a clock that is ahead) is "just now". */
export const formatAgo = (instant: Instant, now: number): string => {
	const elapsed = elapsedSince(instant, now);
	if (Number.isNaN(elapsed)) return missing;
	const unit = largestUnit(elapsed);
	return unit ? `${unit.count} ${unit.long}${unit.count === 1 ? "" : "s"} ago` : "just now";
};
