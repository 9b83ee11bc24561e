import type { RequestContext } from "#worker/context";
import type { PaymentSource } from "#worker/contract/payment-sources";
import { formatDateInput } from "#worker/contract/text/dates";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { type CommitContext, commit, type EventToCommit, type Write } from "#worker/database/commit";
import type { Answered, ProviderPayment } from "#worker/gateways/payments/port";
import { isDiscountGone, reclaimCodes, releaseCodes } from "#worker/services/coupons/writes";
import {
	type NewException,
	noteSettledOtherwise,
	paymentNoted,
	settleExceptions,
	settleUnknown,
	writeException,
	writeExceptions,
} from "#worker/services/transactions/exception.writes";
import { nextCheckAt, type Verdict, wholeOf } from "#worker/services/transactions/judge-answer";
import type { FoundPayment } from "#worker/services/transactions/ledger.queries";
import {
	aboutPayment,
	type Checked,
	changePayments,
	isAdmittedUnpaid,
	isPaidTwice,
	keepLearned,
	type Learned,
	writeLedgerLines,
	writeReversal,
} from "#worker/services/transactions/ledger.writes";
import { paidBy, settleOncePaid, settlePaidAgain } from "#worker/services/transactions/writes";

/** The context in which the ledger is written: of a request, or of background work. */
export type LedgerContext = CommitContext & Pick<RequestContext, "env">;

/** An answer about a payment, and what follows from it. */
export interface Judged {
	payment: FoundPayment;
	answered: Answered<ProviderPayment>;
	verdict: Verdict;
}

interface Institution {
	timeZone: string;
	searchKey: string;
}

/**
 * Writes answers about different payments in one commit, with what follows from them.
 * @returns false, and nothing is written, when somebody has changed one of the payments
 */
export const bookAnswers = async (
	ctx: LedgerContext,
	judged: readonly Judged[],
	how: { source: PaymentSource; organisation: Institution },
): Promise<boolean> => {
	const { source, organisation } = how;
	const { watched = [], quiet = [] } = Object.groupBy(judged, (one) =>
		eventsOf(one).length > 0 ? "watched" : "quiet",
	);
	const change = (some: readonly Judged[]) =>
		changePayments(
			ctx,
			some.map((one) => ({ payment: one.payment, changed: changesOf(ctx, one, how) })),
			source === "schedule",
		);
	const line = writeLedgerLines(ctx, { source, actor: ctx.actor, lines: judged.map((one) => lineOf(ctx, one)) });
	const learned = quiet.flatMap((one) => {
		const added = learnedOf(one, organisation);
		return Object.keys(added).length > 0 ? [{ ...added, id: one.payment.id }] : [];
	});
	// why beside the change of those that no guard keeps: somebody may be faster, and nobody asks about a paid one again.
	const kept = learned.length > 0 ? [keepLearned(ctx, learned)] : [];
	const writes = [
		...kept,
		line,
		...consequencesOf(ctx, judged),
		...judged.flatMap((one) => rareOf(ctx, one, organisation)),
	];
	const [event, ...further] = watched.flatMap(eventsOf);
	// why no event: of a thousand checks nearly all find nothing new, and nobody watches that.
	if (!event) {
		await ctx.db.batch([change(quiet), ...writes]);
		return true;
	}
	const committed = await commit(ctx, {
		guarded: { write: change(watched), expectedChanges: watched.length },
		writes: [...(quiet.length > 0 ? [change(quiet)] : []), ...writes],
		event,
		further,
	});
	return committed !== undefined;
};

const saysOf = ({ answered }: Judged): ProviderPayment | null => (answered.ok ? answered.value : null);
/** The names by which a payment is known: those of the books, and those that the platform has added. */
const namesOf = (one: Judged) => {
	const { rrr, providerReference } = one.payment;
	const says = saysOf(one);
	return { rrr: rrr ?? says?.rrr ?? null, providerReference: providerReference ?? says?.providerReference ?? null };
};
/** The names that the platform has added with this. */
const newNamesOf = (one: Judged): string[] => {
	const { rrr, providerReference } = namesOf(one);
	return [
		...(one.payment.rrr === null && rrr !== null ? [rrr] : []),
		...(one.payment.providerReference === null && providerReference !== null ? [providerReference] : []),
	];
};
const becomes = ({ payment, verdict: { status } }: Judged, wanted: Verdict["status"]): boolean =>
	status === wanted && status !== payment.status;
const isPaidNow = (one: Judged): boolean => becomes(one, "success");
const isFailedNow = (one: Judged): boolean => becomes(one, "failed");
const isWholeBack = ({ payment, verdict: { reversed } }: Judged): boolean =>
	reversed !== undefined && reversed.total >= wholeOf(payment);

/** A payer who has left the platform's page may come back for so long, and pays with the discount that they were promised. */
const keptWhenLeftMs = 3_600_000;
/** A payment that stays pending keeps its use of a discount code for so long, whatever its platform says. */
const keptAtMostMs = 3 * 86_400_000;

/** Checks whether a payment keeps its use of a discount code no longer, although it is neither paid nor failed. */
const isGivenUp = (ctx: LedgerContext, one: Judged): boolean => {
	const { payment, verdict } = one;
	if ((verdict.status ?? payment.status) !== "pending") return false;
	return ctx.now() - payment.createdAt >= (saysOf(one)?.isLeft ? keptWhenLeftMs : keptAtMostMs);
};

/** Checks whether something was taken off a payment: others have no use of a discount code. */
const isDiscounted = ({ items }: Pick<FoundPayment, "items">): boolean => items.some(({ amount }) => amount < 0);

/** Returns when a payment is asked about next; null for never. */
const nextDueAt = (
	ctx: LedgerContext,
	{ payment, answered, verdict }: Judged,
	source: PaymentSource,
): number | null => {
	const { status = payment.status } = verdict;
	// why also when the platform is down: a paid one is asked about because of news, which must not be lost.
	if (status !== "pending" && (answered.ok || answered.code !== "unavailable")) return null;
	// why: a payer who waits at the page asks every few seconds, and must not use up the checks of the days to come.
	if (source !== "schedule" && payment.dueAt !== null) return payment.dueAt;
	return nextCheckAt(payment.checks, ctx.now(), answered.ok ? null : answered.retryAfterMs);
};

/** What an answer adds to a payment in whatever state that is: its names at the platform, and what the platform keeps of it. */
const learnedOf = (one: Judged, { searchKey }: Institution): Learned => {
	const { payment } = one;
	const references = namesOf(one);
	const fee = saysOf(one)?.fee ?? null;
	return {
		...(newNamesOf(one).length > 0 && {
			...references,
			searchText: paymentSearchText(searchKey, { ...payment, ...references }),
		}),
		...(fee !== null && fee !== payment.fee && { fee }),
	};
};

const changesOf = (
	ctx: LedgerContext,
	one: Judged,
	{ source, organisation }: { source: PaymentSource; organisation: Institution },
): Checked => {
	const { payment, verdict } = one;
	const says = saysOf(one);
	const { status = payment.status, reversed } = verdict;
	const paidAt = says?.paidAt ?? ctx.now();
	return {
		...(says && { providerStatus: says.saysStatus }),
		...learnedOf(one, organisation),
		...(status !== payment.status && { status }),
		...(isPaidNow(one) && {
			paidAt,
			paidDay: formatDateInput(paidAt, organisation.timeZone),
			paidAmount: says?.paidAmount ?? says?.amount ?? wholeOf(payment),
		}),
		...(reversed !== undefined && { reversedAmount: reversed.total }),
		dueAt: nextDueAt(ctx, one, source),
	};
};

const lineOf = (ctx: LedgerContext, one: Judged) => {
	const { payment, answered, verdict } = one;
	return {
		id: ctx.newId(),
		transactionId: payment.id,
		platform: payment.platform,
		key: null,
		exchanges: answered.exchanges,
		says: saysOf(one),
		outcome: verdict.outcome,
		note: verdict.note,
	};
};

/** What is odd, and why, for people. */
type Oddity = Pick<NewException, "kind" | "reason">;

/** Returns an exception about a payment of the books, with what was asked for. */
export const exceptionAbout = (
	{ newId }: Pick<LedgerContext, "newId">,
	{ id, platform, reference, courseId, currency, ...payment }: FoundPayment,
	oddity: Oddity,
): NewException => ({
	id: newId(),
	...oddity,
	subject: id,
	transactionId: id,
	platform,
	reference,
	courseId,
	amount: payment.amount + payment.gatewayCharge,
	currency,
});

/** Returns the same with what the platform says. */
const exceptionOf = (ctx: LedgerContext, one: Judged, oddity: Oddity): NewException => {
	const about = exceptionAbout(ctx, one.payment, oddity);
	const says = saysOf(one);
	// why: a payer may dispute a payment again, which is news although the first dispute was resolved.
	const dispute = oddity.kind === "disputed" ? says?.dispute : undefined;
	return {
		...about,
		...(dispute && { subject: `${about.subject} ${dispute.id}` }),
		...(says && { amount: says.amount, currency: says.currency ?? about.currency }),
	};
};

/** What the platform's plain answer about a payment makes void. */
export const voidOncePaid = [
	"amount_differs",
	"currency_differs",
	"reference_differs",
	"paid_but_pending",
	"unknown_reference",
] as const;

/** What is odd about a payment with a discount that others have by now. */
export const discountGone = {
	kind: "discount_used_up",
	reason: "It was paid with a discount code whose use had been given back, and no use is left.",
} as const;

export const paidTwice = { kind: "paid_twice", reason: "The applicant has paid for the same before." } as const;
export const noApplicant = { kind: "no_applicant", reason: "It was paid for no applicant that is known." } as const;

/** Returns what follows when payments are paid, fail or are given up: one statement for all of them. */
const consequencesOf = (ctx: LedgerContext, judged: readonly Judged[]): Write[] => {
	const idsOf = (some: readonly Judged[]) => some.map(({ payment }) => payment.id);
	const [paid, failed] = [judged.filter(isPaidNow), judged.filter(isFailedNow)];
	const settle = (some: readonly Judged[], kinds: Parameters<typeof settleExceptions>[2]) =>
		[...Map.groupBy(some, ({ verdict }) => verdict.note)].flatMap(([note, same]) =>
			settleExceptions(ctx, idsOf(same), kinds, note),
		);
	const noted = (some: readonly Judged[], oddity: Oddity) => some.map((one) => exceptionOf(ctx, one, oddity));
	const forNobody = paid.filter(({ payment }) => payment.applicantId === null);
	const ofApplicants = paid.filter(({ payment }) => payment.applicantId !== null);
	const discounted = judged.filter(({ payment }) => isDiscounted(payment));
	const released = discounted.filter((one) => isFailedNow(one) || isGivenUp(ctx, one));
	const reclaimed = discounted.filter(isPaidNow);
	const known = judged.flatMap((one) =>
		newNamesOf(one).map((name) => ({ subject: `${one.payment.platform} ${name}`, transactionId: one.payment.id })),
	);
	const settledBefore = [...idsOf(paid), ...known.map(({ transactionId }) => transactionId)];
	return [
		...(released.length > 0 ? [releaseCodes(ctx, idsOf(released))] : []),
		...(reclaimed.length > 0
			? [
					reclaimCodes(ctx, idsOf(reclaimed)),
					writeExceptions(ctx, noted(reclaimed, discountGone), isDiscountGone(ctx, paymentNoted)),
				]
			: []),
		...(known.length > 0 ? settleUnknown(ctx, known) : []),
		...settle(paid, voidOncePaid),
		...(settledBefore.length > 0 ? [noteSettledOtherwise(ctx, settledBefore)] : []),
		...settle(failed, ["paid_but_pending"]),
		...(forNobody.length > 0 ? [writeExceptions(ctx, noted(forNobody, noApplicant))] : []),
		...(ofApplicants.length > 0
			? [
					writeExceptions(ctx, noted(ofApplicants, paidTwice), isPaidTwice(ctx, paymentNoted)),
					settlePaidAgain(ctx, idsOf(ofApplicants)),
				]
			: []),
	];
};

/** Resolves what is no longer odd about a payment, because all of it has gone back. */
export const settleReturned = (
	ctx: Pick<LedgerContext, "db" | "organisationId" | "now">,
	{ id, applicantId }: Pick<FoundPayment, "id" | "applicantId">,
	resolution: string,
): Write[] => [
	...settleExceptions(ctx, [id], ["paid_twice", "discount_used_up"], resolution),
	// why also of the others: whichever of two goes back, the applicant has paid once.
	settleOncePaid(ctx, paidBy(ctx, applicantId), resolution),
];

/** Returns what follows from what few answers say: something odd, money that went back, a decided dispute. */
const rareOf = (ctx: LedgerContext, one: Judged, organisation: Institution): Write[] => {
	const { payment, verdict } = one;
	const { exception, reversed, isDisputeOver, note } = verdict;
	const settle = (kinds: Parameters<typeof settleExceptions>[2]) => settleExceptions(ctx, [payment.id], kinds, note);
	const reason = exception === "paid_but_pending" ? `The platform has reported it as paid. ${note}` : note;
	return [
		...(isDisputeOver ? settle(["disputed"]) : []),
		...(exception ? [writeException(ctx, exceptionOf(ctx, one, { kind: exception, reason }))] : []),
		...(reversed
			? [
					writeReversal(ctx, {
						id: ctx.newId(),
						payment,
						reversed,
						description: note,
						day: formatDateInput(ctx.now(), organisation.timeZone),
					}),
				]
			: []),
		...(isWholeBack(one)
			? [
					...settleReturned(ctx, payment, note),
					writeException(
						ctx,
						exceptionOf(ctx, one, {
							kind: "reversed_after_admission",
							reason: "The money went back, and the applicant is admitted.",
						}),
						isAdmittedUnpaid(ctx, payment),
					),
				]
			: []),
	];
};

/** Returns what others hear of an answer. */
const eventsOf = (one: Judged): EventToCommit[] => {
	const { exception, reversed, isDisputeOver } = one.verdict;
	const payload = aboutPayment(one.payment);
	return [
		...(isPaidNow(one) ? [{ type: "payment.succeeded" as const, payload }] : []),
		...(isFailedNow(one) ? [{ type: "payment.failed" as const, payload }] : []),
		...(reversed ? [{ type: "payment.reversed" as const, payload }] : []),
		...(exception ? [{ type: "payment.questioned" as const, payload }] : []),
		...(isDisputeOver ? [{ type: "payment.dispute_decided" as const, payload }] : []),
	];
};
