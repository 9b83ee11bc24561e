import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { requiredLine } from "#worker/contract/text/required-line";
import { TransactionStatus } from "#worker/services/transactions/contract";

const section = "§7 Payments";

export const PaymentChoice = v.object({
	id: text("The id of the configuration, which starts a payment."),
	platform: text("The payment platform, such as PAYSTACK."),
	configId: text("The institution's own name for the configuration."),
	charge: whole("What the payer pays beside the lines, in the minor unit of the currency."),
	currencies: described(
		v.array(v.string()),
		"The currencies in which payments can be taken: with a charge, that of the charge alone.",
	),
});
export type PaymentChoice = v.InferOutput<typeof PaymentChoice>;

export const OfferedAddOn = v.object({
	id: text("The id of the add-on."),
	name: text("What applicants read."),
	description: text("What applicants get for it."),
	price: whole("The price, in the minor unit of the currency."),
	currency: text("The currency of the price; it can be bought with payments in that currency."),
});
export type OfferedAddOn = v.InferOutput<typeof OfferedAddOn>;

export const listPaymentPlatforms = defineEndpoint({
	method: "GET",
	path: "/payments/platforms",
	summary:
		"The active payment configurations that a payment can be started with, and the add-ons that can be bought with it.",
	section,
	access: ["payments:u"],
	query: v.strictObject({
		applicationId: described(v.optional(Id), "The application that is paid for; left out, there are no add-ons."),
	}),
	response: v.object({
		choices: described(v.array(PaymentChoice), "The configurations, the oldest first."),
		addOns: described(v.array(OfferedAddOn), "The add-ons that are offered for the application, by name; at most 500."),
	}),
});

export const getPaymentPage = defineEndpoint({
	method: "GET",
	path: "/payments/:id/page",
	summary: "The page where the payer pays, and sees whether the payment has arrived.",
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
		address: text("The address of the page; anybody who has it can open it."),
	}),
});

/** The most of one payment, in minor units. why: beyond it a sum in JSON is no longer exact. */
const maxAmount = 1_000_000_000_000;
export const Amount = v.pipe(
	v.number("Enter an amount."),
	v.integer("Enter a whole number of the minor unit."),
	v.minValue(1, "The amount must be above 0."),
	v.maxValue(maxAmount, "The amount is too large."),
);

export const PaidName = requiredLine("Enter what is paid for", 100, "The name can have at most 100 characters.");
export const maxPaidLines = 20;

/** Why a payment cannot be priced, and so not be started. */
const pricingProblems = [
	...(["not_found", "platform_not_configured", "currency_not_taken", "add_on_unavailable"] as const),
	...(["coupon_unknown", "coupon_off", "coupon_not_begun", "coupon_expired", "coupon_used_up"] as const),
	...(["coupon_used_already", "coupon_other_application", "coupon_other_currency", "coupon_other_payment"] as const),
] as const;

export const startPayment = defineEndpoint({
	method: "POST",
	path: "/payments",
	summary:
		"Start a payment for an applicant at a payment platform. Send the payer to `pageUrl`; they come back to `returnUrl`, or to a page of the portal, and the payment is verified with the platform.",
	section,
	access: ["payments:u"],
	body: v.strictObject({
		candidateId: described(Id, "The id of the applicant."),
		configurationId: described(Id, "The id of the payment configuration to pay with."),
		items: described(
			v.pipe(
				v.array(
					v.strictObject({
						name: described(PaidName, "What the line is for."),
						amount: described(Amount, "The amount of the line, in the minor unit of the currency."),
						kind: described(
							v.optional(
								v.picklist(["APPLICATION_FEE", "ACCEPTANCE_FEE", "OTHER"], "Choose what kind of fee it is."),
								"OTHER",
							),
							"What kind of fee it is: a discount code may hold for some kinds alone.",
						),
					}),
				),
				v.minLength(1, "Add at least one line."),
				v.maxLength(maxPaidLines, "There can be at most 20 lines."),
			),
			"The lines of the payment.",
		),
		currency: described(
			v.optional(v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR."), "NGN"),
			"The currency of all lines.",
		),
		addOnIds: described(
			v.optional(v.pipe(v.array(Id), v.maxLength(20, "There can be at most 20 add-ons.")), []),
			"The ids of the add-ons that are bought with it.",
		),
		discountCode: described(
			v.optional(
				v.pipe(
					v.string(),
					v.trim(),
					v.minLength(1, "Enter a code."),
					v.maxLength(60, "There is no such discount code. Check it and try again."),
				),
			),
			"A discount code. Its use is taken with the payment, and given back when the payment fails or is given up.",
		),
		returnUrl: described(
			v.optional(
				v.pipe(
					v.string(),
					v.maxLength(500),
					v.url("Enter an address."),
					v.startsWith("https://", "Enter an address that begins with https://."),
				),
			),
			"Where the payer is sent from the portal's page at the end; by default they stay there.",
		),
	}),
	example: {
		candidateId: "adaeze-okafor-2026",
		configurationId: "5d2c7a52-8f0a-4f29-9b8f-2a1f6f6a1c10",
		items: [{ name: "Acceptance fee", amount: 5_000_000 }],
	},
	response: v.object({
		id: text("The id of the payment."),
		reference: text("Our reference, which the platform knows it by."),
		amount: whole("What is to be paid, charges included, in the minor unit of the currency."),
		currency: text("The currency."),
		pageUrl: text("The platform's page."),
		pageFields: v.nullable(
			described(
				v.record(v.string(), v.string()),
				"The fields to be posted to that page; null where it is simply opened.",
			),
		),
		publicKey: text("Ends the address of the public page of the payment."),
	}),
	created: "/payments/{id}",
	problems: [...pricingProblems, "coupon_changed", "platform_down", "payment_refused"],
	idempotent: true,
});

const { candidateId, configurationId, items, currency, addOnIds, discountCode } = startPayment.body.entries;

export const previewPayment = defineEndpoint({
	method: "POST",
	path: "/payments/preview",
	summary: "Calculate what a payment costs with its add-ons, discount code and charge, without starting it.",
	section,
	access: ["payments:u"],
	body: v.strictObject({ candidateId, configurationId, items, currency, addOnIds, discountCode }),
	example: {
		candidateId: "adaeze-okafor-2026",
		configurationId: "5d2c7a52-8f0a-4f29-9b8f-2a1f6f6a1c10",
		items: [{ name: "Acceptance fee", amount: 5_000_000 }],
		discountCode: "EARLYBIRD",
	},
	response: v.object({
		subtotal: whole("The lines and the add-ons, in the minor unit of the currency."),
		discount: described(
			v.nullable(
				v.object({
					name: text("What the line of the discount says."),
					amount: whole("What it takes off this payment, in the minor unit of the currency."),
				}),
			),
			"What the discount code takes off; null without one, or where it takes off nothing.",
		),
		rule: described(
			v.nullable(
				v.object({
					name: text("What the line of the discount says."),
					paymentKinds: described(v.array(v.string()), "The kinds of lines that the code holds for; empty for all."),
					percent: v.nullable(whole("The percentage that it takes off; null for one of an amount.")),
					amount: v.nullable(whole("What it takes off at most, in the minor unit; null for a percentage.")),
				}),
			),
			"What the discount code takes off in general; null without one.",
		),
		charge: whole("The charge of the platform, in the minor unit of the currency."),
		total: whole("What is to be paid, charges included, in the minor unit of the currency."),
		currency: text("The currency."),
	}),
	problems: pricingProblems,
});
