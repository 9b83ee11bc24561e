import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { Day } from "#worker/contract/text/day";
import { visibleText } from "#worker/contract/text/visible-text";

const section = "§7 Payments";
/** Who sees days and settlement files, and who closes and imports; for the whole institution, as money of a day is. */
export const readers = ["payments:r", "payments:u"] as const;
export const writers = ["payments:u"] as const;

const PlatformCode = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z_]{1,40}$/, "Unknown platform"));

/** Sums of one currency on one day, in its minor unit. */
const sums = {
	payments: whole("How many payments were successful."),
	expected: whole("What they come to, charges included, in the minor unit of the currency."),
	reversals: whole("How many payments went back on that day."),
	reversed: whole("What went back, in the minor unit of the currency."),
	lines: whole("How many lines of settlement files are about the day."),
	settled: whole("What payers paid by these lines, in the minor unit of the currency."),
	fees: whole("What the platform kept of it, in the minor unit of the currency."),
	unmatched: whole("How many lines fit no successful payment of the same amount."),
	difference: whole(
		"What was settled, less what was expected after refunds, in the minor unit; 0 where the two agree.",
	),
};
const DaySums = v.object(sums);
export type DaySums = v.InferOutput<typeof DaySums>;

/** One currency of one platform on one day. */
export const PaymentDay = v.object({
	day: text("The day of the institution, YYYY-MM-DD."),
	platform: text("The payment platform, such as PAYSTACK."),
	currency: text("The currency of the sums."),
	...sums,
	closedAt: v.nullable(moment("When the day was closed; null while it is open.")),
	closedByName: v.nullable(text("Who closed it; null while it is open.")),
});
export type PaymentDay = v.InferOutput<typeof PaymentDay>;

export const dayStates = ["OPEN", "CLOSED"] as const;

export const listPaymentDays = defineEndpoint({
	method: "GET",
	path: "/payments/days",
	summary: "Days of payments by platform and currency, newest first, each with what was expected and what was settled.",
	section,
	access: readers,
	wholeInstitution: true,
	query: v.strictObject({
		platform: described(v.optional(PlatformCode), "Only this platform."),
		state: described(
			v.optional(v.picklist(dayStates, "The state is OPEN or CLOSED.")),
			"Only days that are open, or closed.",
		),
		startDate: described(v.optional(Day), "Only this day or later, YYYY-MM-DD."),
		endDate: described(v.optional(Day), "Only this day or earlier, YYYY-MM-DD."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(PaymentDay),
});

export const DayParams = v.strictObject({
	// why any text: what is no day, and no platform, is simply not found.
	day: described(Id, "The day of the institution, YYYY-MM-DD."),
	platform: described(v.pipe(Id, v.toUpperCase()), "The payment platform."),
});

/** How many reversals, unmatched lines and late arrivals come with a day at most. */
export const maxListed = 100;

const line = {
	reference: text("What names the payment."),
	currency: text("The currency."),
	amount: whole("What was paid, in the minor unit of the currency."),
	fee: whole("What the platform kept, in the minor unit of the currency."),
	transactionId: v.nullable(text("The id of our payment; null where none is known.")),
};

export const UnmatchedLine = v.object({
	...line,
	result: described(
		v.picklist(["amount_differs", "unknown_reference", "not_successful"]),
		"Why it matches no payment: another amount or currency, no such reference here, or a payment that has not succeeded here.",
	),
	importId: text("The id of the settlement file that it came with."),
	rowNumber: whole("The number of its row in that file."),
});
export type UnmatchedLine = v.InferOutput<typeof UnmatchedLine>;

export const LateArrival = v.object({
	...line,
	kind: described(
		v.picklist(["payment", "correction", "reversal", "settlement"]),
		"A payment, a changed amount or currency of one, money that went back, or a line of a settlement file.",
	),
	arrivedAt: moment("When it arrived."),
});
export type LateArrival = v.InferOutput<typeof LateArrival>;

export const Reversal = v.object({
	id: text("The id of the reversal: of a payment, several parts may go back on a day."),
	transactionId: text("The id of the payment that went back."),
	reference: text("Its reference."),
	currency: text("The currency."),
	amount: whole("What went back, in the minor unit of the currency."),
});
export type Reversal = v.InferOutput<typeof Reversal>;

/** One day of one platform. */
export const PaymentDayDetails = v.object({
	day: text("The day of the institution, YYYY-MM-DD."),
	platform: text("The payment platform."),
	isOver: flag("Whether the day is over, so that it can be closed."),
	version: whole("Grows with every change of the sums. The day is closed with the version that was seen."),
	close: described(
		v.nullable(
			v.object({
				closedAt: moment("When the day was closed."),
				closedByName: text("Who closed it."),
				note: text("What its closer said of it; empty for nothing."),
			}),
		),
		"Who closed the day, and when; null while it is open.",
	),
	currencies: described(
		v.array(
			v.object({
				currency: text("The currency of the sums."),
				now: described(DaySums, "The sums as they are now."),
				closed: described(
					v.nullable(DaySums),
					"The sums when the day was closed; null while it is open. They never change.",
				),
				late: described(v.nullable(DaySums), "What has been added since the close; null while the day is open."),
			}),
		),
		"The sums of each currency.",
	),
	reversals: described(v.array(Reversal), `The first ${maxListed} times that money of a payment went back on the day.`),
	unmatched: described(v.array(UnmatchedLine), `The first ${maxListed} settlement lines that match no payment.`),
	late: described(
		v.array(LateArrival),
		`The first ${maxListed} things that arrived after the close, in the order of their arrival.`,
	),
	lateTotal: whole("How many arrived after the close."),
});
export type PaymentDayDetails = v.InferOutput<typeof PaymentDayDetails>;

export const getPaymentDay = defineEndpoint({
	method: "GET",
	path: "/payments/days/:day/:platform",
	summary:
		"One day of one platform: its sums by currency, its unmatched settlement lines, and what came after its close.",
	section,
	access: readers,
	wholeInstitution: true,
	params: DayParams,
	response: PaymentDayDetails,
});

export const maxNote = 500;

export const closePaymentDay = defineEndpoint({
	method: "POST",
	path: "/payments/days/:day/:platform/close",
	summary:
		"Close a day of a platform with the sums that were seen. They never change again: what arrives later is listed beside them. A day cannot be reopened.",
	section,
	access: writers,
	wholeInstitution: true,
	params: DayParams,
	body: v.strictObject({
		version: described(
			v.pipe(v.number("Send the version that was seen."), v.safeInteger("Send the version that was seen.")),
			"The version of the day that was seen.",
		),
		note: described(
			v.optional(
				v.pipe(
					v.string(),
					v.transform(visibleText),
					v.maxLength(maxNote, `The note can have at most ${maxNote} characters.`),
				),
				"",
			),
			"What there is to say of it, such as the reason of a difference.",
		),
	}),
	example: { version: 12, note: "₦2,000 is on the way, says Remita." },
	response: PaymentDayDetails,
	problems: ["day_not_over", "day_closed", "day_changed"],
	idempotent: true,
});
