import { expect, test } from "vitest";
import { formatDate } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { formatKilobytes, printIsoDate } from "#worker/contract/text/printed-text";

test.each([
	["2026-03-01T12:00:00Z", "March 1st 2026"],
	["2026-03-02T12:00:00Z", "March 2nd 2026"],
	["2026-03-03T12:00:00Z", "March 3rd 2026"],
	["2026-03-11T12:00:00Z", "March 11th 2026"],
	["2026-03-12T12:00:00Z", "March 12th 2026"],
	["2026-03-13T12:00:00Z", "March 13th 2026"],
	["2026-03-22T12:00:00Z", "March 22nd 2026"],
	["2026-03-31T23:30:00Z", "April 1st 2026"],
])("writes the moment %s as %s in Lagos", (moment, text) => {
	expect(formatDate(Date.parse(moment), "Africa/Lagos")).toBe(text);
});

test("writes a missing moment, and a moment in an unknown time zone", () => {
	expect(formatDate(null, "Africa/Lagos")).toBe("--/--");
	expect(formatDate(Number.NaN, "Africa/Lagos")).toBe("--/--");
	expect(formatDate(Date.UTC(2026, 2, 31, 23, 30), "Mars/Olympus")).toBe("April 1st 2026");
});

test("writes a birthday as the same day in every time zone, unlike a moment", () => {
	expect(printIsoDate("2007-03-02", "Pacific/Auckland")).toBe("March 2nd 2007");
	expect(printIsoDate("2007-03-02T23:00:00Z", "Pacific/Auckland")).toBe("March 3rd 2007");
	expect(printIsoDate(null, "Africa/Lagos")).toBe("--/--");
});

test("writes amounts with their symbol and thousands separators", () => {
	expect(formatMoney(1_500_000, "NGN")).toBe("₦15,000.00");
	expect(formatMoney(-250, "USD")).toBe("-$2.50");
	expect(formatMoney(99, "XOF")).toBe("XOF 0.99");
	expect(formatKilobytes(46_295)).toBe("45.21KB");
});
