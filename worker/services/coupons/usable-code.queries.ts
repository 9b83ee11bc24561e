import type { OrgContext } from "#worker/context";
import type { PaymentKind } from "#worker/contract/payment-kinds";
import type { Discount } from "#worker/contract/price";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { formatMoney } from "#worker/contract/text/money";
import { foldCode } from "#worker/services/coupons/code-text";
import { type FoundCode, findCode } from "#worker/services/coupons/queries";

interface Asked {
	/** As the applicant typed it. */
	code: string;
	applicationId: string;
	applicantId: string;
	currency: string;
	/** What the lines of the payment are for, add-ons among them. */
	kinds: readonly PaymentKind[];
	now: number;
}

/** Finds a code that can be used for a payment now, or says why it cannot (§3 Coupon). `takeCode` then takes it. */
export const findUsableCode = async (ctx: OrgContext, asked: Asked) => {
	const folded = foldCode(asked.code);
	const found = folded === "" ? undefined : await findCode(ctx, { folded, applicantId: asked.applicantId });
	if (!found) return fail("coupon_unknown");
	const refused = whyNot(found, asked);
	return refused
		? fail(refused)
		: ok({
				couponId: found.couponId,
				position: found.position,
				version: found.version,
				discount: discountOf(found),
			});
};

type Unusable = Extract<
	ProblemCode,
	`coupon_other_${string}` | `coupon_${"off" | "not_begun" | "expired" | "used_up" | "used_already" | "unknown"}`
>;

const whyNot = (found: FoundCode, { applicationId, currency, kinds, now }: Asked): Unusable | undefined => {
	if (!found.active) return "coupon_off";
	if (found.endsAt !== null && found.endsAt <= now) return "coupon_expired";
	if (found.startsAt !== null && found.startsAt > now) return "coupon_not_begun";
	if (found.applicationIds.length > 0 && !found.applicationIds.includes(applicationId))
		return "coupon_other_application";
	if (found.currency !== null && found.currency !== currency) return "coupon_other_currency";
	if (found.paymentKinds.length > 0 && !kinds.some((kind) => found.paymentKinds.includes(kind)))
		return "coupon_other_payment";
	// why before the other limit: who used a code up alone should read that they did.
	if (found.usesPerApplicant !== null && found.usesOfApplicant >= found.usesPerApplicant) return "coupon_used_already";
	if (found.usesPerCode !== null && found.uses >= found.usesPerCode) return "coupon_used_up";
	return undefined;
};

const discountOf = ({ code, percent, amount, currency, paymentKinds }: FoundCode): Discount => {
	if (percent !== null) return { name: `Discount ${code} (${percent}%)`, paymentKinds, percent };
	return {
		name: `Discount ${code} (${formatMoney(amount, currency ?? undefined)})`,
		paymentKinds,
		amount: amount ?? 0,
	};
};
