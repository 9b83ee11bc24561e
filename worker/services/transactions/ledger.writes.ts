import { and, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { PaymentSource } from "#worker/contract/payment-sources";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { paymentEvents, paymentExceptions, paymentReversals, transactions } from "#worker/database/schema/transactions";
import { nextVersion } from "#worker/database/seen-version";
import type { Exchange, ProviderPayment, StartedPayment } from "#worker/gateways/payments/port";
import type { BookedPayment, ExceptionKind } from "#worker/services/transactions/judge-answer";

type Booking = Pick<OrgContext, "db" | "organisationId" | "now">;

export interface LedgerLine {
	id: string;
	transactionId: string | null;
	platform: string;
	source: PaymentSource;
	/** What the provider may send again. */
	key?: string | null | undefined;
	actor: { id: string | null; name: string | null };
	exchanges: readonly Exchange[];
	says: ProviderPayment | null;
	outcome: string;
	note: string;
}

export const writeLedgerLine = (
	{ db, organisationId, now }: Booking,
	{ actor, exchanges, key = null, ...line }: LedgerLine,
): Write =>
	db.insert(paymentEvents).values({
		...{ organisationId, ...line, key, exchanges: [...exchanges] },
		...{ actorId: actor.id || null, actorName: actor.name || null, createdAt: now() },
	});

type Changed = Partial<
	Pick<
		typeof transactions.$inferInsert,
		| "status"
		| "providerStatus"
		| "providerReference"
		| "rrr"
		| "paidAmount"
		| "paidAt"
		| "paidDay"
		| "fee"
		| "reversedAmount"
		| "dueAt"
		| "searchText"
	>
>;

/** Changes a payment that nobody has changed since it was read. */
export const changePayment = (
	{ db, organisationId, now }: Booking,
	{ id, updatedAt }: Pick<BookedPayment, "id" | "updatedAt">,
	changed: Changed,
): Write =>
	db
		.update(transactions)
		.set({
			...changed,
			...{
				checks: sql`${transactions.checks} + 1`,
				checkedAt: now(),
				updatedAt: nextVersion(transactions.updatedAt, now()),
			},
		})
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.id, id),
				eq(transactions.updatedAt, updatedAt),
			),
		);

/** Notes that money went back, once for each payment. */
export const writeReversal = (
	{ db, organisationId, now }: Booking,
	{
		id,
		payment,
		amount,
		day,
		description,
	}: { id: string; payment: BookedPayment; amount: number; day: string; description: string },
): Write =>
	db
		.insert(paymentReversals)
		.values({
			...{ organisationId, id, transactionId: payment.id, amount, currency: payment.currency },
			...{ platform: payment.platform, day, description, createdAt: now() },
		})
		.onConflictDoNothing();

interface NewException {
	id: string;
	kind: ExceptionKind;
	/** What it is about: a payment's id, or a reference. */
	subject: string;
	transactionId: string | null;
	platform: string;
	reference: string;
	courseId: string | null;
	reason: string;
	amount: number | null;
	currency: string | null;
}

/** Notes something odd, once for each kind and subject. @param onlyIf must hold */
export const writeException = ({ db, organisationId, now }: Booking, exception: NewException, onlyIf?: SQL): Write =>
	insertFrom(
		db,
		paymentExceptions,
		{ organisationId, ...exception, createdAt: now() },
		onlyIf ? sql`WHERE ${onlyIf}` : sql`WHERE true`,
	).onConflictDoNothing();

/** The condition that the same was paid for before: another successful payment of the applicant, of the same lines. */
export const isPaidTwice = ({ organisationId }: Booking, payment: BookedPayment): SQL => sql`EXISTS (
	SELECT 1 FROM transactions AS other WHERE other.organisation_id = ${organisationId}
		AND other.applicant_id = ${payment.applicantId} AND other.id <> ${payment.id} AND other.status = 'success'
		AND other.application_id = ${payment.applicationId} AND other.amount = ${payment.amount}
		AND other.reversed_amount = 0 AND other.items = ${JSON.stringify(payment.items)})`;

/** The condition that the applicant was admitted. */
export const isAdmitted = ({ organisationId }: Booking, { applicantId }: BookedPayment): SQL => sql`EXISTS (
	SELECT 1 FROM applicants AS applicant CROSS JOIN workflow_steps AS step
		ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id AND step.type = 'ACCEPTED'
	WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId})`;

/** The check has the payment for itself for so long. */
const claimMs = 120_000;

/** Takes a payment that is due; nobody else checks it meanwhile. @returns whether it was due */
export const claimDue = async (
	db: Database,
	{ organisationId, id }: { organisationId: string; id: string },
	now: number,
): Promise<boolean> => {
	const [claimed] = await db
		.update(transactions)
		.set({ dueAt: now + claimMs })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.id, id),
				isNotNull(transactions.dueAt),
				lte(transactions.dueAt, now),
			),
		)
		.returning({ id: transactions.id });
	return claimed !== undefined;
};

/** Makes a payment due at once: its provider has news of it. */
export const makeDue = ({ db, organisationId, now }: Booking, id: string): Write =>
	db
		.update(transactions)
		.set({ dueAt: now() })
		.where(and(eq(transactions.organisationId, organisationId), eq(transactions.id, id)));

export const stopChecks = async ({ db, organisationId }: Booking, id: string): Promise<void> => {
	await db
		.update(transactions)
		.set({ dueAt: null })
		.where(and(eq(transactions.organisationId, organisationId), eq(transactions.id, id)));
};

/** Makes the pending payments of a platform due again that nobody could check. */
export const resumeChecks = ({ db, organisationId, now }: Booking, platform: string): Write =>
	db
		.update(transactions)
		.set({ dueAt: now() })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.status, "pending"),
				eq(transactions.platform, platform),
				isNull(transactions.dueAt),
			),
		);

/** Books a payment that is about to be started. */
export const insertPayment = (
	{ db, organisationId, now }: Booking,
	payment: Omit<typeof transactions.$inferInsert, "organisationId" | "createdAt" | "updatedAt">,
): Write => db.insert(transactions).values({ ...payment, organisationId, createdAt: now(), updatedAt: now() });

/** Notes where a payment is made; or that it failed, because its platform has refused it. */
export const notePage = (
	{ db, organisationId, now }: Booking,
	id: string,
	{ page, isFailed, searchText }: { page: StartedPayment | undefined; isFailed: boolean; searchText: string },
): Write =>
	db
		.update(transactions)
		.set({
			...page,
			...(page && { searchText }),
			...(isFailed && { status: "failed", dueAt: null }),
			updatedAt: nextVersion(transactions.updatedAt, now()),
		})
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.id, id),
				// why: a webhook may have been faster than the answer.
				isFailed ? eq(transactions.status, "pending") : undefined,
			),
		);
