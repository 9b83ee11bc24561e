import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";
import { TransactionStatus } from "#worker/services/transactions/contract";

const section = "§7 Payments";

const PublicParams = v.strictObject({
	organisationId: described(OrganisationId, "The id of the institution."),
	key: described(
		v.pipe(v.string(), v.maxLength(120, "Unknown key")),
		"The key of the payment, which cannot be guessed.",
	),
});

/** What anybody who holds the receipt of a payment may see of it. */
export const PublicPayment = v.object({
	reference: text("The reference of the payment."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	isReversed: flag("Whether all of the money went back to the payer."),
	reversedAmount: whole("What of it went back to the payer, in the minor unit of the currency."),
	name: text("The name of the payer."),
	application: text("The title of the application that was paid for."),
	total: whole("What was paid or is to be paid, charges included, in the minor unit of the currency."),
	currency: text("The currency."),
	platform: text("The payment platform."),
	createdAt: moment("When the payment was started."),
	paidAt: v.nullable(moment("When it was paid; null where it was not.")),
	checkedAt: v.nullable(moment("When the platform was last asked; null where it was not.")),
	pageUrl: v.nullable(text("The platform's page, on which a pending payment can still be paid; null otherwise.")),
	pageFields: v.nullable(
		described(
			v.record(v.string(), v.string()),
			"The fields to be posted to that page; null where it is simply opened.",
		),
	),
	returnUrl: v.nullable(text("Where the payer came from; null where they stay.")),
});
export type PublicPayment = v.InferOutput<typeof PublicPayment>;

export const getPublicPayment = defineEndpoint({
	method: "GET",
	path: "/public-payments/:organisationId/:key",
	summary: "What the holder of a receipt may see of a payment, to verify the receipt.",
	section,
	access: "public",
	params: PublicParams,
	response: PublicPayment,
});

export const checkPublicPayment = defineEndpoint({
	method: "POST",
	path: "/public-payments/:organisationId/:key/check",
	summary: "Verify a pending payment with its platform when the payer has come back; at most every few seconds.",
	section,
	access: "public",
	params: PublicParams,
	response: PublicPayment,
});

export const getPublicReceipt = defineEndpoint({
	method: "GET",
	path: "/public-payments/:organisationId/:key/receipt",
	summary:
		"The receipt of a payment for its payer as a PDF; of one that was not successful, a record that is no receipt.",
	section,
	access: "public",
	params: PublicParams,
	response: file("The receipt.", "application/pdf"),
});
