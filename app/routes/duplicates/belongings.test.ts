import { expect, test } from "vitest";
import { belongingsInWords, consequences } from "#app/routes/duplicates/belongings";
import type { Side } from "#worker/services/duplicates/contract";

const none = { transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 0, logEntries: 0 };
const sideOf = (applicationNumber: string, belongings = none, formId: string | null = "form") =>
	({ applicationNumber, belongings, formId }) as Side;

test("counts belongings in words, without empty kinds", () => {
	expect(belongingsInWords(none)).toBe("");
	expect(belongingsInWords({ ...none, transactions: 3, emails: 1, logEntries: 2 })).toBe(
		"3 transactions, 1 email and 2 log entries",
	);
});

const end =
	"CU/2 leaves all lists, and links to it open CU/1. You can undo this for 90 days, as long as CU/1 is not changed.";

test.each([
	[none, "Only the fields that you choose move to CU/1. "],
	[{ ...none, letters: 1 }, "1 letter will move to CU/1. "],
	[{ ...none, transactions: 1, emails: 1 }, "1 transaction and 1 email will move to CU/1. "],
	[
		{ ...none, referees: 1, attachments: 4 },
		"1 referee will move to CU/1. Attachments move with the fields that you choose. ",
	],
])("the consequences of %j begin with %j", (belongings, text) => {
	expect(consequences(sideOf("CU/1"), sideOf("CU/2", belongings))).toBe(text + end);
});

test.each([
	[null, "form", "CU/1 has no form yet. The answers that you choose create one. "],
	[null, null, ""],
	["form", null, ""],
])("with the forms %j and %j they say %j", (target, source, text) => {
	expect(consequences(sideOf("CU/1", none, target), sideOf("CU/2", none, source))).toBe(
		`Only the fields that you choose move to CU/1. ${text}${end}`,
	);
});
