import type { PaymentSource } from "#worker/contract/payment-sources";
import type { Answered, ProviderPayment } from "#worker/gateways/payments/port";
import { organisationById } from "#worker/services/organisation/queries";
import { bookAnswers, type Judged, type LedgerContext } from "#worker/services/transactions/book-answers";
import { judgeAnswer, type Verdict } from "#worker/services/transactions/judge-answer";
import {
	type FoundPayment,
	findLongReportedPaid,
	findManyBooked,
	isAccepted,
	isDisputed,
} from "#worker/services/transactions/ledger.queries";

interface Answer {
	answered: Answered<ProviderPayment>;
	source: PaymentSource;
}

interface Asked {
	paymentId: string;
	answered: Answered<ProviderPayment>;
}

/** Others may change the payment at the same time: a webhook, a check, a colleague. */
const mostTries = 5;

/**
 * Keeps what a provider answered about a payment in the ledger, and changes the payment if something follows from it: one
 * commit, after which the payment, its sums and what has to be looked at agree. Calls in any order, also repeated and at
 * the same time, end with the same payment. @returns the verdict, undefined when the payment is gone
 */
export const recordAnswer = async (
	ctx: LedgerContext,
	paymentId: string,
	{ answered, source }: Answer,
): Promise<Verdict | undefined> => {
	for (let tries = 0; tries < mostTries; tries += 1) {
		const { organisation, judged } = await judgeAll(ctx, [{ paymentId, answered }]);
		const [one] = judged;
		if (!one || !organisation) return undefined;
		if (await bookAnswers(ctx, [one], { source, organisation })) return one.verdict;
	}
	throw new Error(`payment ${paymentId} is changed all the time`);
};

/**
 * Keeps answers about several payments, each once in the list. What is usual is kept in one commit; what is not, and
 * everything when that commit fails or somebody was faster with one of the payments, by itself.
 * @throws the first failure, after all others are kept
 */
export const recordAnswers = async (
	ctx: LedgerContext,
	answers: readonly Asked[],
	source: PaymentSource,
): Promise<void> => {
	const { organisation, judged } = await judgeAll(ctx, answers);
	if (!organisation) return;
	const usual = onePerApplicant(judged.filter(isUsual));
	// why caught: one that cannot be kept must not hold up the others, and fails again by itself.
	const isKept = usual.length > 0 && (await bookAnswers(ctx, usual, { source, organisation }).catch(() => false));
	const alone = isKept ? judged.filter((one) => !usual.includes(one)) : judged;
	const faults: unknown[] = [];
	for (const { payment, answered } of alone)
		await recordAnswer(ctx, payment.id, { answered, source }).catch((fault) => faults.push(fault));
	if (faults.length > 0) throw faults[0];
};

/** Judges answers by what is in the books now; a payment that is gone is left out. */
const judgeAll = async (ctx: LedgerContext, asked: readonly Asked[]) => {
	const ids = asked.map(({ paymentId }) => paymentId);
	// why side by side: they go to the database in one call.
	const [payments, [organisation], reported] = await Promise.all([
		findManyBooked(ctx, ids),
		organisationById(ctx.db, ctx.organisationId),
		findLongReportedPaid(ctx, ids, ctx.now()),
	]);
	const when = { now: ctx.now(), timeZone: organisation?.timeZone ?? "UTC" };
	const judged: Judged[] = [];
	for (const { paymentId, answered } of asked) {
		const payment = payments.find(({ id }) => id === paymentId);
		if (!payment) continue;
		const verdict = await judgeOne(ctx, { payment, answered }, when);
		judged.push({ payment, answered, verdict: await followUp(ctx, payment, verdict, reported.has(paymentId)) });
	}
	return { organisation, judged };
};

/** Judges an answer; once more where staff have decided about the amount that it contradicts. */
const judgeOne = async (
	ctx: LedgerContext,
	{ payment, answered }: Pick<Judged, "payment" | "answered">,
	when: { now: number; timeZone: string },
): Promise<Verdict> => {
	const verdict = judgeAnswer(payment, answered, when);
	const { exception } = verdict;
	const isOdd = exception === "amount_differs" || exception === "currency_differs";
	// why not beside the payment: that is rare, and only of a payment that is paid can an amount have been accepted.
	if (!isOdd || !answered.ok || payment.status !== "success") return verdict;
	if (!(await isAccepted(ctx, payment.id, answered.value))) return verdict;
	return judgeAnswer(payment, answered, { ...when, isAccepted: true });
};

/** Checks whether nothing but the payment's own state follows from an answer. */
const isUsual = ({ verdict: { exception, reversed, isDisputeOver } }: Judged): boolean =>
	exception === undefined && reversed === undefined && !isDisputeOver;

/** why: of two payments for the same, the second is paid twice; in one commit each would be the other's first. */
const onePerApplicant = (judged: readonly Judged[]): Judged[] => {
	const seen = new Set<string>();
	return judged.filter(({ payment: { applicantId } }) => {
		if (applicantId === null) return true;
		const isFirst = !seen.has(applicantId);
		seen.add(applicantId);
		return isFirst;
	});
};

/** Adds to a verdict what follows from what is in the books already. */
const followUp = async (
	ctx: LedgerContext,
	payment: FoundPayment,
	judged: Verdict,
	isReported: boolean,
): Promise<Verdict> => {
	if (isReported && stillPending(payment, judged)) return { ...judged, exception: "paid_but_pending" };
	// why: a platform says of a dispute for ever how it ended, which is news once; and not beside the payment, because disputes are few.
	if (judged.isDisputeOver && !(await isDisputed(ctx, payment.id))) return { ...judged, isDisputeOver: false };
	return judged;
};

/** Checks whether a pending payment stays as it is. */
const stillPending = (payment: FoundPayment, { status, exception }: Verdict): boolean =>
	payment.status === "pending" && status === undefined && exception === undefined;
