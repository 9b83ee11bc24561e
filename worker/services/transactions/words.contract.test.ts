import { expect, test } from "vitest";
import { isNarrowedTo, readPaymentWords } from "#worker/services/transactions/words.contract";

const read = (text: string) => readPaymentWords(text, "2026-11-21");

test.each([
	[
		"pending paystack today",
		{ status: "PENDING", platform: "PAYSTACK", startDate: "2026-11-21", endDate: "2026-11-21", rest: "" },
	],
	["Okafor FAILED yesterday", { status: "FAILED", startDate: "2026-11-20", endDate: "2026-11-20", rest: "Okafor" }],
	[
		"this week paypro kano ada",
		{ platform: "PAYPRO_KANO", startDate: "2026-11-16", endDate: "2026-11-21", rest: "ada" },
	],
	["successful", { status: "SUCCESS", rest: "" }],
	["PAY-8K2M", { rest: "PAY-8K2M" }],
	["pend this payst", { rest: "pend this payst" }],
	[
		"pending failed today yesterday",
		{ status: "PENDING", startDate: "2026-11-21", endDate: "2026-11-21", rest: "failed yesterday" },
	],
	["", { rest: "" }],
])("reads %j", (text, words) => {
	expect(read(text)).toEqual(words);
});

test("a week begins on Monday", () => {
	expect(readPaymentWords("this week", "2026-11-22")).toMatchObject({ startDate: "2026-11-16", endDate: "2026-11-22" });
	expect(readPaymentWords("this week", "2026-11-23")).toMatchObject({ startDate: "2026-11-23", endDate: "2026-11-23" });
});

test.each([
	["pending paystack today", "2026-11-21", true],
	["pending", "2020-01-01", true],
	["", "2020-01-01", true],
	["failed", "2026-11-21", false],
	["remita", "2026-11-21", false],
	["yesterday", "2026-11-21", false],
	["this week", "2026-11-15", false],
])("a pending payment by Paystack: is %j of %s narrowed to it? %s", (text, day, is) => {
	expect(isNarrowedTo(read(text), { status: "pending", platform: "PAYSTACK" }, day)).toBe(is);
});
