import type { OrgContext, RequestContext } from "#worker/context";
import { platformName } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { backgroundAddress, backgroundOrgContext } from "#worker/events/background";
import { askProvider } from "#worker/services/transactions/check-payment";
import { findBooked, findPage, readApplicationTitle } from "#worker/services/transactions/ledger.queries";
import { printReceipt } from "#worker/services/transactions/print-receipt";
import { idOfPublicKey } from "#worker/services/transactions/public-key";
import type { PublicPayment } from "#worker/services/transactions/public-payment.contract";

interface Holder {
	organisationId: string;
	key: string;
}

/** A payer who reloads the page must not make the platform be asked each time. */
const betweenChecksMs = 5_000;

/** Opens the context of a holder of a receipt: that of nobody. */
const openHolder = async (request: RequestContext, { organisationId, key }: Holder) => {
	const id = await idOfPublicKey(request.env, organisationId, key);
	if (id === undefined) return undefined;
	const ctx = backgroundOrgContext(request, organisationId, { id: "", name: "", email: "" });
	return { ctx, id };
};

const readPublic = async (ctx: OrgContext, id: string): Promise<PublicPayment | undefined> => {
	const [payment, page] = await Promise.all([findBooked(ctx, id), findPage(ctx, id)]);
	if (!payment || !page) return undefined;
	const { reference, status, name, amount, gatewayCharge, currency, platform, createdAt, paidAt, checkedAt } = payment;
	const mayPay = status === "pending";
	return {
		reference,
		status,
		name,
		currency,
		createdAt,
		paidAt,
		checkedAt,
		isReversed: payment.reversedAmount > 0 && payment.reversedAmount >= amount + gatewayCharge,
		reversedAmount: payment.reversedAmount,
		application: (await readApplicationTitle(ctx, payment.applicationId)) ?? payment.applicationId,
		total: amount + gatewayCharge,
		platform: platformName(platform),
		pageUrl: mayPay ? page.pageUrl : null,
		pageFields: mayPay ? page.pageFields : null,
		returnUrl: page.returnUrl,
	};
};

export const openPublicPayment = async (request: RequestContext, holder: Holder) => {
	const opened = await openHolder(request, holder);
	const payment = opened && (await readPublic(opened.ctx, opened.id));
	return payment ? ok(payment) : fail("not_found");
};

/**
 * Returns the context of a check for somebody who holds the link. why without their address and browser: the log has what
 * the platform says as the system's, and the link may be the payer's, or that of anybody who was shown a receipt.
 */
const asSystem = (ctx: OrgContext) => ({
	...ctx,
	actor: { id: null, name: null },
	address: backgroundAddress,
	userAgent: undefined,
});

/**
 * Verifies a payment that is not paid yet when its payer has come back. What the address says of the outcome is not looked at.
 * why also a failed one: the payer may have tried again at the platform's page, and its webhook may be lost.
 */
export const checkPublicPayment = async (request: RequestContext, holder: Holder) => {
	const opened = await openHolder(request, holder);
	const booked = opened && (await findBooked(opened.ctx, opened.id));
	if (!opened || !booked) return fail("not_found");
	const { ctx, id } = opened;
	const isRested = booked.checkedAt === null || ctx.now() - booked.checkedAt >= betweenChecksMs;
	if (booked.status !== "success" && isRested) await askProvider(asSystem(ctx), booked, "return");
	const payment = await readPublic(ctx, id);
	return payment ? ok(payment) : fail("not_found");
};

export const publicReceipt = async (request: RequestContext, holder: Holder) => {
	const opened = await openHolder(request, holder);
	const booked = opened && (await findBooked(opened.ctx, opened.id));
	if (!opened || !booked || booked.applicantId === null) return fail("not_found");
	return printReceipt(opened.ctx, { id: booked.applicantId, transactionId: opened.id });
};
