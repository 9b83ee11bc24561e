import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import type { PaymentLine } from "#worker/contract/payment-kinds";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import type { Answered, Dispute, ProviderPayment } from "#worker/gateways/payments/port";
import type { TransactionStatus } from "#worker/services/transactions/contract";

/** A payment as the ledger finds it. */
export interface BookedPayment {
	id: string;
	reference: string;
	applicantId: string | null;
	applicationId: string;
	courseId: string | null;
	amount: number;
	gatewayCharge: number;
	currency: string;
	platform: string;
	status: TransactionStatus;
	items: readonly PaymentLine[];
	reversedAmount: number;
	checks: number;
	createdAt: number;
	updatedAt: number;
}

/** What follows from an answer. */
export interface Verdict {
	/** In one word, for the ledger. */
	outcome: "success" | "failed" | "pending" | "reversed" | "unchanged" | "odd" | "unavailable" | "refused" | "unknown";
	/** For people. */
	note: string;
	/** The new status, where it changes. */
	status?: "success" | "failed";
	/** How much goes back with this, and all that has gone back then, where something does. */
	reversed?: { amount: number; total: number };
	exception?: ExceptionKind;
	/** Whether a dispute was decided. */
	isDisputeOver?: boolean;
	/** Whether the platform refused the institution's keys: asking again would not help. */
	isUnconfigured?: boolean;
}

/** A payment that its provider does not know counts as failed after this long: until then it may not have arrived there. */
export const unknownForMs = 24 * 3_600_000;

/** What an answer is judged by besides the payment. */
interface Circumstances {
	/** UTC milliseconds. */
	now: number;
	/** The institution's. */
	timeZone: string;
	/** Whether staff have accepted another amount instead of the one that the provider says. */
	isAccepted?: boolean;
}

/**
 * Judges what a provider answered about a payment (§4). Nothing but a success whose amount, currency and reference are
 * ours makes a payment successful; a success never goes back, and what cannot be read changes nothing.
 */
export const judgeAnswer = (
	payment: BookedPayment,
	answered: Answered<ProviderPayment>,
	when: Circumstances,
): Verdict => {
	if (answered.ok) return judge(payment, answered.value, when);
	if (answered.code !== "not_found") {
		const outcome = answered.code === "refused" ? "refused" : "unavailable";
		return { outcome, note: answered.detail, ...(answered.code === "not_configured" && { isUnconfigured: true }) };
	}
	if (payment.status !== "pending" || when.now - payment.createdAt < unknownForMs)
		return { outcome: "unknown", note: "The provider knows no payment by this reference." };
	return {
		outcome: "failed",
		status: "failed",
		note: "The provider knew no payment by this reference for a day, so it was never paid.",
	};
};

const judge = (
	payment: BookedPayment,
	says: ProviderPayment,
	{ timeZone, isAccepted = false }: Circumstances,
): Verdict => {
	const isCompared = says.status === "success" || says.status === "reversed" || says.contradicts !== null;
	const odd = isCompared ? oddOf(payment, says, isAccepted) : undefined;
	if (odd) return odd;
	const word = `The provider says ${says.saysStatus}${says.description ? `: ${says.description}` : ""}.`;
	switch (says.status) {
		case "success":
		case "reversed":
			return judgePaid(payment, says, { word, timeZone });
		case "failed":
			return payment.status === "pending"
				? { outcome: "failed", note: word, status: "failed" }
				: { outcome: "unchanged", note: word };
		case "pending":
			return { outcome: payment.status === "pending" ? "pending" : "unchanged", note: word };
	}
};

/** Returns what a payer pays. */
export const wholeOf = ({ amount, gatewayCharge }: Pick<BookedPayment, "amount" | "gatewayCharge">): number =>
	amount + gatewayCharge;

/** Returns how much of a payment has gone back in the provider's words, at most the whole. */
export const returnedOf = (says: Pick<ProviderPayment, "status" | "reversedAmount">, whole: number): number =>
	// why also for 0: what is reversed without a part has gone back whole.
	Math.min(says.reversedAmount || (says.status === "reversed" ? whole : 0), whole);

/** What follows from a payment that was paid, of which some or all may have gone back. */
const judgePaid = (
	payment: BookedPayment,
	says: ProviderPayment,
	{ word, timeZone }: { word: string; timeZone: string },
): Verdict => {
	const whole = wholeOf(payment);
	const returned = returnedOf(says, whole);
	const isNew = payment.status !== "success";
	const { dispute } = says;
	const disputed = dispute?.state === "open" ? dispute : undefined;
	const shown = (amount: number) => formatMoney(amount, payment.currency);
	const note = disputed
		? disputeNote(shown(disputed.amount), disputed, timeZone)
		: dispute
			? `${word} The dispute of ${shown(dispute.amount)} was ${dispute.state}.`
			: word;
	const reversed =
		returned > payment.reversedAmount ? { amount: returned - payment.reversedAmount, total: returned } : undefined;
	return {
		outcome: reversed ? "reversed" : isNew ? "success" : disputed ? "odd" : "unchanged",
		note: reversed && returned < whole ? `${note} ${shown(returned)} of ${shown(whole)} went back.` : note,
		// why also what went back: it was paid in between, whichever of the two is heard of first.
		...(isNew && { status: "success" }),
		...(reversed && { reversed }),
		...(disputed && { exception: "disputed" }),
		...(dispute && !disputed && { isDisputeOver: true }),
	};
};

/** Says what the payer disputes, why, and by when it has to be answered. */
const disputeNote = (amount: string, { reason, dueAt }: Dispute, timeZone: string): string =>
	[
		`The payer disputes ${amount} at their bank${reason ? `: ${reason}` : ""}.`,
		...(dueAt === null ? [] : [`Answer it at the platform by ${formatDateTime(dueAt, timeZone)}.`]),
	].join(" ");

/** Compares what was paid with what was asked for. */
const oddOf = (payment: BookedPayment, says: ProviderPayment, isAccepted: boolean): Verdict | undefined => {
	const expected = wholeOf(payment);
	const { amount, currency, reference } = says;
	const is = (exception: ExceptionKind, note: string): Verdict => ({ outcome: "odd", note, exception });
	if (says.contradicts === "reference" || (reference !== null && reference !== payment.reference))
		return is("reference_differs", `The provider answered about ${reference ?? "another reference"}.`);
	const isAnotherCurrency = currency !== null && currency !== payment.currency;
	// why not what went back in another currency: nobody can say how much that is of what was accepted.
	if (isAccepted && !(isAnotherCurrency && says.reversedAmount)) return undefined;
	if (isAnotherCurrency)
		return is("currency_differs", `${payment.currency} was asked for, and the provider says ${currency}.`);
	if (amount !== null && amount !== expected) {
		const [asked, paid] = [formatMoney(expected, payment.currency), formatMoney(amount, payment.currency)];
		return is("amount_differs", `${asked} was asked for, and the provider says ${paid}.`);
	}
	// why: a success is believed by its amount; one that is booked already is only asked about what went back.
	if (amount === null && payment.status !== "success" && says.contradicts === null)
		return is("amount_differs", "The provider says that it was paid, and not how much.");
	if (says.contradicts === "amount")
		return is("amount_differs", `The provider has another amount than ${formatMoney(expected, payment.currency)}.`);
	return undefined;
};

const minute = 60_000;
const hour = 60 * minute;
/** The gaps between checks of a pending payment: eleven that grow to a day, then one a day for a week. */
const gaps = [1, 2, 5, 10, 30, 60, 120, 240, 480, 960, 1_440].map((minutes) => minutes * minute);
const dailyChecks = 7;
/** How often a payment is checked by itself: once soon after its start, and after each gap. */
export const mostChecks = 1 + gaps.length + dailyChecks;

/**
 * Returns when a pending payment is checked after this check; null when that was the last one.
 * @param checks those that it had by itself before this one
 */
export const nextCheckAt = (checks: number, now: number, retryAfterMs: number | null = null): number | null => {
	if (checks + 1 >= mostChecks) return null;
	return now + Math.max(gaps[checks] ?? 24 * hour, retryAfterMs ?? 0);
};
