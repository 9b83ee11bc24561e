import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams, OrganisationId } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { anyOf } from "#worker/contract/permissions";
import { Day } from "#worker/contract/text/day";
import { requiredLine } from "#worker/contract/text/required-line";

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
const Platform = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z_]{1,40}$/, "Unknown platform"));

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
			"Whether `resultTotal` is exact: with `name`, `startDate` or `endDate` it stops at 1,000.",
		),
	}),
});

/** What a search shows of a payment. */
export const FoundPayment = v.object({
	id: text("The id of the payment."),
	reference: text("Our reference, by which the platform knows it."),
	rrr: v.nullable(text("Remita's retrieval reference; null for other platforms.")),
	name: text("The name of the payer."),
	email: text("The email address of the payer."),
	total: whole("What was paid or is to be paid, charges included, in the minor unit of the currency."),
	currency: text("The currency."),
	platform: text("The payment platform."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	applicantId: v.nullable(text("The id of the applicant; null where none is known.")),
});
export type FoundPayment = v.InferOutput<typeof FoundPayment>;

export const searchPayments = defineEndpoint({
	method: "GET",
	path: "/payments/search",
	summary: "The newest payments by reference, RRR, payer or email address; without a text the newest of all.",
	section: paymentsSection,
	access: ["payments:r"],
	query: v.strictObject({
		q: described(v.optional(Keyword, ""), "A reference, RRR, name or email address, or the beginning of one."),
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

export const checkStatus = defineEndpoint({
	method: "GET",
	path: "/payments/status",
	summary:
		"Ask the provider how a payment stands, and keep what it answers. A payment that has succeeded is not asked about again.",
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
		startingFrom: described(Day, "The first day, YYYY-MM-DD, of the institution; not after today."),
	}),
	example: { startingFrom: "2026-11-01" },
	response: v.object({ taskId: text("The id of the task.") }),
	accepted: "/tasks/{taskId}",
	problems: ["day_in_future", "no_pending_payments", "too_many_tasks"],
	idempotent: true,
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

/** The end of the address that a provider calls. */
const WebhookParams = v.strictObject({
	organisationId: described(OrganisationId, "The id of the institution."),
	token: described(v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/)), "The secret end of the address."),
});
const heard = file("What the provider expects to hear, mostly nothing.", "text/plain");

/** The headers in which providers sign. */
const SignedHeaders = v.object({
	"x-paystack-signature": described(v.optional(v.string()), "Paystack: HMAC-SHA512 of the body, in hex."),
	"x-interswitch-signature": described(v.optional(v.string()), "Interswitch: HMAC-SHA512 of the body, in hex."),
	"stripe-signature": described(v.optional(v.string()), "Stripe: a time, and HMAC-SHA256 of it and the body, in hex."),
	"x-timestamp": described(v.optional(v.string()), "Adapters of one's own: when the call was signed, in Unix seconds."),
	"x-signature": described(
		v.optional(v.string()),
		"Adapters of one's own: HMAC-SHA256 of that time, a full stop and the body, in hex.",
	),
});

export const receiveWebhook = defineEndpoint({
	method: "POST",
	path: "/payments/webhooks/:organisationId/:token",
	summary:
		"Where a payment platform reports news of payments. Nothing that it says is believed: each payment is verified with the platform.",
	section: paymentsSection,
	access: "public",
	params: WebhookParams,
	headers: SignedHeaders,
	encoding: "raw",
	body: v.instance(Uint8Array),
	example: '{"event":"charge.success","data":{"id":1,"reference":"M-01J9ZK"}}',
	response: heard,
	problems: ["signature_refused", "not_found", "malformed"],
});

export const pingWebhook = defineEndpoint({
	method: "GET",
	path: "/payments/webhooks/:organisationId/:token",
	summary: "Some platforms look whether the address answers before they report to it.",
	section: paymentsSection,
	access: "public",
	params: WebhookParams,
	response: heard,
	problems: ["not_found"],
});

/** The most of one payment, in minor units. why: beyond it a sum in JSON is no longer exact. */
const maxAmount = 1_000_000_000_000;
export const Amount = v.pipe(
	v.number("Enter an amount."),
	v.integer("Enter a whole number of the minor unit."),
	v.minValue(1, "The amount must be above 0."),
	v.maxValue(maxAmount, "The amount is too large."),
);

export const PaidName = requiredLine("Enter what is paid for", 100, "The name can have at most 100 characters.");
export const maxPaidLines = 20;

export const startPayment = defineEndpoint({
	method: "POST",
	path: "/payments",
	summary:
		"Start a payment for an applicant at a payment platform. Send the payer to `pageUrl`; they come back to `returnUrl`, or to a page of the portal, and the payment is verified with the platform.",
	section: paymentsSection,
	access: ["payments:u"],
	body: v.strictObject({
		candidateId: described(Id, "The id of the applicant."),
		configurationId: described(Id, "The id of the payment configuration by which is paid."),
		items: described(
			v.pipe(
				v.array(
					v.strictObject({
						name: described(PaidName, "What the line is for."),
						amount: described(Amount, "The amount of the line, in the minor unit of the currency."),
						kind: described(
							v.optional(
								v.picklist(["APPLICATION_FEE", "ACCEPTANCE_FEE", "OTHER"], "Choose what kind of fee it is."),
								"OTHER",
							),
							"What kind of fee it is: a discount code may hold for some kinds alone.",
						),
					}),
				),
				v.minLength(1, "Add at least one line."),
				v.maxLength(maxPaidLines, "There can be at most 20 lines."),
			),
			"The lines of the payment.",
		),
		currency: described(
			v.optional(v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR."), "NGN"),
			"The currency of all lines.",
		),
		addOnIds: described(
			v.optional(v.pipe(v.array(Id), v.maxLength(20, "There can be at most 20 add-ons.")), []),
			"The ids of the add-ons that are bought with it.",
		),
		discountCode: described(
			v.optional(
				v.pipe(
					v.string(),
					v.trim(),
					v.minLength(1, "Enter a code."),
					v.maxLength(60, "There is no such discount code. Check it and try again."),
				),
			),
			"A discount code. Its use is taken with the payment, and given back when the payment fails.",
		),
		returnUrl: described(
			v.optional(
				v.pipe(
					v.string(),
					v.maxLength(500),
					v.url("Enter an address."),
					v.startsWith("https://", "Enter an address that begins with https://."),
				),
			),
			"Where the payer is sent from the portal's page at the end; by default they stay there.",
		),
	}),
	example: {
		candidateId: "adaeze-okafor-2026",
		configurationId: "5d2c7a52-8f0a-4f29-9b8f-2a1f6f6a1c10",
		items: [{ name: "Acceptance fee", amount: 5_000_000 }],
	},
	response: v.object({
		id: text("The id of the payment."),
		reference: text("Our reference, by which the platform knows it."),
		amount: whole("What is to be paid, charges included, in the minor unit of the currency."),
		currency: text("The currency."),
		pageUrl: text("The platform's page."),
		pageFields: v.nullable(
			described(
				v.record(v.string(), v.string()),
				"The fields to be posted to that page; null where it is simply opened.",
			),
		),
		publicKey: text("Ends the address of the public page of the payment."),
	}),
	created: "/payments/{id}",
	problems: [
		...(["not_found", "platform_not_configured", "platform_down", "payment_refused", "add_on_unavailable"] as const),
		...(["coupon_unknown", "coupon_off", "coupon_not_begun", "coupon_expired", "coupon_used_up"] as const),
		...(["coupon_used_already", "coupon_other_application", "coupon_other_currency", "coupon_other_payment"] as const),
	],
	idempotent: true,
});

const PublicParams = v.strictObject({
	organisationId: described(OrganisationId, "The id of the institution."),
	key: described(
		v.pipe(v.string(), v.maxLength(120, "Unknown key")),
		"The key of the payment, which cannot be guessed.",
	),
});

/** What whoever holds the receipt of a payment may see of it. */
export const PublicPayment = v.object({
	reference: text("The reference of the payment."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	isReversed: flag("Whether the money went back to the payer."),
	name: text("The name of the payer."),
	application: text("The title of the application that was paid for."),
	total: whole("What was paid or is to be paid, charges included, in the minor unit of the currency."),
	currency: text("The currency."),
	platform: text("The payment platform."),
	createdAt: moment("When the payment was started."),
	paidAt: v.nullable(moment("When it was paid; null where it was not.")),
	checkedAt: v.nullable(moment("When the platform was last asked; null where it was not.")),
	pageUrl: v.nullable(text("The platform's page, on which a pending payment can still be paid; null otherwise.")),
	pageFields: v.nullable(
		described(
			v.record(v.string(), v.string()),
			"The fields to be posted to that page; null where it is simply opened.",
		),
	),
	returnUrl: v.nullable(text("Where the payer came from; null where they stay.")),
});
export type PublicPayment = v.InferOutput<typeof PublicPayment>;

export const getPublicPayment = defineEndpoint({
	method: "GET",
	path: "/public-payments/:organisationId/:key",
	summary: "What the holder of a receipt may see of a payment, to verify the receipt.",
	section: paymentsSection,
	access: "public",
	params: PublicParams,
	response: PublicPayment,
});

export const checkPublicPayment = defineEndpoint({
	method: "POST",
	path: "/public-payments/:organisationId/:key/check",
	summary: "Verify a pending payment with its platform when the payer has come back; at most every few seconds.",
	section: paymentsSection,
	access: "public",
	params: PublicParams,
	response: PublicPayment,
});

export const getPublicReceipt = defineEndpoint({
	method: "GET",
	path: "/public-payments/:organisationId/:key/receipt",
	summary:
		"The receipt of a payment for its payer as a PDF; of one that was not successful, a record that is no receipt.",
	section: paymentsSection,
	access: "public",
	params: PublicParams,
	response: file("The receipt.", "application/pdf"),
});
