import { expect, test } from "vitest";
import { readDay } from "#worker/contract/text/read-day";

test.each([
	["today", "2026-11-21"],
	["Yesterday", "2026-11-20"],
	["7 days ago", "2026-11-14"],
	["1 day ago", "2026-11-20"],
	["18 nov", "2026-11-18"],
	["18nov", "2026-11-18"],
	["18th of November", "2026-11-18"],
	["nov 18", "2026-11-18"],
	["November 18th, 2025", "2025-11-18"],
	["18 Nov 2026", "2026-11-18"],
	["18/11", "2026-11-18"],
	["18/11/2025", "2025-11-18"],
	["2026-11-18", "2026-11-18"],
	["25 december", "2025-12-25"],
	["1 december 2026", "2026-12-01"],
])("reads %j", (text, day) => {
	expect(readDay(text, "2026-11-21")).toBe(day);
});

test("the last 29 February may be of the year before", () => {
	expect(readDay("29 feb", "2024-03-01")).toBe("2024-02-29");
	expect(readDay("29 feb", "2025-01-01")).toBe("2024-02-29");
});

test.each([
	"",
	"nov",
	"18",
	"2026",
	"30 feb",
	"2026-13-01",
	"32/1",
	"no 18",
	"ada 18",
	"18 nov 26",
	"days ago",
	"0 may",
	"soon",
])("%j is no day", (text) => {
	expect(readDay(text, "2026-11-21")).toBeUndefined();
});
