import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import type { Write } from "#worker/database/commit";
import { isDiscountGone, reclaimCodes } from "#worker/services/coupons/writes";
import { organisationById } from "#worker/services/organisation/queries";
import {
	discountGone,
	exceptionAbout,
	noApplicant,
	paidTwice,
	voidOncePaid,
} from "#worker/services/transactions/book-answers";
import {
	noteSettledOtherwise,
	settleAmount,
	settleExceptions,
	writeException,
} from "#worker/services/transactions/exception.writes";
import { type Asked, closeException } from "#worker/services/transactions/exceptions/close-exception";
import type { FoundException } from "#worker/services/transactions/exceptions.queries";
import { type FoundPayment, lastWord } from "#worker/services/transactions/ledger.queries";
import { aboutPayment, amendPayment, isPaidTwice, isUnchanged } from "#worker/services/transactions/ledger.writes";
import { settlePaidAgain } from "#worker/services/transactions/writes";

/**
 * Makes what was really paid the payment: its lines, its amount and its currency, so that they agree with the platform's
 * books and the sums of the day.
 */
export const acceptPayment = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	{ action, reason, ...asked }: Asked<"accept">,
) => {
	// why: a settlement file or another answer may have named another amount since the user read this one.
	if (exception.amount !== null && asked.amount !== undefined && asked.amount !== exception.amount)
		return fail("payment_changed");
	const paidAmount = exception.amount ?? asked.amount;
	if (paidAmount === undefined)
		return fail("exception_amount_needed", { fields: { amount: ["Enter what was really paid."] } });
	const currency = exception.currency ?? payment.currency;
	const [[organisation], says] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		lastWord(ctx, payment.id),
	]);
	const asItWas = formatMoney(payment.amount + payment.gatewayCharge, payment.currency);
	const isSameCurrency = currency === payment.currency;
	const gatewayCharge = isSameCurrency && paidAmount > payment.gatewayCharge ? payment.gatewayCharge : 0;
	const amount = paidAmount - gatewayCharge;
	const difference = amount - payment.amount;
	const lines = payment.items.map(({ name }) => name).join(", ");
	const items = isSameCurrency
		? [...payment.items, { name: `Paid ${difference < 0 ? "less" : "more"} than asked`, amount: difference, currency }]
		: [{ name: `${lines} (${asItWas} was asked for)`.slice(0, 200), amount, currency }];
	const isNew = payment.status !== "success";
	const paidAt = says?.paidAt ?? ctx.now();
	const priced = { amount, gatewayCharge, currency, items };
	const accepted = { ...payment, ...priced };
	const note = `${formatMoney(paidAmount, currency)} was accepted instead of ${asItWas}: ${reason}`;
	return closeException(ctx, exception, {
		action,
		resolution: reason,
		onlyIf: isUnchanged(ctx, payment),
		note,
		writes: [
			amendPayment(ctx, payment.id, {
				...priced,
				paidAmount,
				dueAt: null,
				...(says && says.fee !== null && { fee: says.fee }),
				...(isNew && { status: "success", paidAt, paidDay: formatDateInput(paidAt, organisation?.timeZone ?? "UTC") }),
			}),
			...(isNew
				? consequencesOf(ctx, accepted, note)
				: settleAmount(ctx, payment.id, { amount: paidAmount, currency }, note)),
			noteSettledOtherwise(ctx, [payment.id]),
		],
		further: isNew ? [{ type: "payment.succeeded", payload: aboutPayment(accepted) }] : [],
	});
};

/** Returns what follows when a payment becomes successful by what staff say. */
const consequencesOf = (ctx: OrgContext, payment: FoundPayment, note: string): Write[] => [
	reclaimCodes(ctx, [payment.id]),
	writeException(ctx, exceptionAbout(ctx, payment, discountGone), isDiscountGone(ctx, payment.id)),
	...settleExceptions(ctx, [payment.id], voidOncePaid, note),
	...(payment.applicantId === null
		? [writeException(ctx, exceptionAbout(ctx, payment, noApplicant))]
		: [
				writeException(ctx, exceptionAbout(ctx, payment, paidTwice), isPaidTwice(ctx, payment.id)),
				settlePaidAgain(ctx, [payment.id]),
			]),
];
