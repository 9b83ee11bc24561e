import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { PageSize } from "#worker/contract/page";
import { settlementResults } from "#worker/contract/settlements";
import { DayParams, readers } from "#worker/services/settlements/contract";

/** The lists of a day: its payments, the lines of settlement files, and what its difference is made of. */
export const dayLists = ["expected", "settled", "difference"] as const;
export type DayList = (typeof dayLists)[number];

/** What a row of a day is: a settlement line by its result, a payment with or without a line, or money that went back. */
const dayRowKinds = [...settlementResults, "settled", "not_settled", "reversed"] as const;

export const DayRow = v.object({
	id: text("The id of the row, which is also the `after` of the rows that follow it."),
	kind: described(
		v.picklist(dayRowKinds),
		"A settlement line that matches, has another amount, names no payment here or one that has not succeeded; a payment with or without a settlement line; or money of a payment that went back.",
	),
	reference: text("What names the payment."),
	currency: text("The currency."),
	amount: whole("What was settled, paid or refunded, in the minor unit of the currency."),
	fee: whole("What the platform kept of a settlement line, in the minor unit of the currency; 0 for other rows."),
	difference: whole(
		"What the row adds to the difference of the day, in the minor unit; 0 for a line that matches and for a payment with a line.",
	),
	transactionId: v.nullable(text("The id of our payment; null where none is known.")),
	importId: v.nullable(text("The id of the settlement file of a line; null for other rows.")),
	rowNumber: v.nullable(whole("The number of its row in that file; null for other rows.")),
});
export type DayRow = v.InferOutput<typeof DayRow>;

export const listPaymentDayRows = defineEndpoint({
	method: "GET",
	path: "/payments/days/:day/:platform/rows",
	summary:
		"The rows behind the sums of a day: every payment of it, every settlement line, or every row of its difference. The rows of a difference add up to it.",
	section: "§7 Payments",
	access: readers,
	wholeInstitution: true,
	params: DayParams,
	query: v.strictObject({
		list: described(
			v.optional(v.picklist(dayLists, "Unknown list"), "settled"),
			"`expected`: all payments of the day. `settled`: all lines of settlement files. `difference`: the lines that do not match, then the payments without a line, then what went back.",
		),
		currency: described(
			v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, "Unknown currency"))),
			"Only rows in this currency.",
		),
		after: described(
			v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}(-\d{1,15}){0,2}$/, "Unknown place in the list"))),
			"Only rows after this `nextAfter`.",
		),
		size: PageSize(),
	}),
	response: v.object({
		data: described(v.array(DayRow), "The rows of this page."),
		nextAfter: v.nullable(text("The `after` to ask for next; null on the last page.")),
	}),
});
