import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { applications } from "#worker/database/schema/applications";
import { paymentEvents, paymentExceptions, transactions } from "#worker/database/schema/transactions";
import { andWithin } from "#worker/database/scope";
import type { ProviderPayment } from "#worker/gateways/payments/port";

/** A payment as the ledger reads it. */
export const bookedColumns = {
	id: transactions.id,
	reference: transactions.reference,
	applicantId: transactions.applicantId,
	applicationId: transactions.applicationId,
	courseId: transactions.courseId,
	name: transactions.name,
	email: transactions.email,
	username: transactions.username,
	amount: transactions.amount,
	gatewayCharge: transactions.gatewayCharge,
	currency: transactions.currency,
	platform: transactions.platform,
	configurationId: transactions.configurationId,
	status: transactions.status,
	items: transactions.items,
	reversedAmount: transactions.reversedAmount,
	rrr: transactions.rrr,
	providerReference: transactions.providerReference,
	paidAt: transactions.paidAt,
	fee: transactions.fee,
	checks: transactions.checks,
	checkedAt: transactions.checkedAt,
	dueAt: transactions.dueAt,
	createdAt: transactions.createdAt,
	updatedAt: transactions.updatedAt,
};

type Books = Pick<OrgContext, "db" | "organisationId">;

const readBooked = ({ db, organisationId }: Books, matching: SQL | undefined) =>
	db
		.select(bookedColumns)
		.from(transactions)
		.where(and(eq(transactions.organisationId, organisationId), matching))
		.limit(1);

export const findBooked = async (books: Books, id: string) => {
	const [found] = await readBooked(books, eq(transactions.id, id));
	return found;
};
export type FoundPayment = NonNullable<Awaited<ReturnType<typeof findBooked>>>;

const amongIds = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

export const findManyBooked = ({ db, organisationId }: Books, ids: readonly string[]): Promise<FoundPayment[]> =>
	db
		.select(bookedColumns)
		.from(transactions)
		.where(and(eq(transactions.organisationId, organisationId), sql`${transactions.id} IN ${amongIds(ids)}`));

/** Finds a payment by our reference, by its RRR, or by the provider's own reference, in this order. */
export const findByReference = async (
	books: Books,
	{
		reference,
		rrr,
		providerReference,
	}: { reference?: string | null; rrr?: string | null; providerReference?: string | null },
	platform?: string,
) => {
	// why the plus sign: SQLite would walk the platform's payments for an RRR.
	const of = platform === undefined ? undefined : sql`+${transactions.platform} = ${platform}`;
	for (const matching of [
		reference && eq(transactions.reference, reference),
		rrr && eq(transactions.rrr, rrr),
		providerReference && eq(transactions.providerReference, providerReference),
	]) {
		const [found] = matching ? await readBooked(books, and(matching, of)) : [];
		if (found) return found;
	}
	return undefined;
};

const shownEvents = 50;

export const readLedger = ({ db, organisationId }: Books, transactionId: string) =>
	db
		.select({
			id: paymentEvents.id,
			source: paymentEvents.source,
			outcome: paymentEvents.outcome,
			note: paymentEvents.note,
			by: paymentEvents.actorName,
			providerStatus: sql<string | null>`${paymentEvents.says} ->> '$.saysStatus'`.as("provider_status"),
			createdAt: paymentEvents.createdAt,
		})
		.from(paymentEvents)
		.where(and(eq(paymentEvents.organisationId, organisationId), eq(paymentEvents.transactionId, transactionId)))
		.orderBy(desc(paymentEvents.seq))
		.limit(shownEvents);

/** A platform that has reported a payment as paid should say so when it is asked, at the latest after this long. */
const reportedPaidMs = 3_600_000;

/** Finds those of some payments that a platform reported as paid long ago, unless that was noted for the exception desk. */
export const findLongReportedPaid = async ({ db, organisationId }: Books, ids: readonly string[], now: number) => {
	const reported = await db.all<{ id: string }>(sql`
		SELECT DISTINCT transaction_id AS id FROM payment_events INDEXED BY payment_events_of_transaction
		WHERE organisation_id = ${organisationId} AND transaction_id IN ${amongIds(ids)}
			AND source = 'webhook' AND outcome = ${reportedPaid} AND created_at <= ${now - reportedPaidMs}
			AND NOT EXISTS (SELECT 1 FROM payment_exceptions AS noted WHERE noted.organisation_id = ${organisationId}
				AND noted.transaction_id = payment_events.transaction_id AND noted.kind = 'paid_but_pending')`);
	return new Set(reported.map(({ id }) => id));
};

const isFee = (line: SQL): SQL =>
	sql`(${line}.value ->> 'amount' > 0 AND coalesce(${line}.value ->> 'kind', '') <> 'ADD_ON')`;
const largestOf = (payment: SQL): SQL =>
	sql`(SELECT max(part.value ->> 'amount') FROM json_each(${payment}.items) AS part WHERE ${isFee(sql`part`)})`;

/**
 * The condition that two payments of an applicant are for the same (README.md): they have a fee in common, by its name and
 * its amount, whatever was charged, added or taken off beside it; or all of their lines. A fee is an application or
 * acceptance fee, or the largest line of both: two fees may each come with the same charge.
 */
export const payForTheSame = (one: SQL, other: SQL): SQL => sql`(${one}.items = ${other}.items OR EXISTS (
	SELECT 1 FROM json_each(${one}.items) AS line CROSS JOIN json_each(${other}.items) AS again
	WHERE ${isFee(sql`line`)} AND ${isFee(sql`again`)}
		AND lower(trim(again.value ->> 'name')) = lower(trim(line.value ->> 'name'))
		AND (again.value ->> 'amount' = line.value ->> 'amount' OR again.value ->> 'currency' <> line.value ->> 'currency')
		AND (coalesce(line.value ->> 'kind', again.value ->> 'kind') IN ('APPLICATION_FEE', 'ACCEPTANCE_FEE')
			OR (line.value ->> 'amount' = ${largestOf(one)} AND again.value ->> 'amount' = ${largestOf(other)}))))`;

/** Finds what an applicant has paid for the same as another one, who may be the same person. */
export const findPaidByBoth = (
	{ db, organisationId }: Books,
	{ applicantId, otherId }: { applicantId: string; otherId: string },
): Promise<FoundPayment[]> =>
	db
		.select(bookedColumns)
		.from(transactions)
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.applicantId, applicantId),
				sql`+${transactions.status} = 'success'`,
				sql`${transactions.reversedAmount} < ${transactions.amount} + ${transactions.gatewayCharge}`,
				sql`EXISTS (SELECT 1 FROM transactions AS other
					WHERE other.organisation_id = ${organisationId} AND other.applicant_id = ${otherId}
						AND +other.status = 'success' AND +other.application_id = ${transactions.applicationId}
						AND other.reversed_amount < other.amount + other.gateway_charge
						AND ${payForTheSame(sql`transactions`, sql`other`)})`,
			),
		);

/** Checks whether a dispute of a payment is on the exception desk. */
export const isDisputed = async ({ db, organisationId }: Books, transactionId: string): Promise<boolean> => {
	const [open] = await db
		.select({ id: paymentExceptions.id })
		.from(paymentExceptions)
		.where(
			and(
				eq(paymentExceptions.organisationId, organisationId),
				eq(paymentExceptions.transactionId, transactionId),
				// why the plus signs: SQLite would walk all that are open.
				sql`+${paymentExceptions.kind} = 'disputed'`,
				isNull(sql`+${paymentExceptions.resolvedAt}`),
			),
		)
		.limit(1);
	return open !== undefined;
};

/** What is in the books of something that a platform reports. */
interface FoundNotice {
	/** The payment that it names; null for none. */
	transactionId: string | null;
	/** Whether it came before, and the payment that it was kept with. */
	isKept: 0 | 1;
	keptWith: string | null;
}

/**
 * Finds the payments that a platform reports, each by our reference, its RRR or its own reference, and what came before. why
 * the plus sign: SQLite would walk the platform's payments for an RRR.
 */
export const findNotified = (
	{ db, organisationId }: Books,
	platform: string,
	notices: readonly { key: string; reference: string | null; rrr: string | null; providerReference: string | null }[],
) => {
	const asked = notices.map(({ key, reference, rrr, providerReference }) => [key, reference, rrr, providerReference]);
	const by = (column: string, place: number) => sql`(SELECT id FROM transactions
		WHERE organisation_id = ${organisationId} AND +platform = ${platform}
			AND ${sql.raw(column)} = asked.value ->> ${sql.raw(String(place))} LIMIT 1)`;
	return db.all<FoundNotice>(sql`
		SELECT coalesce(${by("reference", 1)}, ${by("rrr", 2)}, ${by("provider_reference", 3)}) AS transactionId,
			kept.id IS NOT NULL AS isKept, kept.transaction_id AS keptWith
		FROM json_each(${JSON.stringify(asked)}) AS asked
		LEFT JOIN payment_events AS kept
			ON kept.organisation_id = ${organisationId} AND kept.platform = ${platform} AND kept.key = asked.value ->> 0
		ORDER BY asked.key`);
};

/** The outcome of a webhook that says a payment was paid. */
export const reportedPaid = "reported_paid";

/** Reads what the platform last said of a payment that could be read; undefined when it never did. */
export const lastWord = async ({ db, organisationId }: Books, transactionId: string) => {
	const [said] = await db
		.select({ says: paymentEvents.says })
		.from(paymentEvents)
		.where(
			and(
				eq(paymentEvents.organisationId, organisationId),
				eq(paymentEvents.transactionId, transactionId),
				isNotNull(paymentEvents.says),
			),
		)
		.orderBy(desc(paymentEvents.seq))
		.limit(1);
	return said?.says ?? undefined;
};

/**
 * Checks whether staff have accepted an amount although the platform had said before what it says now. One that names no amount
 * can only say again that its own is another one.
 */
export const isAccepted = async (
	{ db, organisationId }: Books,
	transactionId: string,
	{ amount, currency }: Pick<ProviderPayment, "amount" | "currency">,
): Promise<boolean> => {
	const [accepted] = await db.all(sql`
		SELECT 1 FROM payment_events AS accepted INDEXED BY payment_events_of_transaction
		WHERE accepted.organisation_id = ${organisationId} AND accepted.transaction_id = ${transactionId}
			AND accepted.source = 'desk' AND accepted.outcome = 'accept' AND (${amount} IS NULL OR EXISTS (
				SELECT 1 FROM payment_events AS said INDEXED BY payment_events_of_transaction
				WHERE said.organisation_id = ${organisationId} AND said.transaction_id = ${transactionId}
					AND said.seq < accepted.seq AND said.says ->> 'amount' = ${amount}
					AND said.says ->> 'currency' IS ${currency}))
		LIMIT 1`);
	return accepted !== undefined;
};

/** Finds the institutions of which payments are due. why each is looked at: one with many keeps none of the others waiting. */
export const findDue = (db: Database, now: number) =>
	db.all<{ organisationId: string }>(sql`
		SELECT own.id AS organisationId FROM organisations AS own WHERE EXISTS (
			SELECT 1 FROM transactions INDEXED BY transactions_due
			WHERE organisation_id = own.id AND due_at IS NOT NULL AND due_at <= ${now})`);

/** Finds pending payments from a moment on, in the order in which they were started. */
export const nextPending = (
	{ db, organisationId, scope }: Books & Pick<OrgContext, "scope">,
	{ since, after, limit }: { since: number; after: { createdAt: number; seq: number } | null; limit: number },
) =>
	db.all<{ id: string; createdAt: number; seq: number }>(sql`
		SELECT id, created_at AS createdAt, seq FROM transactions AS payment INDEXED BY transactions_by_status
		WHERE organisation_id = ${organisationId} AND status = 'pending' AND created_at >= ${since}
			${after === null ? sql`` : sql`AND (created_at, seq) > (${after.createdAt}, ${after.seq})`} ${andWithin({ scope }, sql`payment.course_id`)}
		ORDER BY created_at, seq LIMIT ${limit}`);

export const countPending = async (
	{ db, organisationId, scope }: Books & Pick<OrgContext, "scope">,
	since: number,
	atMost: number,
) => {
	const [counted] = await db.all<{ payments: number }>(sql`SELECT count(*) AS payments FROM (
		SELECT 1 FROM transactions AS payment INDEXED BY transactions_by_status
		WHERE organisation_id = ${organisationId} AND status = 'pending' AND created_at >= ${since} ${andWithin({ scope }, sql`payment.course_id`)}
		LIMIT ${atMost})`);
	return counted?.payments ?? 0;
};

/** Reads where a payment is made, and where its payer goes in the end. */
export const findPage = async ({ db, organisationId }: Books, id: string) => {
	const [found] = await db
		.select({
			pageUrl: transactions.pageUrl,
			pageFields: transactions.pageFields,
			returnUrl: transactions.returnUrl,
		})
		.from(transactions)
		.where(and(eq(transactions.organisationId, organisationId), eq(transactions.id, id)));
	return found;
};

export const readApplicationTitle = async ({ db, organisationId }: Books, id: string): Promise<string | undefined> => {
	const [found] = await db
		.select({ title: applications.title })
		.from(applications)
		.where(and(eq(applications.organisationId, organisationId), eq(applications.id, id)));
	return found?.title;
};
