import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { commit } from "#worker/database/commit";
import { organisationById } from "#worker/services/organisation/queries";
import { settleReturned } from "#worker/services/transactions/book-answers";
import { noteRefund } from "#worker/services/transactions/exception.writes";
import { type Asked, closeException, writeDeskLine } from "#worker/services/transactions/exceptions/close-exception";
import { type FoundException, involvedPayments } from "#worker/services/transactions/exceptions.queries";
import { findBooked } from "#worker/services/transactions/ledger.queries";
import { aboutPayment, amendPayment, isUnchanged, writeReversal } from "#worker/services/transactions/ledger.writes";

/** Finds the payment that was chosen among those for the same. */
const findRefunded = async (ctx: OrgContext, exception: FoundException, chosen: string) => {
	const involved = await involvedPayments(ctx, exception.transactionId ?? "", { twins: true });
	const payment = involved.some(({ id }) => id === chosen) ? await findBooked(ctx, chosen) : undefined;
	return payment?.status === "success" ? payment : undefined;
};

/** Notes that one of the payments for the same is to be refunded at its platform. */
export const requestRefund = async (
	ctx: OrgContext,
	exception: FoundException,
	{ action, transactionId, reason }: Asked<"refund_later">,
) => {
	const payment = await findRefunded(ctx, exception, transactionId);
	if (!payment) return fail("payment_not_involved");
	const { platform, reference } = payment;
	const note = `To be refunded at the platform: ${reason}`;
	const committed = await commit(ctx, {
		guarded: { write: noteRefund(ctx, exception.id, transactionId), expectedChanges: 1 },
		writes: [writeDeskLine(ctx, { transactionId, platform, outcome: action, note })],
		event: {
			type: "payment_exception.refund_requested",
			payload: { exceptionId: exception.id, kind: exception.kind, reference },
		},
	});
	return committed ? ok(undefined) : fail("exception_resolved");
};

/** Records that one of the payments for the same was refunded: a reversal of what is left of it. */
export const recordRefund = async (
	ctx: OrgContext,
	exception: FoundException,
	{ action, transactionId, reason }: Asked<"refunded">,
) => {
	const payment = await findRefunded(ctx, exception, transactionId);
	if (!payment) return fail("payment_not_involved");
	const total = payment.amount + payment.gatewayCharge;
	const amount = total - payment.reversedAmount;
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	return closeException(ctx, exception, {
		action,
		resolution: reason,
		onlyIf: isUnchanged(ctx, payment),
		note: `${formatMoney(total, payment.currency)} of ${payment.reference} was refunded at the platform: ${reason}`,
		writes:
			amount === 0
				? []
				: [
						amendPayment(ctx, payment.id, { reversedAmount: total }),
						writeReversal(ctx, {
							id: ctx.newId(),
							payment,
							reversed: { amount, total },
							day: formatDateInput(ctx.now(), organisation?.timeZone ?? "UTC"),
							description: `Refunded at the platform, as staff say: ${reason}`,
						}),
						...settleReturned(ctx, payment, `${payment.reference} was refunded: ${reason}`),
					],
		further: amount === 0 ? [] : [{ type: "payment.reversed", payload: aboutPayment(payment) }],
	});
};
