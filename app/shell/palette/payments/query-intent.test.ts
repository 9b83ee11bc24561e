import { expect, test } from "vitest";
import { parseQuery } from "#app/shell/palette/payments/query-intent";

const today = "2026-11-29";

test.each([
	["query multiple 18 nov", "2026-11-18", "query multiple"],
	["Query multiple transactions from yesterday", "2026-11-28", "query multiple transactions from"],
	["requery since 2026-11-01", "2026-11-01", "requery since"],
	["query today", "2026-11-29", "query"],
	["query 7 days ago", "2026-11-22", "query"],
	["query 30 nov", "2025-11-30", "query"],
])("%j names a day", (text, day, words) => {
	expect(parseQuery(text, today)).toEqual({ day, words });
});

test.each([
	"query",
	"query multiple",
	"query multiple nov",
	"multiple 18 nov",
	"query 2027-01-01",
	"query ada 18 nov",
	"",
])("%j names none", (text) => {
	expect(parseQuery(text, today)).toBeUndefined();
});
