import type { OrgContext } from "#worker/context";
import { noConfigsOf } from "#worker/contract/payment-platforms";
import { fail, ok, type Result } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { commit, type EventToCommit, type Write } from "#worker/database/commit";
import { hasCourse } from "#worker/database/scope";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { isDiscountGone, reclaimCodes, releaseCodes } from "#worker/services/coupons/writes";
import { organisationById } from "#worker/services/organisation/queries";
import { attachUnknown } from "#worker/services/transactions/attach-unknown";
import { discountGone, voidOncePaid } from "#worker/services/transactions/book-answers";
import { askProvider, isVisible } from "#worker/services/transactions/check-payment";
import {
	type NewException,
	noteRefund,
	resolveException as resolve,
	settleExceptions,
	writeException,
} from "#worker/services/transactions/exception.writes";
import { exceptionDetails } from "#worker/services/transactions/exception-details";
import {
	actionsOf,
	type ExceptionAction,
	type ExceptionResolution,
} from "#worker/services/transactions/exceptions.contract";
import { type FoundException, findException, involvedPayments } from "#worker/services/transactions/exceptions.queries";
import { type FoundPayment, findBooked, lastWord } from "#worker/services/transactions/ledger.queries";
import {
	aboutPayment,
	amendPayment,
	isNotAdmitted,
	isPaidTwice,
	isUnchanged,
	writeLedgerLine,
	writeReversal,
} from "#worker/services/transactions/ledger.writes";
import { paidBy, settleOncePaid } from "#worker/services/transactions/writes";

type Asked<A extends ExceptionAction> = Extract<ExceptionResolution, { action: A }>;

/** Does something about an exception that is open (README.md). Two people at once: the second one is told. */
export const resolveException = async (ctx: OrgContext, id: string, asked: ExceptionResolution) => {
	const found = await findException(ctx, id);
	if (!found || !isVisible(ctx, found)) return fail("not_found");
	if (found.resolvedAt !== null) return fail("exception_resolved");
	if (!actionsOf[found.kind].includes(asked.action)) return fail("exception_unfit");
	const done = await act(ctx, found, asked);
	if (!done.ok) return done;
	const details = await exceptionDetails(ctx, id);
	return details ? ok(details) : fail("not_found");
};

const act = async (ctx: OrgContext, exception: FoundException, asked: ExceptionResolution) => {
	const payment = exception.transactionId === null ? undefined : await findBooked(ctx, exception.transactionId);
	switch (asked.action) {
		case "dismiss":
			return close(ctx, exception, { action: asked.action, resolution: asked.reason });
		case "keep_admission":
			return close(ctx, exception, { action: asked.action, resolution: asked.reason });
		case "attach":
			return payment
				? attach(ctx, exception, payment, asked)
				: attachUnknown(ctx, exception, asked, (more) => close(ctx, exception, more));
		case "check":
			return payment ? check(ctx, payment) : fail("not_found");
		case "accept":
			return payment ? accept(ctx, exception, payment, asked) : fail("not_found");
		case "leave_failed":
			return payment ? leaveFailed(ctx, exception, payment, asked) : fail("not_found");
		case "refund_later":
		case "refunded":
			return payment ? refund(ctx, exception, asked) : fail("not_found");
		case "admission_changed":
			return payment ? admissionChanged(ctx, exception, payment) : fail("not_found");
	}
};

export interface Closing {
	action: ExceptionAction;
	resolution: string;
	/** What the ledger says; the resolution unless it says more. */
	note?: string;
	/** Must hold as well: otherwise the payment has changed. */
	onlyIf?: ReturnType<typeof isUnchanged>;
	/** The payment whose ledger it is written to; that of the exception otherwise. */
	transactionId?: string;
	/** The course by which the payment is seen from now on. */
	courseId?: string;
	writes?: readonly Write[];
	further?: readonly EventToCommit[];
}

/** Resolves an exception together with what follows from it, unless somebody was faster. */
const close = async (
	ctx: OrgContext,
	{ id, kind, reference, platform, ...exception }: FoundException,
	{ action, resolution, note = resolution, onlyIf, writes = [], further = [], ...more }: Closing,
): Promise<Result<undefined, "exception_resolved" | "payment_changed">> => {
	const { transactionId = exception.transactionId, courseId } = more;
	const line = writeLedgerLine(ctx, {
		id: ctx.newId(),
		transactionId,
		platform,
		source: "desk",
		actor: ctx.actor,
		exchanges: [],
		says: null,
		outcome: action,
		note,
	});
	const committed = await commit(ctx, {
		guarded: {
			write: resolve(
				ctx,
				id,
				{ action, resolution, by: ctx.actor },
				{ onlyIf, more: { ...(transactionId && { transactionId }), ...(courseId && { courseId }) } },
			),
			expectedChanges: 1,
		},
		writes: [line, ...writes],
		event: { type: "payment_exception.resolved", payload: { exceptionId: id, kind, reference } },
		further,
	});
	if (committed) return ok(undefined);
	const now = await findException(ctx, id);
	return fail(now?.resolvedAt === null ? "payment_changed" : "exception_resolved");
};

/** Asks the platform; its news may resolve the exception (`record-answer.ts`). */
const check = async (ctx: OrgContext, payment: FoundPayment) => {
	const verdict = await askProvider(ctx, payment, "check");
	if (!verdict) return fail("platform_not_configured", { message: noConfigsOf(payment.platform) });
	return verdict.outcome === "unavailable" ? fail("platform_down") : ok(undefined);
};

/**
 * Makes what was really paid the payment: its lines, its amount and its currency, so that they agree with the platform's
 * books and the sums of the day.
 */
const accept = async (ctx: OrgContext, exception: FoundException, payment: FoundPayment, asked: Asked<"accept">) => {
	const paid = exception.amount ?? asked.amount;
	if (paid === undefined)
		return fail("exception_amount_needed", { fields: { amount: ["Enter what was really paid."] } });
	const currency = exception.currency ?? payment.currency;
	const [[organisation], says] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		lastWord(ctx, payment.id),
	]);
	const asItWas = formatMoney(payment.amount + payment.gatewayCharge, payment.currency);
	const shown = formatMoney(paid, currency);
	const isSameCurrency = currency === payment.currency;
	const gatewayCharge = isSameCurrency && paid > payment.gatewayCharge ? payment.gatewayCharge : 0;
	const amount = paid - gatewayCharge;
	const difference = amount - payment.amount;
	const lines = payment.items.map(({ name }) => name).join(", ");
	const items = isSameCurrency
		? [...payment.items, { name: `Paid ${difference < 0 ? "less" : "more"} than asked`, amount: difference, currency }]
		: [{ name: `${lines} (${asItWas} was asked for)`.slice(0, 200), amount, currency }];
	const isNew = payment.status !== "success";
	const paidAt = says?.paidAt ?? ctx.now();
	const accepted = { ...payment, amount, gatewayCharge, currency, items };
	const note = `${shown} was accepted instead of ${asItWas}: ${asked.reason}`;
	return close(ctx, exception, {
		action: asked.action,
		resolution: asked.reason,
		onlyIf: isUnchanged(ctx, payment),
		note,
		writes: [
			amendPayment(ctx, payment.id, {
				amount,
				gatewayCharge,
				currency,
				items,
				paidAmount: paid,
				dueAt: null,
				...(says && says.fee !== null && { fee: says.fee }),
				...(isNew && { status: "success", paidAt, paidDay: formatDateInput(paidAt, organisation?.timeZone ?? "UTC") }),
			}),
			...(isNew
				? [
						reclaimCodes(ctx, [payment.id]),
						writeException(ctx, exceptionOf(ctx, accepted, discountGone), isDiscountGone(ctx, payment.id)),
						...settleExceptions(ctx, [payment.id], voidOncePaid, note),
					]
				: []),
			...(isNew ? [payment.applicantId === null ? noteNoApplicant(ctx, accepted) : noteTwice(ctx, accepted)] : []),
		],
		further: isNew ? [{ type: "payment.succeeded", payload: aboutPayment(accepted) }] : [],
	});
};

const exceptionOf = (
	ctx: OrgContext,
	payment: FoundPayment,
	about: Pick<NewException, "kind" | "reason">,
): NewException => ({
	id: ctx.newId(),
	...about,
	subject: payment.id,
	transactionId: payment.id,
	platform: payment.platform,
	reference: payment.reference,
	courseId: payment.courseId,
	amount: payment.amount + payment.gatewayCharge,
	currency: payment.currency,
});

const noteNoApplicant = (ctx: OrgContext, payment: FoundPayment): Write =>
	writeException(
		ctx,
		exceptionOf(ctx, payment, { kind: "no_applicant", reason: "It was paid for no applicant that is known." }),
	);

/** Notes that an applicant has paid for the same before, if so. */
const noteTwice = (ctx: OrgContext, payment: FoundPayment): Write =>
	writeException(
		ctx,
		exceptionOf(ctx, payment, { kind: "paid_twice", reason: "The applicant has paid for the same before." }),
		isPaidTwice(ctx, payment.id),
	);

const leaveFailed = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	{ action, reason }: Asked<"leave_failed">,
) => {
	if (payment.status === "success") return fail("payment_changed");
	const isNew = payment.status !== "failed";
	const note = `The payment is left failed: ${reason}`;
	return close(ctx, exception, {
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

/** Notes that one of the payments for the same is to be refunded, or that it was: a reversal of what is left of it. */
const refund = async (
	ctx: OrgContext,
	exception: FoundException,
	{ action, transactionId, reason }: Asked<"refund_later" | "refunded">,
) => {
	const involved = await involvedPayments(ctx, exception.transactionId ?? "", { twins: true });
	const payment = involved.some(({ id }) => id === transactionId) ? await findBooked(ctx, transactionId) : undefined;
	if (payment?.status !== "success") return fail("payment_not_involved");
	if (action === "refund_later") {
		const committed = await commit(ctx, {
			guarded: { write: noteRefund(ctx, exception.id, transactionId), expectedChanges: 1 },
			writes: [
				writeLedgerLine(ctx, {
					id: ctx.newId(),
					transactionId,
					platform: payment.platform,
					source: "desk",
					actor: ctx.actor,
					exchanges: [],
					says: null,
					outcome: action,
					note: `To be refunded at the platform: ${reason}`,
				}),
			],
			event: {
				type: "payment_exception.refund_requested",
				payload: { exceptionId: exception.id, kind: exception.kind, reference: payment.reference },
			},
		});
		return committed ? ok(undefined) : fail("exception_resolved");
	}
	const whole = payment.amount + payment.gatewayCharge;
	const amount = whole - payment.reversedAmount;
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	return close(ctx, exception, {
		action,
		resolution: reason,
		onlyIf: isUnchanged(ctx, payment),
		note: `${formatMoney(whole, payment.currency)} of ${payment.reference} was refunded at the platform: ${reason}`,
		writes:
			amount === 0
				? []
				: [
						amendPayment(ctx, payment.id, { reversedAmount: whole }),
						writeReversal(ctx, {
							id: ctx.newId(),
							payment,
							reversed: { amount, total: whole },
							day: formatDateInput(ctx.now(), organisation?.timeZone ?? "UTC"),
							description: `Refunded at the platform, as staff say: ${reason}`,
						}),
						settleOncePaid(ctx, paidBy(ctx, payment.applicantId), `The other payment was refunded: ${reason}`),
					],
		further: amount === 0 ? [] : [{ type: "payment.reversed", payload: aboutPayment(payment) }],
	});
};

/** Gives a payment of the books its applicant, with their application and course. */
const attach = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	{ action, candidateId }: Asked<"attach">,
) => {
	const applicant = await findApplicant(ctx, candidateId);
	// why: otherwise a role at a place could hand its payments to any applicant of the institution.
	if (!applicant || !hasCourse(ctx.scope, applicant.course.id)) return fail("applicant_unknown");
	const { applicationId, course } = applicant;
	return close(ctx, exception, {
		action,
		onlyIf: isUnchanged(ctx, payment),
		courseId: course.id,
		resolution: `It was paid for ${applicant.applicationNumber}.`,
		writes: [
			amendPayment(ctx, payment.id, { applicantId: applicant.id, applicationId, courseId: course.id }),
			...(payment.status === "success" ? [noteTwice(ctx, { ...payment, courseId: course.id })] : []),
		],
	});
};

/** Believes it only while it is true, wherever the applicant is now: also at places that the user does not see. */
const admissionChanged = async (ctx: OrgContext, exception: FoundException, payment: FoundPayment) => {
	const done = await close(ctx, exception, {
		action: "admission_changed",
		onlyIf: isNotAdmitted(ctx, payment),
		resolution: "The applicant is no longer admitted.",
	});
	return !done.ok && done.problem.code === "payment_changed" ? fail("still_admitted") : done;
};
