import { expect, test } from "vitest";
import { formatAgo, formatWaiting } from "#app/format/relative-time";

const now = Date.UTC(2026, 2, 10, 12);
const hours = (count: number) => now - count * 3_600_000;

test("a waiting time is written in the largest whole unit", () => {
	expect(formatWaiting(hours(49), now)).toBe("2 d");
	expect(formatWaiting(hours(5.9), now)).toBe("5 h");
	expect(formatWaiting(hours(0.05), now)).toBe("3 min");
	expect(formatWaiting(hours(24 * 65), now)).toBe("2 mo");
	expect(formatWaiting(now - 5_000, now)).toBe("now");
});

test("a time ago is written in words", () => {
	expect(formatAgo(hours(48), now)).toBe("2 days ago");
	expect(formatAgo(hours(1), now)).toBe("1 hour ago");
	expect(formatAgo(new Date(hours(24 * 400)).toISOString(), now)).toBe("1 year ago");
	expect(formatAgo(now - 30_000, now)).toBe("just now");
});

test("a clock that is ahead does not give a negative time", () => {
	expect(formatAgo(now + 90_000, now)).toBe("just now");
	expect(formatWaiting(now + 90_000, now)).toBe("now");
});

test("a missing time becomes the placeholder", () => {
	expect(formatAgo(null, now)).toBe("--/--");
	expect(formatWaiting("not a date", now)).toBe("--/--");
});
