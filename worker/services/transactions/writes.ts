import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import type { Write } from "#worker/database/commit";
import { insertFrom, randomId } from "#worker/database/insert-from";
import { paymentExceptions, transactions } from "#worker/database/schema/transactions";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";
import { isPaidBesides, isPaidTwice } from "#worker/services/transactions/ledger.writes";

export const moveTransactions = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(transactions)
		.set({ applicantId: to })
		.where(and(eq(transactions.organisationId, organisationId), sql`${transactions.id} IN ${ids}`));

/**
 * Notes payments that have moved to an applicant who had paid for the same; also anew what a former merge had noted, which was
 * undone. @param ids a query of their ids
 */
export const noteTwicePaid = (ctx: OrgContext, ids: SQL): Write =>
	insertFrom(
		ctx.db,
		paymentExceptions,
		{
			organisationId: ctx.organisationId,
			id: randomId,
			kind: "paid_twice",
			subject: sql`moved.id`,
			transactionId: sql`moved.id`,
			platform: sql`moved.platform`,
			reference: sql`moved.reference`,
			courseId: sql`moved.course_id`,
			amount: sql`moved.amount + moved.gateway_charge`,
			currency: sql`moved.currency`,
			reason: "Two records of the applicant were merged, and both have paid for the same.",
			createdAt: ctx.now(),
		},
		sql`FROM transactions AS moved INDEXED BY transactions_by_id
			WHERE moved.organisation_id = ${ctx.organisationId} AND moved.id IN ${ids} AND +moved.status = 'success'
				AND ${isPaidTwice(ctx, sql`moved.id`)}`,
	).onConflictDoUpdate({
		target: [paymentExceptions.organisationId, paymentExceptions.kind, paymentExceptions.subject],
		set: {
			...{ reason: sql`excluded.reason`, createdAt: sql`excluded.created_at` },
			...{ resolvedAt: null, action: null, resolution: null },
		},
		setWhere: eq(paymentExceptions.action, "settled"),
	});

type Booking = Pick<OrgContext, "db" | "organisationId" | "now">;

/** Resolves what is open of a kind about payments. @param ids a query of their ids; @param onlyIf must hold of each */
const settleKind = (
	{ db, organisationId, now }: Booking,
	{ kind, ids, onlyIf, resolution }: { kind: ExceptionKind; ids: SQL; onlyIf: SQL; resolution: string },
): Write =>
	db
		.update(paymentExceptions)
		.set({ action: "settled", resolution, resolvedAt: now() })
		.where(
			and(
				eq(paymentExceptions.organisationId, organisationId),
				sql`${paymentExceptions.transactionId} IN ${ids}`,
				sql`+${paymentExceptions.kind} = ${kind}`,
				isNull(sql`+${paymentExceptions.resolvedAt}`),
				onlyIf,
			),
		);

const paymentNoted = sql`${paymentExceptions.transactionId}`;

/** Resolves what was noted of payments if their applicant has paid once now. @param ids a query of their ids */
export const settleOncePaid = (ctx: Booking, ids: SQL, resolution: string): Write =>
	settleKind(ctx, { kind: "paid_twice", ids, resolution, onlyIf: sql`NOT ${isPaidTwice(ctx, paymentNoted)}` });

/**
 * Resolves that money of admitted applicants went back where they have paid for the same again.
 * @param paidIds the ids of the payments with which they did
 */
export const settlePaidAgain = (ctx: Booking, paidIds: readonly string[]): Write =>
	settleKind(ctx, {
		kind: "reversed_after_admission",
		ids: sql`(SELECT other.id FROM json_each(${JSON.stringify(paidIds)}) AS paid
			CROSS JOIN transactions AS own ON own.organisation_id = ${ctx.organisationId} AND own.id = paid.value
			CROSS JOIN transactions AS other
				ON other.organisation_id = ${ctx.organisationId} AND other.applicant_id = own.applicant_id)`,
		resolution: "The applicant has paid for the same again.",
		onlyIf: isPaidBesides(ctx, paymentNoted),
	});

/** Selects the ids of an applicant's payments. */
export const paidBy = ({ organisationId }: Pick<OrgContext, "organisationId">, applicantId: string | null): SQL =>
	sql`(SELECT twin.id FROM transactions AS twin WHERE twin.organisation_id = ${organisationId}
		AND twin.applicant_id = ${applicantId})`;
