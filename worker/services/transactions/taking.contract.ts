import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { TransactionStatus } from "#worker/services/transactions/contract";

const section = "§7 Payments";

export const PaymentChoice = v.object({
	id: text("The id of the configuration, which starts a payment."),
	platform: text("The payment platform, such as PAYSTACK."),
	configId: text("The institution's own name for the configuration."),
	charge: whole("What the payer pays beside the lines, in the minor unit of the currency."),
	currencies: described(v.array(v.string()), "The currencies that the platform takes."),
});
export type PaymentChoice = v.InferOutput<typeof PaymentChoice>;

export const listPaymentPlatforms = defineEndpoint({
	method: "GET",
	path: "/payments/platforms",
	summary: "The active payment configurations, by which a payment can be started.",
	section,
	access: ["payments:u"],
	response: v.object({ choices: described(v.array(PaymentChoice), "The configurations, the oldest first.") }),
});

export const getPaymentPage = defineEndpoint({
	method: "GET",
	path: "/payments/:id/page",
	summary: "Where the payer of a payment pays it, and sees whether it has arrived.",
	section,
	access: ["payments:r", "payments:u"],
	params: IdParams,
	response: v.object({
		id: text("The id of the payment."),
		reference: text("The reference of the payment."),
		status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
		applicantId: v.nullable(text("The id of the applicant; null where none is known.")),
		applicationId: text("The id of the application."),
		name: text("The name of the payer."),
		email: text("The email address of the payer."),
		total: whole("What was paid or is to be paid, charges included, in the minor unit of the currency."),
		currency: text("The currency."),
		platform: text("The payment platform, such as PAYSTACK."),
		address: text("The address of the page, which is open to whoever has it."),
	}),
});
