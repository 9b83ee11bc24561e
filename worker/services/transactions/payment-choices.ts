import type { OrgContext } from "#worker/context";
import { currenciesOf } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { activeConfigurations } from "#worker/services/payment-configurations/queries";
import { isVisible } from "#worker/services/transactions/check-payment";
import { findBooked } from "#worker/services/transactions/ledger.queries";
import { publicKeyOf, publicPath } from "#worker/services/transactions/public-key";

/** Lists what a payment can be started by, without anything of the keys. */
export const paymentChoices = async (ctx: OrgContext) => {
	const rows = await activeConfigurations(ctx);
	return ok({
		choices: rows.map(({ id, platform, configId, isChargeEnabled, charge }) => ({
			...{ id, platform, configId, charge: isChargeEnabled ? charge : 0 },
			currencies: [...currenciesOf(platform)],
		})),
	});
};

export const paymentPage = async (ctx: OrgContext, id: string) => {
	const payment = await findBooked(ctx, id);
	if (!payment || !isVisible(ctx, payment)) return fail("not_found");
	const { reference, status, applicantId, applicationId, name, email, currency, platform } = payment;
	const key = await publicKeyOf(ctx.env, ctx.organisationId, id);
	return ok({
		...{ id, reference, status, applicantId, applicationId, name, email, currency, platform },
		total: payment.amount + payment.gatewayCharge,
		address: `${ctx.env.PORTAL_ORIGIN}${publicPath(ctx.organisationId, key)}`,
	});
};
