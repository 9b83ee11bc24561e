import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom, randomId } from "#worker/database/insert-from";
import { paymentExceptions, transactions } from "#worker/database/schema/transactions";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";
import { isPaidTwice } from "#worker/services/transactions/ledger.writes";

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

/** Resolves what was noted of payments if their applicant has paid once now. @param ids a query of their ids */
export const settleOncePaid = (
	ctx: Pick<OrgContext, "db" | "organisationId" | "now">,
	ids: SQL,
	resolution: string,
): Write =>
	ctx.db
		.update(paymentExceptions)
		.set({ action: "settled", resolution, resolvedAt: ctx.now() })
		.where(
			and(
				eq(paymentExceptions.organisationId, ctx.organisationId),
				sql`${paymentExceptions.transactionId} IN ${ids}`,
				sql`+${paymentExceptions.kind} = 'paid_twice'`,
				isNull(sql`+${paymentExceptions.resolvedAt}`),
				sql`NOT ${isPaidTwice(ctx, sql`${paymentExceptions.transactionId}`)}`,
			),
		);

/** Selects the ids of an applicant's payments. */
export const paidBy = ({ organisationId }: Pick<OrgContext, "organisationId">, applicantId: string | null): SQL =>
	sql`(SELECT twin.id FROM transactions AS twin WHERE twin.organisation_id = ${organisationId}
		AND twin.applicant_id = ${applicantId})`;
