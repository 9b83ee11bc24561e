import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { fullName } from "#worker/contract/text/full-name";
import { couponCodes, coupons } from "#worker/database/schema/discounts";
import { isWithin } from "#worker/database/scope";
import { foldCode } from "#worker/services/coupons/code-text";
import type { CouponItem, CouponUse } from "#worker/services/coupons/contract";
import type { TransactionStatus } from "#worker/services/transactions/contract";

/** Reads what of a coupon may not be changed at will. */
export const findKept = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select({ codes: coupons.codes, ownCode: coupons.ownCode, uses: coupons.uses })
		.from(coupons)
		.where(and(eq(coupons.organisationId, organisationId), eq(coupons.id, id)));
	return found;
};

const withCode = ({ organisationId }: OrgContext, code: string, exceptId = ""): SQL | undefined =>
	and(
		eq(couponCodes.organisationId, organisationId),
		eq(couponCodes.folded, foldCode(code)),
		ne(couponCodes.couponId, exceptId),
	);

/** Checks whether another coupon has this code, or one that looks like it. */
export const isTaken = async (ctx: OrgContext, code: string, exceptId?: string): Promise<boolean> => {
	const found = await ctx.db
		.select({ couponId: couponCodes.couponId })
		.from(couponCodes)
		.where(withCode(ctx, code, exceptId));
	return found.length > 0;
};
export const isNotTaken = (ctx: OrgContext, code: string, exceptId?: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${couponCodes} WHERE ${withCode(ctx, code, exceptId)})`;

interface Page {
	page: number;
	size: number;
}

interface UseRow {
	transactionId: string;
	code: string;
	amount: number;
	currency: string;
	usedAt: number;
	reference: string | null;
	status: TransactionStatus | null;
	applicantId: string | null;
	firstName: string | null;
	middleName: string | null;
	lastName: string | null;
	applicationNumber: string | null;
}

/** The payment of a use, and its applicant where the user may see them. */
const joinPayment = (ctx: OrgContext): SQL => {
	const seers = anyOf("candidate");
	// why both: an API key reaches the whole institution with whatever privileges it has.
	const isSeen = holdsAny(ctx.actor.privileges, seers)
		? isWithin({ scope: ctx.scopeFor(seers) }, sql`person.course_id`)
		: sql`false`;
	return sql`LEFT JOIN transactions AS paid
			ON paid.organisation_id = ${ctx.organisationId} AND paid.id = used.transaction_id
		LEFT JOIN applicants AS person
			ON person.organisation_id = ${ctx.organisationId} AND person.id = paid.applicant_id AND ${isSeen}`;
};

const ofUse = sql`used.transaction_id AS transactionId, used.amount, used.currency, used.taken_at AS usedAt,
	paid.reference, paid.status, person.id AS applicantId, person.first_name AS firstName,
	person.middle_name AS middleName, person.last_name AS lastName, person.application_number AS applicationNumber`;

const toUse = ({ transactionId, code, amount, currency, usedAt, reference, status, ...person }: UseRow): CouponUse => ({
	transactionId,
	code,
	amount,
	currency,
	usedAt,
	reference,
	status,
	applicant:
		person.applicantId === null
			? null
			: {
					id: person.applicantId,
					name: fullName({
						firstName: person.firstName ?? "",
						middleName: person.middleName,
						lastName: person.lastName ?? "",
					}),
					applicationNumber: person.applicationNumber ?? "",
				},
});

interface ItemQuery extends Page {
	keyword: string;
	used?: boolean | undefined;
}

/** Reads one page of a coupon's codes, each with its last use. */
export const pageOfItems = async (ctx: OrgContext, id: string, { page, size, keyword, used }: ItemQuery) => {
	const { db, organisationId } = ctx;
	const typed = foldCode(keyword);
	const matching = sql`code.organisation_id = ${organisationId} AND code.coupon_id = ${id}
		${typed === "" ? sql`` : sql`AND instr(code.folded, ${typed}) > 0`}
		${used === undefined ? sql`` : used ? sql`AND code.uses > 0` : sql`AND code.uses = 0`}`;
	const [rows, total] = await Promise.all([
		db.all<Omit<UseRow, "transactionId"> & { transactionId: string | null; position: number; uses: number }>(sql`
			SELECT code.position, code.code, code.uses, ${ofUse}
			FROM coupon_codes AS code
			LEFT JOIN coupon_uses AS used ON used.organisation_id = ${organisationId} AND used.transaction_id = (
				SELECT last.transaction_id FROM coupon_uses AS last
				WHERE last.organisation_id = ${organisationId} AND last.coupon_id = ${id} AND last.position = code.position
					AND last.released_at IS NULL
				ORDER BY last.taken_at DESC LIMIT 1)
			${joinPayment(ctx)}
			WHERE ${matching} ORDER BY code.position LIMIT ${size} + 0 OFFSET ${page * size} + 0`),
		db.all<{ total: number }>(sql`SELECT count(*) AS total FROM coupon_codes AS code WHERE ${matching}`),
	]);
	const data = rows.map(
		({ position, uses, transactionId, ...row }): CouponItem => ({
			position,
			code: row.code,
			uses,
			lastUse: transactionId === null ? null : toUse({ transactionId, ...row }),
		}),
	);
	return { data, resultTotal: total[0]?.total ?? 0, page, size };
};

/** Reads one page of the uses of a coupon that count, the newest first. */
export const pageOfUses = async (ctx: OrgContext, id: string, { page, size }: Page) => {
	const { db, organisationId } = ctx;
	const [rows, total] = await Promise.all([
		db.all<UseRow>(sql`
			SELECT ${ofUse}, code.code
			FROM coupon_uses AS used
			JOIN coupon_codes AS code ON code.organisation_id = ${organisationId} AND code.coupon_id = used.coupon_id
				AND code.position = used.position
			${joinPayment(ctx)}
			WHERE used.organisation_id = ${organisationId} AND used.coupon_id = ${id} AND used.released_at IS NULL
			ORDER BY used.taken_at DESC, used.transaction_id DESC LIMIT ${size} + 0 OFFSET ${page * size} + 0`),
		db
			.select({ total: coupons.uses })
			.from(coupons)
			.where(and(eq(coupons.organisationId, organisationId), eq(coupons.id, id))),
	]);
	return { data: rows.map(toUse), resultTotal: total[0]?.total ?? 0, page, size };
};

/** Counts the uses of the coupon of a query by an applicant: those of their payments, also of records merged into theirs. */
export const usesBy = ({ organisationId }: Pick<OrgContext, "organisationId">, applicantId: string) =>
	sql<number>`(SELECT count(*) FROM transactions AS mine
		JOIN coupon_uses AS earlier ON earlier.organisation_id = mine.organisation_id AND earlier.transaction_id = mine.id
		WHERE mine.organisation_id = ${organisationId} AND mine.applicant_id = ${applicantId}
			AND earlier.coupon_id = coupons.id AND earlier.released_at IS NULL)`;

/** Reads the code that is compared like this, with what its coupon demands. */
export const findCode = async (ctx: OrgContext, { folded, applicantId }: { folded: string; applicantId: string }) => {
	const { db, organisationId } = ctx;
	const [found] = await db
		.select({
			couponId: couponCodes.couponId,
			position: couponCodes.position,
			code: couponCodes.code,
			uses: sql<number>`${couponCodes.uses}`.as("code_uses"),
			usesPerCode: coupons.usesPerCode,
			usesPerApplicant: coupons.usesPerApplicant,
			usesOfApplicant: usesBy(ctx, applicantId).as("uses_of_applicant"),
			percent: coupons.percent,
			amount: coupons.amount,
			currency: coupons.currency,
			applicationIds: coupons.applicationIds,
			paymentKinds: coupons.paymentKinds,
			startsAt: coupons.startsAt,
			endsAt: coupons.endsAt,
			active: coupons.active,
			version: coupons.updatedAt,
		})
		.from(couponCodes)
		.innerJoin(
			coupons,
			and(eq(coupons.organisationId, couponCodes.organisationId), eq(coupons.id, couponCodes.couponId)),
		)
		.where(and(eq(couponCodes.organisationId, organisationId), eq(couponCodes.folded, folded)));
	return found;
};
export type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** Reads all codes of a coupon in the order in which they were made. */
export const allCodes = ({ db, organisationId }: OrgContext, couponId: string) =>
	db
		.select({ code: couponCodes.code, uses: couponCodes.uses })
		.from(couponCodes)
		.where(and(eq(couponCodes.organisationId, organisationId), eq(couponCodes.couponId, couponId)))
		.orderBy(couponCodes.position);
