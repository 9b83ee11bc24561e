import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { askProvider, isVisible, whyUnanswered } from "#worker/services/transactions/check-payment";
import { acceptPayment } from "#worker/services/transactions/exceptions/accept-payment";
import { attachApplicant } from "#worker/services/transactions/exceptions/attach-applicant";
import { attachUnknown } from "#worker/services/transactions/exceptions/attach-unknown";
import { closeException } from "#worker/services/transactions/exceptions/close-exception";
import { exceptionDetails } from "#worker/services/transactions/exceptions/exception-details";
import { leaveFailed } from "#worker/services/transactions/exceptions/leave-failed";
import { recordRefund, requestRefund } from "#worker/services/transactions/exceptions/refund-payment";
import { actionsFor, type ExceptionResolution } from "#worker/services/transactions/exceptions.contract";
import { type FoundException, findException } from "#worker/services/transactions/exceptions.queries";
import { type FoundPayment, findBooked } from "#worker/services/transactions/ledger.queries";
import { isNotAdmitted } from "#worker/services/transactions/ledger.writes";

/** Does something about an exception that is open (README.md). If two people do so at once, the second gets a problem. */
export const resolveException = async (ctx: OrgContext, id: string, asked: ExceptionResolution) => {
	const found = await findException(ctx, id);
	if (!found || !isVisible(ctx, found)) return fail("not_found");
	if (found.resolvedAt !== null) return fail("exception_resolved");
	if (!actionsFor(found).includes(asked.action)) return fail("exception_unfit");
	const done = await act(ctx, found, asked);
	if (!done.ok) return done;
	const details = await exceptionDetails(ctx, id);
	return details ? ok(details) : fail("not_found");
};

const act = async (ctx: OrgContext, exception: FoundException, asked: ExceptionResolution) => {
	if (asked.action === "dismiss" || asked.action === "keep_admission")
		return closeException(ctx, exception, { action: asked.action, resolution: asked.reason });
	const payment = exception.transactionId === null ? undefined : await findBooked(ctx, exception.transactionId);
	if (!payment) return asked.action === "attach" ? attachUnknown(ctx, exception, asked) : fail("not_found");
	switch (asked.action) {
		case "attach":
			return attachApplicant(ctx, exception, payment, asked);
		case "check":
			return checkPayment(ctx, payment);
		case "accept":
			return acceptPayment(ctx, exception, payment, asked);
		case "leave_failed":
			return leaveFailed(ctx, exception, payment, asked);
		case "refund_later":
			return requestRefund(ctx, exception, asked);
		case "refunded":
			return recordRefund(ctx, exception, asked);
		case "admission_changed":
			return confirmAdmissionChanged(ctx, exception, payment);
	}
};

/** Asks the platform; its news may resolve the exception (`record-answer.ts`). */
const checkPayment = async (ctx: OrgContext, payment: FoundPayment) =>
	whyUnanswered(payment, await askProvider(ctx, payment, "check")) ?? ok(undefined);

/** Believes it only while it is true, wherever the applicant is now: also at places that the user does not see. */
const confirmAdmissionChanged = async (ctx: OrgContext, exception: FoundException, payment: FoundPayment) => {
	const done = await closeException(ctx, exception, {
		action: "admission_changed",
		onlyIf: isNotAdmitted(ctx, payment),
		resolution: "The applicant is no longer admitted.",
	});
	return !done.ok && done.problem.code === "payment_changed" ? fail("still_admitted") : done;
};
