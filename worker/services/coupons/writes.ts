import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { couponCodes, couponUses } from "#worker/database/schema/discounts";
import { foldCode, makeCode } from "#worker/services/coupons/code-text";
import { usesBy } from "#worker/services/coupons/queries";

interface Added {
	/** The first and the first not to be made. */
	from: number;
	to: number;
	/** The text of the only one; null to have it made. */
	ownCode: string | null;
}

/** Makes codes. why on conflict nothing: two changes at once may both see that some are missing. */
export const addCodes = (
	{ db, organisationId, now }: OrgContext,
	couponId: string,
	{ from, to, ownCode }: Added,
): Write => {
	const made = Array.from({ length: to - from }, (_, index) => {
		const code = ownCode ?? makeCode();
		return [from + index, code, foldCode(code)];
	});
	return insertFrom(
		db,
		couponCodes,
		{
			organisationId,
			couponId,
			createdAt: now(),
			position: sql`value ->> 0`,
			code: sql`value ->> 1`,
			folded: sql`value ->> 2`,
		},
		sql`FROM json_each(${JSON.stringify(made)}) WHERE true
			ON CONFLICT (organisation_id, coupon_id, position) DO NOTHING`,
	);
};

const isCoupon = ({ organisationId }: OrgContext, couponId: string) =>
	and(eq(couponCodes.organisationId, organisationId), eq(couponCodes.couponId, couponId));

/** Replaces the text of a single code that nobody has used. @param ownCode null to have it made */
export const replaceOwnCode = (ctx: OrgContext, couponId: string, ownCode: string | null): Write => {
	const code = ownCode ?? makeCode();
	return ctx.db
		.update(couponCodes)
		.set({ code, folded: foldCode(code) })
		.where(and(isCoupon(ctx, couponId), eq(couponCodes.position, 0), eq(couponCodes.uses, 0)));
};

export const removeCodes = (ctx: OrgContext, couponId: string): Write[] => [
	ctx.db.delete(couponCodes).where(isCoupon(ctx, couponId)),
	ctx.db
		.delete(couponUses)
		.where(
			and(
				eq(couponUses.organisationId, ctx.organisationId),
				eq(couponUses.couponId, couponId),
				isNotNull(couponUses.releasedAt),
			),
		),
];

/** A use to be taken, as `findUsableCode` has found it. */
export interface CodeToTake {
	couponId: string;
	position: number;
	/** The version of its discount: a price was made by it. */
	version: number;
	applicationId: string;
	applicantId: string;
	/** The payment that is started with it. */
	transactionId: string;
	/** What it takes off, in minor units. */
	amount: number;
	currency: string;
	now: number;
}

/**
 * Takes a use of a code, if it can still be used: the guarded statement of the commit that creates the payment. Of two
 * payments that take the last use at once, the second changes nothing, and its commit is undone.
 */
export const takeCode = (ctx: OrgContext, asked: CodeToTake): { write: Write; expectedChanges: 1 } => {
	const { db, organisationId } = ctx;
	const { couponId, position, version, applicationId, applicantId, transactionId, amount, currency, now } = asked;
	const write = insertFrom(
		db,
		couponUses,
		{ organisationId, transactionId, couponId, position, amount, currency, takenAt: now },
		sql`FROM coupons JOIN coupon_codes AS code
				ON code.organisation_id = coupons.organisation_id AND code.coupon_id = coupons.id AND code.position = ${position}
			WHERE coupons.organisation_id = ${organisationId} AND coupons.id = ${couponId} AND coupons.active
				AND coupons.updated_at = ${version}
				AND (coupons.starts_at IS NULL OR coupons.starts_at <= ${now})
				AND (coupons.ends_at IS NULL OR coupons.ends_at > ${now})
				AND (coupons.uses_per_code IS NULL OR code.uses < coupons.uses_per_code)
				AND (coupons.currency IS NULL OR coupons.currency = ${currency})
				AND (coupons.application_ids = '[]'
					OR EXISTS (SELECT 1 FROM json_each(coupons.application_ids) WHERE value = ${applicationId}))
				AND (coupons.uses_per_applicant IS NULL
					OR ${usesBy(ctx, applicantId)} < coupons.uses_per_applicant)`,
	);
	return { write, expectedChanges: 1 };
};

type Books = Pick<OrgContext, "db" | "organisationId" | "now">;

const ofPayments = ({ organisationId }: Books, transactionIds: readonly string[]) =>
	and(
		eq(couponUses.organisationId, organisationId),
		sql`${couponUses.transactionId} IN (SELECT value FROM json_each(${JSON.stringify(transactionIds)}))`,
	);

/**
 * Gives back the uses of payments that have failed for good, were never made or were given up; without a use it changes
 * nothing. why the status: one that is paid in this moment keeps its use.
 */
export const releaseCodes = (ctx: Books, transactionIds: readonly string[]): Write =>
	ctx.db
		.update(couponUses)
		.set({ releasedAt: ctx.now() })
		.where(
			and(
				ofPayments(ctx, transactionIds),
				isNull(couponUses.releasedAt),
				sql`NOT EXISTS (SELECT 1 FROM transactions AS paid WHERE paid.organisation_id = ${couponUses.organisationId}
					AND paid.id = ${couponUses.transactionId} AND +paid.status = 'success')`,
			),
		);

/**
 * Counts released uses again: their payments were made after all. A trigger (migration 0082) leaves out those for which there
 * is no room any more; `isDiscountGone` says which.
 */
export const reclaimCodes = (ctx: Books, transactionIds: readonly string[]): Write =>
	ctx.db
		.update(couponUses)
		.set({ releasedAt: null })
		.where(and(ofPayments(ctx, transactionIds), isNotNull(couponUses.releasedAt)));

/** The condition that a payment was discounted by a use that is released. @param id the payment's, or SQL for it */
export const isDiscountGone = ({ organisationId }: Pick<Books, "organisationId">, id: string | SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM coupon_uses AS used WHERE used.organisation_id = ${organisationId}
		AND used.transaction_id = ${id} AND used.released_at IS NOT NULL)`;
