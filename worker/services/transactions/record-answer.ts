import type { RequestContext } from "#worker/context";
import type { PaymentSource } from "#worker/contract/payment-sources";
import { formatDateInput } from "#worker/contract/text/dates";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { type CommitContext, commit, isDuplicate, type Write } from "#worker/database/commit";
import type { Answered, ProviderPayment } from "#worker/gateways/payments/port";
import { reclaimCode, releaseCode } from "#worker/services/coupons/writes";
import { organisationById } from "#worker/services/organisation/queries";
import { judgeAnswer, nextCheckAt, type Verdict } from "#worker/services/transactions/judge-answer";
import { type FoundPayment, findBooked } from "#worker/services/transactions/ledger.queries";
import {
	changePayment,
	isAdmitted,
	isPaidTwice,
	writeException,
	writeLedgerLine,
	writeReversal,
} from "#worker/services/transactions/ledger.writes";

/** The context in which the ledger is written: of a request, or of background work. */
export type LedgerContext = CommitContext & Pick<RequestContext, "env">;

interface Answer {
	answered: Answered<ProviderPayment>;
	source: PaymentSource;
	/** What the provider may send again: the same key is kept once. */
	key?: string | undefined;
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
	{ answered, source, key }: Answer,
): Promise<Verdict | undefined> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) return undefined;
	for (let tries = 0; tries < mostTries; tries += 1) {
		const payment = await findBooked(ctx, paymentId);
		if (!payment) return undefined;
		const verdict = judgeAnswer(payment, answered, ctx.now());
		const write = () => book(ctx, payment, { verdict, answered, source, key, organisation });
		try {
			if (await write()) return verdict;
		} catch (error) {
			// why: the same event was delivered twice, and its first delivery did everything.
			if (key !== undefined && isDuplicate(error, "payment_events")) return verdict;
			throw error;
		}
	}
	throw new Error(`payment ${paymentId} is changed all the time`);
};

interface Booking extends Answer {
	verdict: Verdict;
	organisation: { timeZone: string; searchKey: string };
}

const book = async (
	ctx: LedgerContext,
	payment: FoundPayment,
	{ verdict, answered, source, key, organisation }: Booking,
): Promise<boolean> => {
	const says = answered.ok ? answered.value : null;
	const { status = payment.status, outcome, note, reversed, exception } = verdict;
	const isNew = status !== payment.status;
	const paidAt = says?.paidAt ?? ctx.now();
	const references = {
		rrr: payment.rrr ?? says?.rrr ?? null,
		providerReference: payment.providerReference ?? says?.providerReference ?? null,
	};
	const isFound = references.rrr !== payment.rrr || references.providerReference !== payment.providerReference;
	const guarded = changePayment(ctx, payment, {
		...(says && { providerStatus: says.saysStatus, ...references }),
		...(isFound && { searchText: paymentSearchText(organisation.searchKey, { ...payment, ...references }) }),
		...(isNew && { status }),
		...(isNew &&
			status === "success" && {
				...{ paidAt, paidDay: formatDateInput(paidAt, organisation.timeZone) },
				...{ paidAmount: says?.paidAmount ?? says?.amount ?? payment.amount + payment.gatewayCharge },
			}),
		...(says?.fee !== null && says?.fee !== undefined && { fee: says.fee }),
		...(reversed !== undefined && { reversedAmount: reversed }),
		dueAt:
			status === "pending" ? nextCheckAt(payment.checks, ctx.now(), answered.ok ? null : answered.retryAfterMs) : null,
	});
	const line = writeLedgerLine(ctx, {
		...{ id: ctx.newId(), transactionId: payment.id, platform: payment.platform, source, key, actor: ctx.actor },
		...{ exchanges: answered.exchanges, says, outcome, note },
	});
	const odd = (kind: NonNullable<typeof exception>, reason: string, onlyIf?: Parameters<typeof writeException>[2]) =>
		writeException(
			ctx,
			{
				...{ id: ctx.newId(), kind, subject: payment.id, transactionId: payment.id, platform: payment.platform },
				...{ reference: payment.reference, courseId: payment.courseId, reason },
				...{ amount: says?.amount ?? payment.amount + payment.gatewayCharge },
				currency: says?.currency ?? payment.currency,
			},
			onlyIf,
		);
	const isPaid = isNew && status === "success";
	const code = { transactionId: payment.id };
	const further: Write[] = [
		...(isNew && status === "failed" ? [releaseCode(ctx, code)] : []),
		...(isPaid ? [reclaimCode(ctx, code)] : []),
		...(exception ? [odd(exception, note)] : []),
		...(isPaid && payment.applicantId === null
			? [odd("no_applicant", "It was paid for no applicant that is known.")]
			: []),
		...(isPaid && payment.applicantId !== null && reversed === undefined
			? [odd("paid_twice", "The applicant has paid for the same before.", isPaidTwice(ctx, payment))]
			: []),
		...(reversed === undefined
			? []
			: [
					writeReversal(ctx, {
						...{ id: ctx.newId(), payment, amount: reversed, description: note },
						day: formatDateInput(ctx.now(), organisation.timeZone),
					}),
					odd(
						"reversed_after_admission",
						"The money went back, and the applicant is admitted.",
						isAdmitted(ctx, payment),
					),
				]),
	];
	if (!isNew && reversed === undefined && !exception) return applyQuietly(ctx, guarded, line);
	const about = {
		...{ transactionId: payment.id, reference: payment.reference, platform: payment.platform },
		...{ amount: payment.amount + payment.gatewayCharge, currency: payment.currency },
		...{
			applicationId: payment.applicationId,
			applicantIds: payment.applicantId === null ? [] : [payment.applicantId],
		},
	};
	const type = exception
		? ("payment.questioned" as const)
		: reversed !== undefined
			? ("payment.reversed" as const)
			: status === "success"
				? ("payment.succeeded" as const)
				: ("payment.failed" as const);
	const committed = await commit(ctx, {
		guarded: { write: guarded, expectedChanges: 1 },
		writes: [line, ...further],
		event: { type, payload: about },
	});
	return committed !== undefined;
};

/** Writes what changed nothing that anybody watches. why no event: of a thousand checks nearly all find nothing new. */
const applyQuietly = async (ctx: LedgerContext, guarded: Write, line: Write): Promise<boolean> => {
	await ctx.db.batch([guarded, line]);
	return true;
};
