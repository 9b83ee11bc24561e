import { describe, expect, test } from "vitest";
import { judgeLine, type SettledPayment } from "#worker/services/settlements/judge-line";
import { nameColumns, readLine } from "#worker/services/settlements/read-line";

const columnsOf = (platform: string, headings: readonly string[]) => {
	const named = nameColumns(
		headings.map((header) => ({ header, samples: [] })),
		platform,
	);
	return "refusal" in named ? named.refusal : named;
};
const own = ["Reference", "RRR", "Provider reference", "Paid at", "Currency", "Amount", "Fee", "Settled", "Channel"];

describe("the columns of a settlement file", () => {
	test.each([
		["PAYSTACK", own, ["reference", "rrr", "providerReference", "paidAt", "currency", "amount", "fee", "", ""]],
		[
			"REMITA",
			["Remita Retrieval Reference", "Order ID", "Transaction Date", "Amount", "Charges", "Net Amount"],
			["rrr", "reference", "paidAt", "amount", "fee", ""],
		],
		[
			"PAYSTACK",
			["Transaction Reference", "Amount Paid", "Paystack Fees", "Currency", "Paid On"],
			["reference", "amount", "fee", "currency", "paidAt"],
		],
		[
			"STRIPE",
			["client_reference_id", "Created (UTC)", "Gross", "Fee", "Net", "Currency"],
			["reference", "paidAt", "amount", "fee", "", "currency"],
		],
		["INTERSWITCH", ["TxnRef", "Date", "Amount", "Commission"], ["reference", "paidAt", "amount", "fee"]],
	])("of %s %j", (platform, headings, fields) => {
		const named = columnsOf(platform, headings);
		expect(typeof named === "string" ? named : named.map(({ field }) => field)).toEqual(fields);
	});

	test("are refused without what names a payment, its amount or its date", () => {
		expect(columnsOf("PAYSTACK", ["Name", "Amount", "Date"])).toBe(
			"The file has no column “Reference”. Choose a settlement file of the platform.",
		);
		expect(columnsOf("REMITA", ["Name", "Status"])).toBe(
			"The file has no column “RRR” and no column “Amount” and no column “Date”. Choose a settlement file of the platform.",
		);
	});
});

const read = (cells: readonly string[]) => {
	const columns = columnsOf("PAYSTACK", own);
	if (typeof columns === "string") throw new Error(columns);
	return readLine(cells, columns, { platform: "PAYSTACK", timeZone: "Africa/Lagos", today: "2026-11-23" });
};

describe("a row of a settlement file", () => {
	test("is read in minor units, by digits", () => {
		const { line, faults } = read(["R1", "", "9", "2026-11-20 14:05:09", "ngn", "₦15,000.50", "1.5", "", "card"]);
		expect(faults).toEqual([]);
		expect(line).toMatchObject({
			reference: "R1",
			providerReference: "9",
			day: "2026-11-20",
			currency: "NGN",
			amount: 1_500_050,
			fee: 150,
		});
		expect(read(["R1", "", "", "2026-11-20", "", "0.29", "", ""]).line).toMatchObject({ amount: 29, fee: 0 });
	});

	test.each([
		["2026-11-20", "2026-11-20"],
		["20/11/2026 09:30", "2026-11-20"],
		["1-2-2026", "2026-02-01"],
		["2026-11-20T23:30:00Z", "2026-11-21"],
		["2026-11-20 23:30:00 UTC", "2026-11-21"],
		["2026-11-21T00:30:00+02:00", "2026-11-20"],
	])("%s is of the institution's day %s", (text, day) => {
		expect(read(["R1", "", "", text, "NGN", "1", "0"])).toMatchObject({ line: { day }, faults: [] });
	});

	test.each([
		[["", "", "", "2026-11-20", "NGN", "1", "0"], "There is no reference."],
		[["R".repeat(101), "", "", "2026-11-20", "NGN", "1", "0"], "The reference is too long."],
		[["R", "", "", "2026-11-20", "NGN", "-5", "0"], "The amount “-5” is not above 0."],
		[["R", "", "", "2026-11-20", "NGN", "0.00", "0"], "The amount “0.00” is not above 0."],
		[["R", "", "", "2026-11-20", "NGN", "1.234", "0"], "The amount “1.234” is not above 0."],
		[["R", "", "", "2026-11-20", "NGN", "1,23", "0"], "The amount “1,23” is not above 0."],
		[["R", "", "", "2026-11-20", "NGN", "999999999999", "0"], "The amount “999999999999” is not above 0."],
		[["R", "", "", "2026-11-20", "NGN", "1", "some"], "The fee “some” is no amount."],
		[["R", "", "", "2026-11-20", "NGN", "1", "2"], "The fee is above the amount."],
		[["R", "", "", "2026-11-20", "XAU", "1", "0"], "“XAU” is no currency that is known."],
		[["R", "", "", "2026-02-30", "NGN", "1", "0"], "The date “2026-02-30” cannot be read. Write it as 2026-11-01."],
		[["R", "", "", "yesterday", "NGN", "1", "0"], "The date “yesterday” cannot be read. Write it as 2026-11-01."],
		[["R", "", "", "2026-11-24", "NGN", "1", "0"], "The date is in the future."],
	])("%j is refused", (cells, fault) => {
		expect(read(cells).faults).toEqual([fault]);
	});
});

describe("a line compared with its payment", () => {
	const payment: SettledPayment = {
		id: "p",
		reference: "R",
		rrr: null,
		providerReference: null,
		total: 100,
		currency: "NGN",
		status: "success",
		paidDay: "2026-11-19",
		courseId: null,
	};
	const line = {
		reference: "R",
		rrr: "",
		providerReference: "",
		day: "2026-11-20",
		currency: "NGN",
		amount: 100,
		fee: 2,
	};
	const judge = (
		changed: Partial<typeof line>,
		about: Partial<SettledPayment> | null = {},
		known?: Partial<typeof line>,
	) =>
		judgeLine(
			{ ...line, ...changed },
			{
				platform: "PAYSTACK",
				payments: about === null ? [] : [{ ...payment, ...about }],
				known: known && { ...line, ...known },
			},
		);

	test.each([
		["matched", judge({})],
		["amount_differs", judge({ amount: 99 })],
		["amount_differs", judge({ currency: "USD" })],
		["not_successful", judge({}, { status: "pending", paidDay: null })],
		["not_successful", judge({ amount: 99 }, { status: "failed", paidDay: null })],
		["unknown_reference", judge({}, null)],
		["already_imported", judge({}, {}, {})],
		["wrong", judge({ amount: 99 }, {}, {})],
		["wrong", judge({ fee: 1 }, {}, {})],
	])("is %s", (outcome, judged) => {
		expect(judged.outcome).toBe(outcome);
	});

	test("counts for the day of our payment, and for its own where there is none", () => {
		expect([judge({}).day, judge({}, null).day, judge({}, { status: "pending", paidDay: null }).day]).toEqual([
			"2026-11-19",
			"2026-11-20",
			"2026-11-20",
		]);
	});
});
