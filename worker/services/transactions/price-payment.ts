import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import type { PaymentLine } from "#worker/contract/payment-kinds";
import { currencyRefusal, noConfigsOf } from "#worker/contract/payment-platforms";
import { priceOf } from "#worker/contract/price";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { hasCourse } from "#worker/database/scope";
import { findOffered } from "#worker/services/add-ons/queries";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { findUsableCode } from "#worker/services/coupons/usable-code.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { asTaken, type ConfigurationRow, findConfiguration } from "#worker/services/payment-configurations/queries";
import type { previewPayment as previewing } from "#worker/services/transactions/taking.contract";

type Asked = EndpointRequest<typeof previewing>["body"];

/** Finds who pays, and by which active configuration. */
export const findParties = async (
	ctx: OrgContext,
	{ candidateId, configurationId }: Pick<Asked, "candidateId" | "configurationId">,
) => {
	const [applicant, row, [organisation]] = await Promise.all([
		findApplicant(ctx, candidateId),
		findConfiguration(ctx, configurationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !row || !organisation || !hasCourse(ctx.scope, applicant.course.id)) return fail("not_found");
	if (!row.active) return fail("platform_not_configured", { message: noConfigsOf(row.platform) });
	return ok({ applicant, row: asTaken(row, organisation) });
};

export interface Parties {
	applicant: { id: string; applicationId: string };
	row: ConfigurationRow;
}

/** Returns the lines of a payment, what is to be paid for them, and the use of a code that is to be taken. */
export const priceFor = async (
	ctx: OrgContext,
	{ items, addOnIds, discountCode, currency }: Asked,
	{ applicant: { id: applicantId, applicationId }, row }: Parties,
) => {
	const refused = currencyRefusal(row, currency);
	if (refused) return fail("currency_not_taken", { message: refused, fields: { currency: [refused] } });
	const addOns = addOnIds.length > 0 ? await findOffered(ctx, { ids: addOnIds, currency, applicationId }) : [];
	if (addOns.length < new Set(addOnIds).size)
		return fail("add_on_unavailable", { fields: { addOnIds: [problems.add_on_unavailable.message] } });
	const kinds = [...items.map(({ kind }) => kind), ...addOns.map(() => "ADD_ON" as const)];
	const found =
		discountCode === undefined
			? undefined
			: await findUsableCode(ctx, { code: discountCode, kinds, currency, now: ctx.now(), applicantId, applicationId });
	if (found && !found.ok) {
		const { code, error } = found.problem;
		return fail(code, { fields: { discountCode: [error] } });
	}
	const rule = found?.value.discount ?? null;
	const { lines, discount, subtotal, total } = priceOf({ lines: items, addOns, discount: rule });
	const shown: readonly Omit<PaymentLine, "currency">[] = [...lines, ...(discount ? [discount] : [])];
	return ok({
		items: shown.map(({ name, amount, kind }) => ({ name, amount, currency, ...(kind && { kind }) })),
		// why: what a discount leaves nothing of does not go through the platform.
		charge: row.isChargeEnabled && total > 0 ? row.charge : 0,
		rule,
		discount,
		subtotal,
		total,
		code: found && discount ? { ...found.value, amount: -discount.amount } : undefined,
	});
};

/** Works out what a payment costs, by the rules by which it is started. */
export const previewPayment = async (ctx: OrgContext, asked: Asked) => {
	const parties = await findParties(ctx, asked);
	if (!parties.ok) return parties;
	const priced = await priceFor(ctx, asked, parties.value);
	if (!priced.ok) return priced;
	const { rule, discount, subtotal, charge, total } = priced.value;
	return ok({
		subtotal,
		charge,
		total: total + charge,
		currency: asked.currency,
		discount: discount && { name: discount.name, amount: -discount.amount },
		rule: rule && {
			name: rule.name,
			paymentKinds: [...rule.paymentKinds],
			percent: "percent" in rule ? rule.percent : null,
			amount: "amount" in rule ? rule.amount : null,
		},
	});
};
