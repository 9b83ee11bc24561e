import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import type { Write } from "#worker/database/commit";
import { insertFrom, randomId } from "#worker/database/insert-from";
import { paymentExceptions } from "#worker/database/schema/transactions";

type Booking = Pick<OrgContext, "db" | "organisationId" | "now">;

export interface NewException {
	id: string;
	kind: ExceptionKind;
	/** What it is about: a payment's id, or a reference. */
	subject: string;
	transactionId: string | null;
	platform: string;
	reference: string;
	rrr?: string | null;
	providerReference?: string | null;
	configurationId?: string | null;
	courseId: string | null;
	reason: string;
	/** What came; null where the platform does not name it. */
	amount: number | null;
	currency: string | null;
}

/**
 * Notes something odd, once for each kind and subject; while it is open, what was last heard of it replaces the rest. What
 * was resolved stays resolved. @param onlyIf must hold
 */
export const writeException = ({ db, organisationId, now }: Booking, exception: NewException, onlyIf?: SQL): Write =>
	insertFrom(
		db,
		paymentExceptions,
		{ organisationId, ...exception, createdAt: now() },
		onlyIf ? sql`WHERE ${onlyIf}` : sql`WHERE true`,
	).onConflictDoUpdate(lastHeard);

/** The id of the payment that an exception of many is about, for what must hold of it. */
export const paymentNoted = sql`value ->> 'transactionId'`;

/** The same for many in one statement. @param onlyIf must hold */
export const writeExceptions = (
	{ db, organisationId, now }: Booking,
	exceptions: readonly NewException[],
	onlyIf = sql`true`,
): Write =>
	insertFrom(
		db,
		paymentExceptions,
		{
			organisationId,
			createdAt: now(),
			id: sql`value ->> 'id'`,
			kind: sql`value ->> 'kind'`,
			subject: sql`value ->> 'subject'`,
			transactionId: sql`value ->> 'transactionId'`,
			platform: sql`value ->> 'platform'`,
			reference: sql`value ->> 'reference'`,
			rrr: sql`value ->> 'rrr'`,
			providerReference: sql`value ->> 'providerReference'`,
			courseId: sql`value ->> 'courseId'`,
			reason: sql`value ->> 'reason'`,
			amount: sql`value ->> 'amount'`,
			currency: sql`value ->> 'currency'`,
		},
		sql`FROM json_each(${JSON.stringify(exceptions)}) WHERE ${onlyIf}`,
	).onConflictDoUpdate(lastHeard);

const lastHeard = {
	target: [paymentExceptions.organisationId, paymentExceptions.kind, paymentExceptions.subject],
	set: { reason: sql`excluded.reason`, amount: sql`excluded.amount`, currency: sql`excluded.currency` },
	setWhere: isNull(paymentExceptions.resolvedAt),
};

/** What was done about an exception. */
export interface Resolved {
	action: string;
	/** Why, for people. */
	resolution: string;
	/** Null where the platform's news resolved it. */
	by: { id: string | null; name: string | null } | null;
}

const resolved = ({ now }: Booking, { action, resolution, by }: Resolved) => ({
	action,
	resolution,
	resolvedAt: now(),
	resolvedBy: by?.id || null,
	resolvedByName: by?.name || null,
});

/** Resolves an exception that is still open. @param onlyIf must hold as well; @param more what else is noted of it */
export const resolveException = (
	ctx: Booking,
	id: string,
	how: Resolved,
	{ onlyIf, more = {} }: { onlyIf?: SQL | undefined; more?: { transactionId?: string; courseId?: string } } = {},
): Write =>
	ctx.db
		.update(paymentExceptions)
		.set({ ...resolved(ctx, how), ...more })
		.where(and(isOpen(ctx, eq(paymentExceptions.id, id)), onlyIf));

/** Notes which payment is to be refunded at its platform; the exception stays open until it was. */
export const noteRefund = (ctx: Booking, id: string, refundOf: string): Write =>
	ctx.db
		.update(paymentExceptions)
		.set({ refundOf })
		.where(isOpen(ctx, eq(paymentExceptions.id, id)));

/**
 * Resolves the open exceptions of some kinds about payments, whose platform has made them void. why two statements, and the
 * plus signs: with one SQLite walks all that are open. @param onlyIf must hold of each
 */
export const settleExceptions = (
	ctx: Booking,
	transactionIds: readonly string[],
	kinds: readonly ExceptionKind[],
	resolution: string,
	onlyIf?: SQL,
): Write[] =>
	[paymentExceptions.transactionId, paymentExceptions.refundOf].map((column) =>
		ctx.db
			.update(paymentExceptions)
			.set(resolved(ctx, { action: "settled", resolution, by: null }))
			.where(
				and(
					eq(paymentExceptions.organisationId, ctx.organisationId),
					sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(transactionIds)}))`,
					sql`+${paymentExceptions.kind} IN ${kinds}`,
					sql`+${paymentExceptions.resolvedAt} IS NULL`,
					onlyIf,
				),
			),
	);

/** Resolves what is noted of an amount that staff have accepted, as the platform said it, or as a settlement file has it. */
export const settleAmount = (
	ctx: Booking,
	transactionId: string,
	{ amount, currency }: { amount: number; currency: string },
	resolution: string,
): Write[] =>
	settleExceptions(
		ctx,
		[transactionId],
		["amount_differs", "currency_differs"],
		resolution,
		and(eq(paymentExceptions.amount, amount), eq(paymentExceptions.currency, currency)),
	);

/**
 * Says of what was noted of references that were in no books which payments have learned them since, and resolves it; not where
 * another amount was settled by them than a payment that is not successful asks for, which somebody has to look at all the
 * same. why a limit: SQLite would walk all that are open otherwise.
 */
export const settleUnknown = (ctx: Booking, known: readonly { subject: string; transactionId: string }[]): Write[] => {
	const { db, organisationId } = ctx;
	const learned = sql`(SELECT value FROM json_each(${JSON.stringify(known)}) LIMIT -1) AS known`;
	const transactionId = sql`known.value ->> 'transactionId'`;
	const isLearned = and(
		eq(paymentExceptions.organisationId, organisationId),
		eq(paymentExceptions.kind, "unknown_reference"),
		// why also by its line: that is kept, and noted, by another of its names.
		sql`${paymentExceptions.subject} IN (known.value ->> 'subject', (SELECT line.platform || ' ' || line.reference
			FROM settlement_lines AS line WHERE line.organisation_id = ${organisationId}
				AND line.transaction_id = ${transactionId} AND line.transaction_id IS NOT NULL LIMIT 1))`,
		sql`+${paymentExceptions.resolvedAt} IS NULL`,
	);
	const courseId = sql`(SELECT payment.course_id FROM transactions AS payment
		WHERE payment.organisation_id = ${organisationId} AND payment.id = ${transactionId})`;
	const isSettledOtherwise = sql`EXISTS (SELECT 1 FROM settlement_lines AS line CROSS JOIN transactions AS payment
			ON payment.organisation_id = ${organisationId} AND payment.id = line.transaction_id
		WHERE line.organisation_id = ${organisationId} AND line.transaction_id = ${transactionId}
			AND line.transaction_id IS NOT NULL AND payment.status <> 'success' AND ${isAnotherAmount})`;
	const resolution = "It is the reference of a payment in the books.";
	return [
		db.update(paymentExceptions).set({ transactionId, courseId }).from(learned).where(isLearned),
		db
			.update(paymentExceptions)
			.set(resolved(ctx, { action: "settled", resolution, by: null }))
			.from(learned)
			.where(and(isLearned, sql`NOT ${isSettledOtherwise}`)),
	];
};

const isAnotherAmount = sql`(line.amount <> payment.amount + payment.gateway_charge OR line.currency <> payment.currency)`;

/**
 * Names what is noted of another amount that was settled. why not by the payment alone: what its platform says of the amount is
 * noted, and resolved, by that.
 */
export const settledSubject = (transactionId: string): string => `${transactionId} settled`;

/** Notes of successful payments that another amount was settled than was asked for, by a line that came before. */
export const noteSettledOtherwise = ({ db, organisationId, now }: Booking, transactionIds: readonly string[]): Write =>
	insertFrom(
		db,
		paymentExceptions,
		{
			organisationId,
			id: randomId,
			kind: sql`iif(line.currency = payment.currency, 'amount_differs', 'currency_differs')`,
			subject: sql`payment.id || ${settledSubject("")}`,
			transactionId: sql`payment.id`,
			platform: sql`payment.platform`,
			reference: sql`payment.reference`,
			courseId: sql`payment.course_id`,
			amount: sql`line.amount`,
			currency: sql`line.currency`,
			reason: sql`'Another amount was settled than was asked for. Row ' || line.row_number
				|| coalesce(' of ' || file.file_name, '') || '.'`,
			createdAt: now(),
		},
		sql`FROM json_each(${JSON.stringify(transactionIds)}) AS asked
			CROSS JOIN transactions AS payment INDEXED BY transactions_by_id
				ON payment.organisation_id = ${organisationId} AND payment.id = asked.value
			CROSS JOIN settlement_lines AS line INDEXED BY settlement_lines_of_transaction
				ON line.organisation_id = ${organisationId} AND line.transaction_id = payment.id
					AND line.transaction_id IS NOT NULL
			LEFT JOIN imports AS file ON file.organisation_id = ${organisationId} AND file.id = line.import_id
			WHERE payment.status = 'success' AND ${isAnotherAmount}`,
	).onConflictDoUpdate(lastHeard);

const isOpen = ({ organisationId }: Booking, matching: SQL | undefined) =>
	and(eq(paymentExceptions.organisationId, organisationId), matching, isNull(paymentExceptions.resolvedAt));
