import type { OrgContext } from "#worker/context";
import { currenciesWith } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { listOffered } from "#worker/services/add-ons/queries";
import { organisationById } from "#worker/services/organisation/queries";
import { activeConfigurations, asTaken } from "#worker/services/payment-configurations/queries";
import { isVisible } from "#worker/services/transactions/check-payment";
import { findBooked } from "#worker/services/transactions/ledger.queries";
import { publicKeyOf, publicPath } from "#worker/services/transactions/public-key";

/** Lists what a payment can be started by, without anything of the keys, and the add-ons to buy with it. */
export const paymentChoices = async (ctx: OrgContext, applicationId: string | undefined) => {
	const [configured, [organisation], addOns] = await Promise.all([
		activeConfigurations(ctx),
		organisationById(ctx.db, ctx.organisationId),
		applicationId === undefined ? [] : listOffered(ctx, applicationId),
	]);
	if (!organisation) return ok({ choices: [], addOns });
	const rows = configured.map((row) => asTaken(row, organisation));
	return ok({
		choices: rows.map((row) => ({
			id: row.id,
			platform: row.platform,
			configId: row.configId,
			charge: row.isChargeEnabled ? row.charge : 0,
			currencies: [...currenciesWith(row)],
		})),
		addOns,
	});
};

export const paymentPage = async (ctx: OrgContext, id: string) => {
	const payment = await findBooked(ctx, id);
	if (!payment || !isVisible(ctx, payment)) return fail("not_found");
	const { reference, status, applicantId, applicationId, name, email, currency, platform } = payment;
	const key = await publicKeyOf(ctx.env, ctx.organisationId, id);
	return ok({
		id,
		reference,
		status,
		applicantId,
		applicationId,
		name,
		email,
		currency,
		platform,
		total: payment.amount + payment.gatewayCharge,
		address: `${ctx.env.PORTAL_ORIGIN}${publicPath(ctx.organisationId, key)}`,
	});
};
