import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { Day } from "#worker/contract/text/day";

/** Users who open applicants, and those who see payments (§6). */
const readers = [...anyOf("candidate"), "payments:r"] as const;
const section = "§7 Candidates";

/** §4: success and failed are final; any other status of a provider is pending. */
export const TransactionStatus = described(
	v.picklist(["success", "failed", "pending"]),
	"Success and failed are final; everything else is pending.",
);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** §3 Transaction. Amounts in minor units of their currency. */
export const Transaction = v.object({
	id: text("The id of the transaction."),
	reference: text("The reference that the provider knows it by."),
	email: text("The email address of the payer."),
	name: text("The name of the payer."),
	username: text("The account that paid."),
	rrr: v.nullable(text("Remita's retrieval reference; null for other platforms.")),
	amount: whole("The amount without the gateway's charge, in the minor unit of the currency."),
	gatewayCharge: whole("The gateway's charge, in the minor unit of the currency."),
	currency: text("The currency, such as NGN."),
	platform: text("The payment platform, such as PAYSTACK, REMITA or INTERSWITCH."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	createdAt: moment("When the payment was started."),
	paidAt: v.nullable(moment("When it was paid; null where it was not.")),
	reversedAmount: whole("What of it went back to the payer, in the minor unit of the currency."),
	applicantId: v.nullable(text("The id of the applicant; null where none is known.")),
	items: described(
		v.array(
			v.object({
				name: text("What the line is for."),
				amount: whole("The amount of the line, in the minor unit of the currency."),
				currency: text("The currency of the line."),
			}),
		),
		"The lines of the payment.",
	),
	applicationId: text("The id of the application."),
	application: described(
		v.object({ title: text("The title of the application.") }),
		"The application that was paid for.",
	),
	course: described(
		v.nullable(v.object({ code: text("The code of the course."), title: text("The title of the course.") })),
		"The course that was applied for; null where none was chosen.",
	),
});
export type Transaction = v.InferOutput<typeof Transaction>;

export const listApplicantTransactions = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/transactions",
	summary: "What was paid for an applicant, newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		candidateId: described(v.optional(Id), "The id in the path again, if at all; another one finds nothing."),
	}),
	response: PageOf(Transaction),
});

export const getReceipt = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/transactions/:transactionId/receipt",
	summary: "The receipt of a transaction as a PDF; of one that was not successful, a record that is no receipt.",
	section: "§2 Applicant modals",
	access: readers,
	params: v.strictObject({
		id: described(Id, "The id of the applicant."),
		transactionId: described(Id, "The id of the transaction."),
	}),
	response: file("The receipt.", "application/pdf"),
});

/** §4: the values of the filter and of the API. */
export const statusFilters = ["PENDING", "SUCCESS", "FAILED"] as const;
const Status = v.picklist(statusFilters, "The status is PENDING, SUCCESS or FAILED.");
export const Platform = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z_]{1,40}$/, "Unknown platform"));

const paymentsSection = "§7 Payments";

/** What the transactions screen shows (§2). */
export const TransactionFilter = v.strictObject({
	name: described(
		v.optional(Keyword),
		"Only payments whose payer, email address, reference or RRR has words that begin with each of these.",
	),
	status: described(v.optional(Status), "Only payments of this status."),
	platform: described(v.optional(Platform), "Only payments by this platform, such as PAYSTACK."),
	applicationId: described(v.optional(Id), "Only payments for this application."),
	startDate: described(
		v.optional(Day),
		"Only payments that were started on this day of the institution or later, YYYY-MM-DD.",
	),
	endDate: described(
		v.optional(Day),
		"Only payments that were started on this day of the institution or earlier, YYYY-MM-DD.",
	),
	paidDay: described(v.optional(Day), "Only payments that were paid on this day of the institution, YYYY-MM-DD."),
	paidFrom: described(
		v.optional(Day),
		"Only payments that were paid on this day of the institution or later, YYYY-MM-DD; the latest day first.",
	),
	paidTo: described(
		v.optional(Day),
		"Only payments that were paid on this day of the institution or earlier, YYYY-MM-DD; the latest day first.",
	),
});
export type TransactionFilter = v.InferOutput<typeof TransactionFilter>;

export const listTransactions = defineEndpoint({
	method: "GET",
	path: "/payments",
	summary: "Payments of the institution, newest first.",
	section: paymentsSection,
	// why not reading alone: §6 opens the screen with any privilege of payments, and its action menu with reading.
	access: anyOf("payments"),
	query: v.strictObject({ ...TransactionFilter.entries, page: PageIndex, size: PageSize() }),
	response: v.object({
		...PageOf(Transaction).entries,
		resultTotalIsExact: flag(
			"Whether `resultTotal` is exact: with `name`, `startDate`, `endDate`, `paidFrom` or `paidTo` it stops at 1,000.",
		),
		openExceptions: v.nullable(
			whole("How many exceptions of payments are open, of those that the user may read; null for users who may not."),
		),
	}),
});

/** What a search shows of a payment. */
export const FoundPayment = v.object({
	id: text("The id of the payment."),
	reference: text("Our reference, which the platform knows it by."),
	rrr: v.nullable(text("Remita's retrieval reference; null for other platforms.")),
	name: text("The name of the payer."),
	email: text("The email address of the payer."),
	total: whole("What was paid or is to be paid, charges included, in the minor unit of the currency."),
	currency: text("The currency."),
	platform: text("The payment platform."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	createdAt: moment("When the payment was started."),
	applicantId: v.nullable(text("The id of the applicant; null where none is known.")),
});
export type FoundPayment = v.InferOutput<typeof FoundPayment>;

export const searchPayments = defineEndpoint({
	method: "GET",
	path: "/payments/search",
	summary:
		"The newest payments by reference, RRR, payer or email address, narrowed by words such as pending, Paystack and today; without a text the newest of all.",
	section: paymentsSection,
	access: ["payments:r"],
	query: v.strictObject({
		q: described(
			v.optional(Keyword, ""),
			"A reference, RRR, name or email address, or the beginning of one. The whole words pending, success, failed, today, yesterday, this week and names of platforms narrow what is found; where they leave nothing, they are searched for.",
		),
	}),
	response: v.object({ payments: described(v.array(FoundPayment), "The payments that were found, the newest first.") }),
});

/** One line of the ledger: what was asked or answered, and what followed. */
export const PaymentEvent = v.object({
	id: text("The id of the event."),
	source: text("Where it came from: start, check, schedule, requery, webhook, return, settlement or desk."),
	outcome: text("What followed, in one word."),
	note: text("What followed, for people."),
	by: v.nullable(text("Who asked; null where nobody did.")),
	providerStatus: v.nullable(text("What the provider called the state of the payment; null without an answer.")),
	createdAt: moment("When it happened."),
});
export type PaymentEvent = v.InferOutput<typeof PaymentEvent>;

/** A payment with all that is known of it. */
export const TransactionDetails = v.object({
	...Transaction.entries,
	providerReference: v.nullable(text("The provider's own reference; null where there is none.")),
	fee: v.nullable(whole("What the provider kept, in the minor unit of the currency; null where it did not say.")),
	checkedAt: v.nullable(moment("When the provider was last asked; null where it was not.")),
	dueAt: v.nullable(moment("When it is asked next by itself; null where it is not.")),
	canBeChecked: flag("Whether the institution has the provider's keys, so that it can be asked."),
	ledger: described(v.array(PaymentEvent), "The last 50 lines of the ledger about it, the newest first."),
});
export type TransactionDetails = v.InferOutput<typeof TransactionDetails>;

export const getTransaction = defineEndpoint({
	method: "GET",
	path: "/payments/:id",
	summary: "One payment with its ledger.",
	section: paymentsSection,
	access: ["payments:r"],
	params: IdParams,
	response: TransactionDetails,
});

export const getPaymentReceipt = defineEndpoint({
	method: "GET",
	path: "/payments/:id/receipt",
	summary:
		"The receipt of a payment as a PDF, for users who see the payment; of one that was not successful, a record that is no receipt.",
	section: paymentsSection,
	access: ["payments:r"],
	params: IdParams,
	response: file("The receipt.", "application/pdf"),
});

export const checkStatus = defineEndpoint({
	method: "GET",
	path: "/payments/status",
	summary:
		"Ask the provider for the status of a payment, and keep its answer. A payment that has succeeded is not asked about again.",
	section: paymentsSection,
	access: ["payments:r"],
	query: v.strictObject({
		ref: described(
			v.pipe(v.string(), v.trim(), v.minLength(1, "Enter a reference."), v.maxLength(100, "Unknown reference")),
			"The reference of the payment, or its RRR.",
		),
	}),
	response: TransactionDetails,
	problems: ["not_found", "platform_down", "platform_not_configured"],
});

export const requery = defineEndpoint({
	method: "POST",
	path: "/payments/requery",
	summary:
		"Ask the providers about every pending payment since a day, in the background. A RE_QUERY_PAYMENT notice tells how many are PENDING, SUCCESS and FAILED.",
	section: paymentsSection,
	access: ["payments:u"],
	body: v.strictObject({
		startingFrom: described(
			v.optional(Day),
			"The first day, YYYY-MM-DD, of the institution; not after today. Left out, it is today.",
		),
	}),
	example: { startingFrom: "2026-11-01" },
	response: v.object({ taskId: text("The id of the task.") }),
	accepted: "/tasks/{taskId}",
	problems: ["day_in_future", "no_pending_payments", "too_many_tasks"],
	idempotent: true,
});

export const countPendingPayments = defineEndpoint({
	method: "GET",
	path: "/payments/pending",
	summary: "How many payments a re-query from a day would ask about.",
	section: paymentsSection,
	access: ["payments:u"],
	query: v.strictObject({
		startingFrom: described(
			v.optional(Day),
			"The first day, YYYY-MM-DD, of the institution; not after today. Left out, it is today.",
		),
	}),
	response: v.object({
		pending: whole("How many payments that were started on that day or later are pending, at most 20,000."),
	}),
	problems: ["day_in_future"],
});

const moments = v.pipe(v.string(), v.isoTimestamp());
const DayOrMoment = v.pipe(
	v.string(),
	v.check(
		(typed) => v.is(Day, typed) || v.is(moments, typed),
		"Enter a date such as 2026-11-01, or a date and time such as 2026-11-01T00:00:00Z.",
	),
);

export const exportTransactions = defineEndpoint({
	method: "POST",
	path: "/payments/export",
	summary: "Export payments as a workbook in the background.",
	section: paymentsSection,
	access: ["payments:r"],
	body: v.strictObject({
		applicationId: described(v.optional(Id), "Only payments for this application."),
		statuses: described(
			v.optional(
				v.pipe(v.array(Status), v.minLength(1, "Choose at least one status."), v.maxLength(3, "Too many statuses.")),
			),
			"Only payments of these statuses.",
		),
		startAt: described(
			v.optional(DayOrMoment),
			"Only payments that were started then or later, in ISO 8601: a moment, or a day of the institution.",
		),
		endAt: described(
			v.optional(DayOrMoment),
			"Only payments that were started then or earlier, in ISO 8601: a moment, or a day of the institution.",
		),
	}),
	example: { statuses: ["SUCCESS"], startAt: "2026-11-01T00:00:00Z" },
	response: v.object({ taskId: text("The id of the task.") }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "dates_reversed", "no_transactions", "export_too_large", "too_many_tasks"],
	idempotent: true,
});
