import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import type { ExceptionAction } from "#worker/services/transactions/exceptions.contract";

/** What each kind of exception is called. */
export const kindLabels: Readonly<Record<ExceptionKind, string>> = {
	paid_but_pending: "Paid but pending",
	amount_differs: "Another amount",
	currency_differs: "Another currency",
	reference_differs: "Another reference",
	paid_twice: "Paid twice",
	unknown_reference: "Unknown reference",
	no_applicant: "No applicant",
	reversed_after_admission: "Reversed after admission",
	disputed: "Disputed",
	discount_used_up: "Discount used up",
};

/** What each kind means, and what to do first. */
export const kindHelp: Readonly<Record<ExceptionKind, string>> = {
	paid_but_pending: "The platform has reported the payment as paid, but does not confirm it. Ask the platform again.",
	amount_differs:
		"The payer paid another amount than was asked for, or the platform paid another one out. Decide whether it counts as paid.",
	currency_differs:
		"The payer paid in another currency than was asked for, or the platform paid out in another one. Decide whether it counts as paid.",
	reference_differs: "The platform answered about another payment. Ask it again.",
	paid_twice: "The applicant has paid for the same more than once. Refund one of the payments at the platform.",
	unknown_reference: "The platform reported a payment that is not in the books. Find out who it is for.",
	no_applicant: "Somebody paid, and it is not known for which applicant.",
	reversed_after_admission: "The money went back to the payer, and the applicant is admitted.",
	disputed: "The payer disputes the payment at their bank. Answer the dispute at the platform before it decides.",
	discount_used_up:
		"The payer took so long that the discount code was given to others, and paid with the discount all the same. Decide whether it stands.",
};

/** The buttons of the actions. */
export const actionLabels: Readonly<Record<ExceptionAction, string>> = {
	check: "Check status now",
	accept: "Accept what was paid",
	leave_failed: "Leave failed",
	refund_later: "Mark as to be refunded",
	refunded: "Record the refund",
	attach: "Attach to applicant",
	keep_admission: "Keep the admission",
	admission_changed: "The stage was changed",
	dismiss: "Dismiss",
};

/** What each action does. */
export const actionHelp: Readonly<Record<ExceptionAction, string>> = {
	check: "Asks the platform for the status of the payment, which may resolve this.",
	accept: "The payment is successful with what was really paid; the difference becomes a line of it.",
	leave_failed: "The payment counts as not paid. Should the platform say later that it was paid as asked, it counts.",
	refund_later: "Refund it at the platform. This closes by itself when the platform reports the refund.",
	refunded: "For a platform that does not report refunds: the whole payment is recorded as returned to the payer.",
	attach: "The payment belongs to the applicant from now on.",
	keep_admission: "The applicant stays admitted.",
	admission_changed: "Change the applicant's stage first.",
	dismiss: "Closes this. Nothing follows for the payment.",
};

/** What was done, of a resolved exception. */
export const doneLabels: Readonly<Record<string, string>> = {
	settled: "Settled by the platform",
	accept: "Accepted as paid",
	leave_failed: "Left failed",
	refunded: "Refund recorded",
	attach: "Attached to an applicant",
	keep_admission: "Admission kept",
	admission_changed: "Stage changed",
	dismiss: "Dismissed",
};
