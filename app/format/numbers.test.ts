import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { formatBadgeCount, formatCount, formatNumber, formatRange } from "#app/format/numbers";

test("thousands are separated", () => {
	expect(formatNumber(0)).toBe("0");
	expect(formatNumber(5000)).toBe("5,000");
	expect(formatNumber(1234567.891)).toBe("1,234,567.89");
	expect(formatNumber(-1200)).toBe("-1,200");
});

test("a whole number is written like the browser's own formatter, without using it", () => {
	const formatter = new Intl.NumberFormat("en-US");
	const made = vi.spyOn(Intl, "NumberFormat");
	fc.assert(fc.property(fc.maxSafeInteger(), (whole) => formatNumber(whole) === formatter.format(whole)));
	expect(made).not.toHaveBeenCalled();
	made.mockRestore();
});

test("a missing number becomes the placeholder", () => {
	expect(formatNumber(null)).toBe("--/--");
	expect(formatNumber(Number.NaN)).toBe("--/--");
});

test("the unread badge stops at 99+", () => {
	expect(formatBadgeCount(7)).toBe("7");
	expect(formatBadgeCount(99)).toBe("99");
	expect(formatBadgeCount(100)).toBe("99+");
});

test("a count agrees with its noun", () => {
	expect(formatCount(5000)).toBe("5,000");
	expect(formatCount(1, "applicant")).toBe("1 applicant");
	expect(formatCount(5000, "applicant")).toBe("5,000 applicants");
	expect(formatCount(2, "reply", "replies")).toBe("2 replies");
});

test("a range names the first and last row of the page", () => {
	expect(formatRange({ page: 0, size: 50, total: 5000 })).toBe("1–50 of 5,000");
	expect(formatRange({ page: 99, size: 50, total: 4975 })).toBe("4,951–4,975 of 4,975");
	expect(formatRange({ page: 0, size: 10, total: 0 })).toBe("0 of 0");
	expect(formatRange({ page: 7, size: 10, total: 30 })).toBe("0 of 30");
});
