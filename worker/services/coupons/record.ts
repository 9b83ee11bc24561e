import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { coupons } from "#worker/database/schema/discounts";
import { defineRecord } from "#worker/records/queries";
import { areApplications, hasUnknownApplication } from "#worker/services/applications/references.queries";
import { foldCode } from "#worker/services/coupons/code-text";
import { type CouponStatus, couponRecord } from "#worker/services/coupons/contract";
import { findKept, isNotTaken, isTaken } from "#worker/services/coupons/queries";
import { addCodes, removeCodes, replaceOwnCode } from "#worker/services/coupons/writes";

const own = sql`coupons.organisation_id`;
const firstCode = sql<string>`(SELECT code.code FROM coupon_codes AS code
	WHERE code.organisation_id = ${own} AND code.coupon_id = coupons.id AND code.position = 0)`;

/** The state of a coupon: the first that applies. */
const status = ({ now }: Pick<OrgContext, "now">) => sql<CouponStatus>`CASE
	WHEN NOT coupons.active THEN 'off'
	WHEN coupons.ends_at <= ${now()} THEN 'expired'
	WHEN coupons.uses >= coupons.codes * coupons.uses_per_code THEN 'used_up'
	WHEN coupons.starts_at > ${now()} THEN 'scheduled'
	ELSE 'active' END`;

const hasCode = ({ organisationId }: OrgContext, typed: string): SQL | undefined => {
	const folded = foldCode(typed);
	if (folded.length < 6) return undefined;
	return sql`coupons.id = (SELECT coupon_id FROM coupon_codes
		WHERE organisation_id = ${organisationId} AND folded = ${folded})`;
};

const named = (ctx: OrgContext, keyword: string): SQL | undefined => {
	const [words, code] = [containsWords(keyword, coupons.name), hasCode(ctx, keyword)];
	return words && code ? sql`(${words} OR ${code})` : words;
};

/** The coupon as the kernel of records keeps it. */
export const coupon = defineRecord({
	kind: "coupon",
	endpoints: couponRecord,
	table: coupons,
	columns: {
		name: coupons.name,
		codes: coupons.codes,
		ownCode: coupons.ownCode,
		firstCode,
		usesPerCode: coupons.usesPerCode,
		usesPerApplicant: coupons.usesPerApplicant,
		percent: coupons.percent,
		amount: coupons.amount,
		currency: coupons.currency,
		applicationIds: coupons.applicationIds,
		paymentKinds: coupons.paymentKinds,
		startsAt: coupons.startsAt,
		endsAt: coupons.endsAt,
		active: coupons.active,
		status,
		uses: coupons.uses,
	},
	sorts: {
		created: sql`-${coupons.createdAt}`,
		name: folded(coupons.name),
		ends: sql`coalesce(${coupons.endsAt}, 9e15)`,
		uses: coupons.uses,
	},
	matching: (ctx, { keyword, applicationId, ...query }) =>
		and(
			named(ctx, keyword),
			query.status && eq(status(ctx), query.status),
			applicationId === undefined
				? undefined
				: sql`(coupons.application_ids = '[]'
					OR EXISTS (SELECT 1 FROM json_each(coupons.application_ids) WHERE value = ${applicationId}))`,
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "coupons_by_name",
		field: "name",
		create: "coupon_exists",
		update: "coupon_exists",
		text: ({ name }) => `There is a discount code called “${name}” already.`,
	},
	check: async (ctx, fields, id) => {
		const faults = faultsOf(fields);
		if (Object.keys(faults).length > 0) return fail("coupon_wrong", { fields: faults });
		const [kept, taken, unknown] = await Promise.all([
			id === undefined ? undefined : findKept(ctx, id),
			fields.ownCode === null ? false : isTaken(ctx, fields.ownCode, id),
			hasUnknownApplication(ctx, fields.applicationIds),
		]);
		if (unknown)
			return fail("coupon_wrong", { fields: { applicationIds: ["An application does not exist. Choose again."] } });
		if (taken)
			return fail("coupon_code_taken", {
				fields: { ownCode: ["This code, or one that looks like it, is in use already."] },
			});
		if (!kept) return undefined;
		if (fields.codes < kept.codes)
			return fail("coupon_codes_kept", { fields: { codes: [`${kept.codes} codes were made, and they are kept.`] } });
		if (fields.ownCode !== kept.ownCode && kept.uses > 0)
			return fail("coupon_codes_kept", { fields: { ownCode: ["This code has been used, so it stays."] } });
		return undefined;
	},
	holds: (ctx, { codes, ownCode, applicationIds }, id) =>
		and(
			ownCode === null ? undefined : isNotTaken(ctx, ownCode, id),
			areApplications(ctx, applicationIds),
			id === undefined
				? undefined
				: sql`coupons.codes <= ${codes} AND (coupons.own_code IS ${ownCode} OR coupons.uses = 0)`,
		),
	writes: (ctx, { id, codes, ownCode }, before) => [
		...(codes > (before?.codes ?? 0) ? [addCodes(ctx, id, { from: before?.codes ?? 0, to: codes, ownCode })] : []),
		...(before && before.ownCode !== ownCode ? [replaceOwnCode(ctx, id, ownCode)] : []),
	],
	removes: (ctx, id) => removeCodes(ctx, id),
	uses: {
		code: "coupon_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM coupon_uses
				WHERE organisation_id = ${organisationId} AND coupon_id = ${id} AND released_at IS NULL`,
		],
		text: ({ name }) => `“${name}” has been used, so it cannot be deleted. Switch it off instead.`,
	},
});

type Fields = Parameters<NonNullable<Parameters<typeof defineRecord<typeof couponRecord>>[0]["check"]>>[1];

/** Says beside the fields what does not fit together. */
const faultsOf = ({
	percent,
	amount,
	currency,
	codes,
	ownCode,
	startsAt,
	endsAt,
}: Fields): Record<string, string[]> => ({
	...(percent === null && amount === null && { percent: ["Enter a percentage or an amount."] }),
	...(percent !== null && amount !== null && { amount: ["Enter a percentage or an amount, not both."] }),
	...(amount !== null && currency === null && { currency: ["An amount needs a currency. Choose one."] }),
	...(ownCode !== null && codes > 1 && { ownCode: ["Only a single code can be chosen. Several codes are made."] }),
	...(startsAt !== null &&
		endsAt !== null &&
		endsAt <= startsAt && { endsAt: ["The end must be after the beginning."] }),
});
