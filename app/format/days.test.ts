import { expect, test } from "vitest";
import { byDay, dayAndTime, dayHeading } from "#app/format/days";

const now = Date.UTC(2026, 10, 21, 9);

test.each([
	[Date.UTC(2026, 10, 21, 8), "Today"],
	[Date.UTC(2026, 10, 20, 23, 30), "Today"],
	[Date.UTC(2026, 10, 20, 22, 30), "Yesterday"],
	[Date.UTC(2026, 10, 19, 23, 30), "Yesterday"],
	[Date.UTC(2026, 10, 19, 22, 30), "November 19th 2026"],
	[Date.UTC(2025, 10, 21, 8), "November 21st 2025"],
])("in Lagos %d is %s", (instant, heading) => {
	expect(dayHeading(instant, now, "Africa/Lagos")).toBe(heading);
});

test("a moment within a sentence has the time beside its day", () => {
	const told = (instant: number) => dayAndTime(instant, now, "Africa/Lagos");
	expect(told(Date.UTC(2026, 10, 21, 8, 14))).toBe("today 09:14");
	expect(told(Date.UTC(2026, 10, 20, 22, 30))).toBe("yesterday 23:30");
	expect(told(Date.UTC(2026, 10, 19, 22, 30))).toBe("November 19th 2026, 23:30");
});

test("the time zone decides which day it is", () => {
	const instant = Date.UTC(2026, 10, 21, 2);
	expect(dayHeading(instant, now, "America/New_York")).toBe("Yesterday");
	expect(dayHeading(instant, now, "Pacific/Auckland")).toBe("Today");
});

test("a day on which clocks are put back has 25 hours, and yesterday may be in another month", () => {
	const late = Date.UTC(2026, 9, 25, 23, 30);
	expect(dayHeading(Date.UTC(2026, 9, 24, 23, 30), late, "Europe/London")).toBe("Today");
	expect(dayHeading(Date.UTC(2026, 9, 24, 22, 30), late, "Europe/London")).toBe("Yesterday");
	expect(dayHeading(Date.UTC(2026, 10, 30, 12), Date.UTC(2026, 11, 1, 12), "Africa/Lagos")).toBe("Yesterday");
});

test("events are grouped by day, in their order", () => {
	const at = (hour: number, id: string) => ({ createdAt: Date.UTC(2026, 10, 21, hour), id });
	const days = byDay([at(8, "a"), at(1, "b"), at(-3, "c"), at(-40, "d")], now, "Africa/Lagos");
	expect(days.map(({ heading, entries }) => [heading, entries.map(({ id }) => id).join("")])).toEqual([
		["Today", "ab"],
		["Yesterday", "c"],
		["November 19th 2026", "d"],
	]);
	expect(byDay([], now)).toEqual([]);
});
