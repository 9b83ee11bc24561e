import type { OrgContext } from "#worker/context";
import { platformName } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { backgroundOrgContext } from "#worker/events/background";
import { readStoredPicture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { isVisible } from "#worker/services/transactions/check-payment";
import { findBooked } from "#worker/services/transactions/ledger.queries";
import { publicKeyOf, publicPath } from "#worker/services/transactions/public-key";
import { findTransaction } from "#worker/services/transactions/queries";
import { receiptDocument } from "#worker/services/transactions/receipt-document";

/** Makes the receipt of a payment within the scope, wherever its applicant is by now. */
export const printPaymentReceipt = async (ctx: OrgContext, id: string) => {
	const payment = await findBooked(ctx, id);
	if (!payment?.applicantId || !isVisible(ctx, payment)) return fail("not_found");
	const everywhere = backgroundOrgContext(ctx, ctx.organisationId, { id: "", name: "", email: "" });
	return printReceipt(everywhere, { id: payment.applicantId, transactionId: id });
};

/** Makes a transaction's receipt (§2); one that was not successful gets a record instead. */
export const printReceipt = async (ctx: OrgContext, { id, transactionId }: { id: string; transactionId: string }) => {
	const [applicant, transaction, [organisation]] = await Promise.all([
		findApplicant(ctx, id),
		findTransaction(ctx, id, transactionId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !transaction || !organisation) return fail("not_found");
	const { firstName, middleName, lastName, applicationNumber } = applicant;
	const document = receiptDocument({
		organisation,
		logo: await readStoredPicture(ctx.env, organisation.logoKey),
		verifyAt: `${ctx.env.PORTAL_ORIGIN}${publicPath(ctx.organisationId, await publicKeyOf(ctx.env, ctx.organisationId, transactionId))}`,
		transaction: { ...transaction, platform: platformName(transaction.platform) },
		applicant: { name: [firstName, middleName, lastName].filter(Boolean).join(" "), applicationNumber },
	});
	return ok({ bytes: await renderPdf(document), name: `${document.title}.pdf` });
};
