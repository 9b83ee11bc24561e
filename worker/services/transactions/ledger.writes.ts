import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { PaymentSource } from "#worker/contract/payment-sources";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { paymentEvents, paymentReversals, transactions } from "#worker/database/schema/transactions";
import { nextVersion } from "#worker/database/seen-version";
import type { Exchange, ProviderPayment, StartedPayment } from "#worker/gateways/payments/port";
import { type BookedPayment, mostChecks, type Verdict } from "#worker/services/transactions/judge-answer";
import { bookedColumns, type FoundPayment, payForTheSame } from "#worker/services/transactions/ledger.queries";

type Booking = Pick<OrgContext, "db" | "organisationId" | "now">;

export interface LedgerLine {
	id: string;
	transactionId: string | null;
	platform: string;
	source: PaymentSource;
	actor: { id: string | null; name: string | null };
	exchanges: readonly Exchange[];
	says: ProviderPayment | null;
	outcome: string;
	note: string;
}

export const writeLedgerLine = (
	{ db, organisationId, now }: Booking,
	{ actor, exchanges, ...line }: LedgerLine,
): Write =>
	db.insert(paymentEvents).values({
		organisationId,
		...line,
		exchanges: [...exchanges],
		actorId: actor.id || null,
		actorName: actor.name || null,
		createdAt: now(),
	});

interface LedgerLines extends Pick<LedgerLine, "source" | "actor"> {
	/** `key` is what names a line that may come again: it is in the ledger once. */
	lines: readonly (Omit<LedgerLine, "source" | "actor"> & { key: string | null })[];
}

/** Adds lines to the ledger in one statement. @param onlyIf must hold */
export const writeLedgerLines = (
	{ db, organisationId, now }: Booking,
	{ source, actor, lines }: LedgerLines,
	onlyIf = sql`true`,
): Write =>
	insertFrom(
		db,
		paymentEvents,
		{
			seq: sql`NULL`,
			organisationId,
			source,
			platform: sql`value ->> 'platform'`,
			actorId: actor.id || null,
			actorName: actor.name || null,
			createdAt: now(),
			id: sql`value ->> 'id'`,
			transactionId: sql`value ->> 'transactionId'`,
			key: sql`value ->> 'key'`,
			exchanges: sql`value -> 'exchanges'`,
			outcome: sql`value ->> 'outcome'`,
			note: sql`value ->> 'note'`,
			says: sql`nullif(value -> 'says', 'null')`,
		},
		sql`FROM json_each(${JSON.stringify(lines)}) WHERE ${onlyIf}`,
	).onConflictDoNothing();

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

/** What staff can change about a payment by resolving an exception. */
type Amended = Changed &
	Partial<
		Pick<
			typeof transactions.$inferInsert,
			"amount" | "gatewayCharge" | "currency" | "items" | "applicantId" | "applicationId" | "courseId"
		>
	>;

/** Changes a payment as staff say; the caller's guard makes sure that nobody has changed it since it was read. */
export const amendPayment = ({ db, organisationId, now }: Booking, id: string, amended: Amended): Write =>
	db
		.update(transactions)
		.set({ ...amended, updatedAt: nextVersion(transactions.updatedAt, now()) })
		.where(and(eq(transactions.organisationId, organisationId), eq(transactions.id, id)));

/** The condition that nobody has changed a payment since it was read. */
export const isUnchanged = (
	{ organisationId }: Booking,
	{ id, updatedAt }: Pick<BookedPayment, "id" | "updatedAt">,
): SQL => sql`EXISTS (SELECT 1 FROM transactions AS payment WHERE payment.organisation_id = ${organisationId}
	AND payment.id = ${id} AND payment.updated_at = ${updatedAt})`;

/** What a check changes about a payment: a property that is left out stays as it is. */
export type Checked = Changed & Pick<Required<Changed>, "dueAt">;

/**
 * Changes payments in one statement, each if nobody has changed it since it was read.
 * @param isScheduled whether the check was one of those that the payment has by itself, which are counted
 */
export const changePayments = (
	{ db, organisationId, now }: Booking,
	changes: readonly { payment: Pick<BookedPayment, "id" | "updatedAt">; changed: Checked }[],
	isScheduled: boolean,
): Write => {
	const rows = changes.map(({ payment: { id, updatedAt }, changed }) => ({ ...changed, id, updatedAt }));
	const said = (name: string) => sql`said.value ->> ${sql.raw(`'${name}'`)}`;
	const columns = changeable.filter((name) => changes.some(({ changed }) => changed[name] !== undefined));
	return (
		db
			.update(transactions)
			.set({
				...Object.fromEntries(columns.map((name) => [name, sql`coalesce(${said(name)}, ${transactions[name]})`])),
				// why: it became due again while the platform was asked, by news that the answer may not know of.
				dueAt: sql`iif(${transactions.dueAt} <= ${now()}, ${transactions.dueAt}, ${said("dueAt")})`,
				...(isScheduled && { checks: sql`${transactions.checks} + 1` }),
				checkedAt: now(),
				updatedAt: nextVersion(transactions.updatedAt, now()),
			})
			// why a limit: without it SQLite walks the institution's payments, and looks for each of them in the list.
			.from(sql`(SELECT value, value ->> 'id' AS id FROM json_each(${JSON.stringify(rows)}) LIMIT -1) AS said`)
			.where(
				and(
					eq(transactions.organisationId, organisationId),
					sql`${transactions.id} = said.id`,
					sql`${transactions.updatedAt} = ${said("updatedAt")}`,
				),
			)
	);
};

const changeable = [
	...(["status", "providerStatus", "providerReference", "rrr", "paidAmount", "paidAt", "paidDay", "fee"] as const),
	...(["reversedAmount", "searchText"] as const),
];

/** What the books can learn of a payment at any time. */
export type Learned = Pick<Changed, "providerReference" | "rrr" | "fee" | "searchText">;

/** Fills in what payments still lack of what was learned, also when they were changed since they were read. */
export const keepLearned = (
	{ db, organisationId, now }: Booking,
	learned: readonly (Learned & Pick<BookedPayment, "id">)[],
): Write => {
	const said = (name: string) => sql`said.value ->> ${sql.raw(`'${name}'`)}`;
	const missing = (["rrr", "providerReference", "fee"] as const).map(
		(name) => sql`(${transactions[name]} IS NULL AND ${said(name)} IS NOT NULL)`,
	);
	return db
		.update(transactions)
		.set({
			rrr: sql`coalesce(${transactions.rrr}, ${said("rrr")})`,
			providerReference: sql`coalesce(${transactions.providerReference}, ${said("providerReference")})`,
			fee: sql`coalesce(${transactions.fee}, ${said("fee")})`,
			searchText: sql`coalesce(${said("searchText")}, ${transactions.searchText})`,
			updatedAt: nextVersion(transactions.updatedAt, now()),
		})
		.from(sql`(SELECT value, value ->> 'id' AS id FROM json_each(${JSON.stringify(learned)}) LIMIT -1) AS said`)
		.where(and(eq(transactions.organisationId, organisationId), sql`${transactions.id} = said.id`, or(...missing)));
};

/** Notes that money went back, once for each total. */
export const writeReversal = (
	{ db, organisationId, now }: Booking,
	{
		id,
		payment,
		reversed,
		day,
		description,
	}: {
		id: string;
		payment: Pick<BookedPayment, "id" | "currency" | "platform">;
		reversed: NonNullable<Verdict["reversed"]>;
		day: string;
		description: string;
	},
): Write =>
	db
		.insert(paymentReversals)
		.values({
			organisationId,
			id,
			transactionId: payment.id,
			...reversed,
			currency: payment.currency,
			platform: payment.platform,
			day,
			description,
			createdAt: now(),
		})
		.onConflictDoNothing();

/**
 * The condition that another successful payment of the applicant for the same stands, of which not all went back. why the plus
 * signs: SQLite would walk all payments of the application, or all successful ones.
 * @param id the payment's, or SQL for it @param onlyIf must hold of it, `own`
 */
export const isPaidBesides = ({ organisationId }: Booking, id: string | SQL, onlyIf = sql`true`): SQL => sql`EXISTS (
	SELECT 1 FROM transactions AS own CROSS JOIN transactions AS other
		ON other.organisation_id = ${organisationId} AND other.applicant_id = own.applicant_id AND other.id <> own.id
			AND +other.status = 'success' AND +other.application_id = own.application_id
			AND other.reversed_amount < other.amount + other.gateway_charge AND ${payForTheSame(sql`own`, sql`other`)}
	WHERE own.organisation_id = ${organisationId} AND own.id = ${id} AND ${onlyIf})`;

/** The condition that the same was paid for before: two payments for it stand. @param id the payment's, or SQL for it */
export const isPaidTwice = (books: Booking, id: string | SQL): SQL =>
	isPaidBesides(books, id, sql`own.reversed_amount < own.amount + own.gateway_charge`);

/** The condition that the applicant was admitted. */
const isAdmitted = ({ organisationId }: Booking, { applicantId }: BookedPayment): SQL => sql`EXISTS (
	SELECT 1 FROM applicants AS applicant CROSS JOIN workflow_steps AS step
		ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id AND step.type = 'ACCEPTED'
	WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId})`;

/** The condition that the applicant was admitted, and no other payment for the same stands. */
export const isAdmittedUnpaid = (ctx: Booking, payment: BookedPayment): SQL =>
	sql`${isAdmitted(ctx, payment)} AND NOT ${isPaidBesides(ctx, payment.id)}`;

export const isNotAdmitted = (ctx: Booking, payment: BookedPayment): SQL => sql`NOT ${isAdmitted(ctx, payment)}`;

/** The check has the payment for itself for so long. */
const claimMs = 120_000;

/** Takes payments that are due, the longest due first; nobody else checks them meanwhile. @returns those taken */
export const claimDue = ({ db, organisationId, now }: Booking, atMost: number): Promise<FoundPayment[]> =>
	db
		.update(transactions)
		.set({ dueAt: now() + claimMs })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				sql`${transactions.id} IN (SELECT due.id FROM transactions AS due INDEXED BY transactions_due
					WHERE due.organisation_id = ${organisationId} AND due.due_at IS NOT NULL AND due.due_at <= ${now()}
					ORDER BY due.due_at LIMIT ${atMost})`,
			),
		)
		.returning(bookedColumns);

/** Makes payments due at once in one statement: their platforms have news of them. @param onlyIf must hold */
export const makeManyDue = ({ db, organisationId, now }: Booking, ids: readonly string[], onlyIf?: SQL): Write =>
	db
		.update(transactions)
		.set({ dueAt: now() })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				sql`${transactions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				onlyIf,
			),
		);

/** Checks payments no longer that nobody can check; those that became due again meanwhile have news. */
export const stopChecks = ({ db, organisationId, now }: Booking, ids: readonly string[]): Write =>
	db
		.update(transactions)
		.set({ dueAt: null })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				sql`${transactions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				gt(transactions.dueAt, now()),
			),
		);

/**
 * Makes the pending payments of a platform due again that nobody could check, or whose check has begun without keys. why not those that were checked as often as they
 * are: every change of a configuration would ask about all that were ever given up.
 */
export const resumeChecks = ({ db, organisationId, now }: Booking, platform: string): Write =>
	db
		.update(transactions)
		.set({ dueAt: now() })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.status, "pending"),
				eq(transactions.platform, platform),
				or(isNull(transactions.dueAt), lte(transactions.dueAt, now() + claimMs)),
				lt(transactions.checks, mostChecks),
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

/** Returns what the events of a payment say of it. */
export const aboutPayment = (payment: FoundPayment) => ({
	transactionId: payment.id,
	reference: payment.reference,
	platform: payment.platform,
	amount: payment.amount + payment.gatewayCharge,
	currency: payment.currency,
	applicationId: payment.applicationId,
	applicantIds: payment.applicantId === null ? [] : [payment.applicantId],
});
