import { expect, test } from "vitest";
import { belongingsInWords, consequences } from "#app/routes/duplicates/belongings";
import type { Side } from "#worker/services/duplicates/contract";

const none = { transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 0, logEntries: 0 };
const sideOf = (applicationNumber: string, belongings = none, formId: string | null = "form") =>
	({ applicationNumber, belongings, formId }) as Side;

test("what hangs on an applicant is counted in words, and nothing that is not there", () => {
	expect(belongingsInWords(none)).toBe("");
	expect(belongingsInWords({ ...none, transactions: 3, emails: 1, logEntries: 2 })).toBe(
		"3 transactions, 1 email and 2 log entries",
	);
});

test.each([
	[none, "Nothing but answers comes from CU/2. "],
	[{ ...none, letters: 1 }, "1 letter goes over to CU/1. "],
	[{ ...none, transactions: 1, emails: 1 }, "1 transaction and 1 email go over to CU/1. "],
	[
		{ ...none, referees: 1, attachments: 4 },
		"1 referee goes over to CU/1. Attachments come with the fields that are taken. ",
	],
	[
		{ ...none, attachments: 4 },
		"Nothing but answers comes from CU/2. Attachments come with the fields that are taken. ",
	],
])("the consequences of %j begin with %j", (belongings, text) => {
	expect(consequences(sideOf("CU/1"), sideOf("CU/2", belongings))).toBe(
		`${text}CU/2 is no longer in any list, and its addresses lead to CU/1. This can be undone.`,
	);
});

test.each([
	[null, "form", "Nothing but answers comes from CU/2. CU/1 has no form yet: answers that are taken begin one. "],
	[null, null, "Nothing but answers comes from CU/2. "],
	["form", null, "Nothing but answers comes from CU/2. "],
])("with the forms %j and %j they begin with %j", (kept, merged, text) => {
	expect(consequences(sideOf("CU/1", none, kept), sideOf("CU/2", none, merged))).toBe(
		`${text}CU/2 is no longer in any list, and its addresses lead to CU/1. This can be undone.`,
	);
});
