import { expect, test } from "vitest";
import { formatDate, formatDateInput, formatDateTime, formatDay, formatTime } from "#worker/contract/text/dates";

const lateOnTheFirst = Date.UTC(2026, 2, 1, 23, 30);

test("a date is written in the organisation's zone", () => {
	expect(formatDate(lateOnTheFirst, "Africa/Lagos")).toBe("March 2nd 2026");
	expect(formatDate(lateOnTheFirst, "America/New_York")).toBe("March 1st 2026");
});

test("Lagos is the default time zone of an organisation", () => {
	expect(formatDate(lateOnTheFirst)).toBe("March 2nd 2026");
});

test("a timestamp includes the time, also across a change to summer time", () => {
	expect(formatDateTime("2026-03-02T13:05:00Z")).toBe("March 2nd 2026, 14:05");
	expect(formatTime(Date.UTC(2026, 2, 8, 6, 59), "America/New_York")).toBe("01:59");
	expect(formatTime(Date.UTC(2026, 2, 8, 7, 0), "America/New_York")).toBe("03:00");
});

test("a day has its ordinal suffix", () => {
	const days = Array.from({ length: 31 }, (_, index) => formatDate(Date.UTC(2026, 0, index + 1, 12), "UTC"));
	expect(days.map((date) => /\d+(\w\w)/.exec(date)?.[1]).join(" ")).toBe(
		`st nd rd ${"th ".repeat(17)}st nd rd ${"th ".repeat(7)}st`,
	);
});

test("the day begins at 00:00", () => {
	expect(formatDateTime(Date.UTC(2025, 11, 31, 23), "Africa/Lagos")).toBe("January 1st 2026, 00:00");
});

test("an unknown time zone falls back to Lagos", () => {
	expect(formatDate(lateOnTheFirst, "Africa/Atlantis")).toBe("March 2nd 2026");
});

test("a filter's date is year, month, day", () => {
	expect(formatDateInput(lateOnTheFirst)).toBe("2026-03-02");
	expect(formatDateInput(null)).toBe("");
});

test("a birth date does not depend on the time zone", () => {
	expect(formatDay("2007-03-02")).toBe("March 2nd 2007");
	expect(formatDay("2007-13-45")).toBe("--/--");
	expect(formatDay("")).toBe("--/--");
});

test("an invalid date becomes the placeholder", () => {
	expect(formatDate(undefined)).toBe("--/--");
	expect(formatDate("yesterday")).toBe("--/--");
	expect(formatDateTime("")).toBe("--/--");
});
