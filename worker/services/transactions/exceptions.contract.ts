import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { type ExceptionKind, exceptionKinds } from "#worker/contract/payment-exceptions";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { requiredLine } from "#worker/contract/text/required-line";
import { PaymentEvent, Platform, TransactionStatus } from "#worker/services/transactions/contract";
import { Amount, PaidName } from "#worker/services/transactions/taking.contract";

const section = "§7 Payments";

/** What can be done about an exception. */
export const exceptionActions = [
	...(["check", "accept", "leave_failed", "refund_later", "refunded", "attach", "keep_admission"] as const),
	...(["admission_changed", "dismiss"] as const),
] as const;
export type ExceptionAction = (typeof exceptionActions)[number];

/** What can be done about each kind, what fits best first. */
const actionsOf: Readonly<Record<ExceptionKind, readonly ExceptionAction[]>> = {
	paid_but_pending: ["check", "dismiss"],
	amount_differs: ["accept", "leave_failed", "dismiss"],
	currency_differs: ["accept", "leave_failed", "dismiss"],
	reference_differs: ["check", "dismiss"],
	paid_twice: ["refund_later", "refunded", "dismiss"],
	unknown_reference: ["attach", "dismiss"],
	no_applicant: ["attach", "dismiss"],
	reversed_after_admission: ["admission_changed", "keep_admission", "dismiss"],
	disputed: ["check", "dismiss"],
	discount_used_up: ["dismiss"],
};

/**
 * Returns what can be done about an exception. why less about a reference that a payment has learned: it has its applicant; and
 * about a payment that is successful, of which another amount was settled: a success stays.
 */
export const actionsFor = (
	{ kind, transactionId }: Pick<PaymentException, "kind" | "transactionId">,
	payment?: Pick<InvolvedPayment, "status">,
): readonly ExceptionAction[] => {
	if (kind === "unknown_reference" && transactionId !== null) return ["dismiss"];
	const actions = actionsOf[kind];
	return payment?.status === "success" ? actions.filter((action) => action !== "leave_failed") : actions;
};

const Kind = v.picklist(exceptionKinds, "Unknown kind of exception");

export const PaymentException = v.object({
	id: text("The id of the exception."),
	kind: described(Kind, "What is odd."),
	reason: text("What was expected and what arrived, as a sentence."),
	platform: text("The payment platform, such as PAYSTACK."),
	reference: text("The reference that it is about; of a payment that is not in the books, as the platform has it."),
	transactionId: v.nullable(text("The id of the payment; null where none is in the books.")),
	email: v.nullable(text("The email address of the payer; null where the payment is not in the books.")),
	amount: v.nullable(whole("What came, in the minor unit of the currency; null where it is not known.")),
	currency: v.nullable(text("The currency of what came; null where it is not known.")),
	refundOf: v.nullable(text("The id of the payment that is to be refunded; null where none is.")),
	createdAt: moment("When it was noticed."),
	resolvedAt: v.nullable(moment("When it was resolved; null while it is open.")),
	resolvedByName: v.nullable(text("Who resolved it; null where nobody did.")),
	action: v.nullable(
		text("How it was resolved, in one word: one of the actions, or `settled` by a report of the platform."),
	),
	resolution: v.nullable(text("Why, for people.")),
});
export type PaymentException = v.InferOutput<typeof PaymentException>;

const KindCount = v.object({
	kind: described(Kind, "What is odd."),
	exceptions: whole("How many there are."),
});

export const ExceptionFilter = v.strictObject({
	kind: described(v.optional(Kind), "Only exceptions of this kind."),
	platform: described(v.optional(Platform), "Only exceptions of this platform, such as PAYSTACK."),
	state: described(
		v.optional(v.picklist(["OPEN", "RESOLVED"], "The state is OPEN or RESOLVED."), "OPEN"),
		"Open exceptions, or resolved ones.",
	),
});
export type ExceptionFilter = v.InferOutput<typeof ExceptionFilter>;

export const listExceptions = defineEndpoint({
	method: "GET",
	path: "/payments/exceptions",
	summary:
		"Payments that need attention: open ones by when they were noticed, resolved ones by when they were resolved, newest first.",
	section,
	access: ["payments:r"],
	query: v.strictObject({ ...ExceptionFilter.entries, page: PageIndex, size: PageSize() }),
	response: v.object({
		...PageOf(PaymentException).entries,
		counts: described(
			v.array(KindCount),
			"How many of the state and platform there are, by kind; kinds of none are left out.",
		),
	}),
});

/** A payment that an exception is about. */
export const InvolvedPayment = v.object({
	id: text("The id of the payment."),
	reference: text("Our reference, which the platform knows it by."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	total: whole("What was asked for, charges included, in the minor unit of the currency."),
	currency: text("The currency."),
	reversedAmount: whole("What of it went back to the payer, in the minor unit of the currency."),
	name: text("The name of the payer."),
	email: text("The email address of the payer."),
	createdAt: moment("When the payment was started."),
	paidAt: v.nullable(moment("When it was paid; null where it was not.")),
});
export type InvolvedPayment = v.InferOutput<typeof InvolvedPayment>;

export const ExceptionDetails = v.object({
	...PaymentException.entries,
	actions: described(
		v.array(v.picklist(exceptionActions)),
		"What can be done about it, what fits best first; nothing about a resolved one.",
	),
	payments: described(
		v.array(InvolvedPayment),
		"The payment; of one that was paid twice, the others that paid for the same too.",
	),
	applicant: v.nullable(
		described(
			v.object({
				id: text("The id of the applicant."),
				name: text("The full name of the applicant."),
				isAdmitted: flag("Whether the applicant is admitted."),
			}),
			"The applicant that was paid for; null where none is known.",
		),
	),
	privilegesElsewhere: described(
		v.array(v.string()),
		"The privilege to resolve exceptions, where the user holds it only at places to which the payment does not belong.",
	),
	ledger: described(v.array(PaymentEvent), "The last 50 lines of the ledger about the payment, the newest first."),
});
export type ExceptionDetails = v.InferOutput<typeof ExceptionDetails>;

export const getException = defineEndpoint({
	method: "GET",
	path: "/payments/exceptions/:id",
	summary: "One exception with its payments and their ledger.",
	section,
	access: ["payments:r"],
	params: IdParams,
	response: ExceptionDetails,
});

const Reason = requiredLine("Enter a reason", 300, "The reason can have at most 300 characters.");
const reason = described(Reason, "Why. It is kept in the ledger.");
const act = <A extends ExceptionAction, E extends v.ObjectEntries>(action: A, does: string, entries: E) =>
	v.strictObject({ action: described(v.literal(action), does), ...entries });

/** What is done about an exception. */
export const ExceptionResolution = v.variant("action", [
	act("check", "Asks the platform now; what it says may resolve the exception.", {}),
	act("accept", "Takes what was really paid as the payment, which becomes successful.", {
		amount: described(
			v.optional(Amount),
			"What was really paid, in the minor unit; needed where the platform does not name it. Where it does, nothing is accepted if it is another amount.",
		),
		reason,
	}),
	act("leave_failed", "Leaves the payment failed.", { reason }),
	act("refund_later", "Marks a payment as to be refunded at its platform. The exception stays open until it was.", {
		transactionId: described(Id, "The id of the payment that is to be refunded."),
		reason,
	}),
	act("refunded", "Records that a payment was refunded at its platform, whole.", {
		transactionId: described(Id, "The id of the payment that was refunded."),
		reason,
	}),
	act("attach", "Gives the payment its applicant. One that is not in the books is booked as the platform has it.", {
		candidateId: described(Id, "The id of the applicant."),
		lineName: described(v.optional(PaidName), "What a payment that is not in the books was for; by default Fee."),
		amount: described(
			v.optional(Amount),
			"What was paid, in the minor unit; needed where the platform does not name it.",
		),
		currency: described(
			v.optional(v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR.")),
			"The currency; needed where the platform does not name it.",
		),
	}),
	act("keep_admission", "Leaves the applicant admitted.", { reason }),
	act("admission_changed", "Says that the applicant is no longer admitted.", {}),
	act("dismiss", "Closes the exception; nothing else follows.", { reason }),
]);
export type ExceptionResolution = v.InferOutput<typeof ExceptionResolution>;

export const resolveException = defineEndpoint({
	method: "POST",
	path: "/payments/exceptions/:id/resolution",
	summary: "Resolve an exception by an action. What it does to the payment is in the ledger.",
	section,
	access: ["payments:u"],
	params: IdParams,
	body: ExceptionResolution,
	example: { action: "dismiss", reason: "The bank has confirmed that nothing was paid." },
	response: ExceptionDetails,
	problems: [
		...(["not_found", "exception_resolved", "exception_unfit", "exception_amount_needed", "still_admitted"] as const),
		...(["platform_down", "platform_not_configured", "payment_refused", "platform_knows_none"] as const),
		...(["applicant_unknown", "payment_not_involved", "payment_changed"] as const),
	],
	idempotent: true,
});
