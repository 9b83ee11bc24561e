import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { releaseCodes } from "#worker/services/coupons/writes";
import { settleExceptions } from "#worker/services/transactions/exception.writes";
import { type Asked, closeException } from "#worker/services/transactions/exceptions/close-exception";
import type { FoundException } from "#worker/services/transactions/exceptions.queries";
import type { FoundPayment } from "#worker/services/transactions/ledger.queries";
import { aboutPayment, amendPayment, isUnchanged } from "#worker/services/transactions/ledger.writes";

/** Leaves a payment failed; should its platform say later that it was paid as asked, it counts. */
export const leaveFailed = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	{ action, reason }: Asked<"leave_failed">,
) => {
	if (payment.status === "success") return fail("payment_changed");
	const isNew = payment.status !== "failed";
	const note = `The payment is left failed: ${reason}`;
	return closeException(ctx, exception, {
		action,
		resolution: reason,
		onlyIf: isUnchanged(ctx, payment),
		note,
		writes: [
			amendPayment(ctx, payment.id, { status: "failed", dueAt: null }),
			...settleExceptions(ctx, [payment.id], ["paid_but_pending"], note),
			...(isNew ? [releaseCodes(ctx, [payment.id])] : []),
		],
		further: isNew ? [{ type: "payment.failed", payload: aboutPayment(payment) }] : [],
	});
};
