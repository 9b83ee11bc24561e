import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { applications } from "#worker/database/schema/applications";
import { paymentEvents, transactions } from "#worker/database/schema/transactions";
import { andWithin } from "#worker/database/scope";

const columns = {
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
		.select(columns)
		.from(transactions)
		.where(and(eq(transactions.organisationId, organisationId), matching))
		.limit(1);

export const findBooked = async (books: Books, id: string) => {
	const [found] = await readBooked(books, eq(transactions.id, id));
	return found;
};
export type FoundPayment = NonNullable<Awaited<ReturnType<typeof findBooked>>>;

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
	const of = platform === undefined ? undefined : eq(transactions.platform, platform);
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

/** Finds pending payments of all institutions whose check is due, the longest due first. */
export const findDue = (db: Database, now: number, limit: number) =>
	db
		.select({ organisationId: transactions.organisationId, id: transactions.id })
		.from(transactions)
		.where(and(isNotNull(transactions.dueAt), lte(transactions.dueAt, now)))
		.orderBy(asc(transactions.dueAt))
		.limit(limit);

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
