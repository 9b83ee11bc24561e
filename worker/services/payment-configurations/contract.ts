import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { internationalPlatforms, localPlatforms, paymentCurrencies } from "#worker/contract/payment-platforms";
import { anyOf } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§7 Payments";
const readers = anyOf("paylog");

const PaymentPlatform = described(
	v.picklist([...localPlatforms, ...internationalPlatforms], "Choose a payment platform"),
	"The payment platform.",
);

const maxCharge = 1_000_000_000;
const wrongCharge = "Enter an amount of 0 or more.";

const common = {
	// why any text: what does not fit is 'Invalid paylog ID', which is a 400 (§8).
	configId: described(
		v.pipe(v.string(), v.trim(), v.maxLength(200, "Enter at most 40 characters.")),
		"The paylog ID: the institution's own name for the configuration, of 2 to 40 letters, digits, hyphens, dots and underscores. Unique in any case of letters.",
	),
	schoolConfig: described(
		v.strictObject({
			charge: described(
				v.pipe(
					v.number(wrongCharge),
					v.integer(wrongCharge),
					v.minValue(0, wrongCharge),
					v.maxValue(maxCharge, "The charge is too large."),
				),
				"What the payer pays beside the fee, in minor units.",
			),
			currency: described(
				v.optional(v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR.")),
				"The currency of the charge, one that the platform takes; payments with the charge are in it alone. Left out, it is the platform's usual currency.",
			),
		}),
		"What the institution charges.",
	),
	isChargeEnabled: flag("Whether the charge is added to payments."),
	active: flag("Whether payments are started with it."),
	isTest: flag("Whether the keys are of the platform's test mode."),
	fields: described(
		v.pipe(
			v.record(
				v.pipe(v.string(), v.maxLength(40)),
				v.pipe(v.string(), v.maxLength(300, "Enter at most 300 characters.")),
			),
			v.maxEntries(20),
		),
		"The platform's fields by their names, ids and keys alike. A key that is left out of a change, or empty, stays as it is.",
	),
};

export const PaymentConfiguration = v.object({
	id: text("The id of the configuration."),
	configId: text("The paylog ID: the institution's own name for it."),
	paymentPlatform: PaymentPlatform,
	schoolConfig: described(
		v.object({
			paymentPlatform: PaymentPlatform,
			charge: whole("What the payer pays beside the fee, in minor units."),
			currency: described(
				v.picklist(paymentCurrencies),
				"The currency of the charge; payments with the charge are in it alone.",
			),
		}),
		"What the institution charges.",
	),
	isChargeEnabled: flag("Whether the charge is added to payments."),
	active: flag("Whether payments are started with it."),
	isTest: flag("Whether the keys are of the platform's test mode."),
	settings: described(v.record(v.string(), v.string()), "The fields that are no secret, by their names."),
	keys: described(
		v.record(v.string(), v.string()),
		"Which keys are set, by their names, each with its last characters, at most four. The keys themselves are never sent.",
	),
	webhookUrl: text("The address that the platform has to notify of payments."),
	pendingPayments: whole(
		"How many payments through this platform are pending: they are checked with such a configuration.",
	),
	createdAt: moment("When it was created."),
	version: RecordVersion,
});
export type PaymentConfiguration = v.InferOutput<typeof PaymentConfiguration>;

const ChargeTotal = v.object({
	currency: described(v.picklist(paymentCurrencies), "The currency."),
	charge: whole("The charges in it together, in minor units."),
});

/** Adds up the charges of configurations by currency, those that are added to payments (§9 payment charge total). */
export const chargesTogether = (
	configurations: readonly Pick<PaymentConfiguration, "isChargeEnabled" | "schoolConfig">[],
): v.InferOutput<typeof ChargeTotal>[] => {
	const charged = configurations.filter(
		({ isChargeEnabled, schoolConfig }) => isChargeEnabled && schoolConfig.charge > 0,
	);
	return paymentCurrencies.flatMap((currency) => {
		const own = charged.filter(({ schoolConfig }) => schoolConfig.currency === currency);
		if (own.length === 0) return [];
		return { currency, charge: own.reduce((sum, { schoolConfig }) => sum + schoolConfig.charge, 0) };
	});
};

export const listConfigurations = defineEndpoint({
	method: "GET",
	path: "/paylog-configurations",
	summary:
		"The payment configurations of the institution by their paylog IDs, without their keys, and their charges together.",
	section,
	access: readers,
	query: ShortListQuery,
	response: v.object({
		...PageOf(PaymentConfiguration).entries,
		charges: described(v.array(ChargeTotal), "The charges of all configurations that add one, by currency."),
	}),
});

export const getConfiguration = defineEndpoint({
	method: "GET",
	path: "/paylog-configurations/:id",
	summary: "One payment configuration, without its keys.",
	section,
	access: readers,
	params: IdParams,
	response: PaymentConfiguration,
	problems: ["paylog_unknown"],
});

export const createConfiguration = defineEndpoint({
	method: "POST",
	path: "/paylog-configurations",
	summary: "Enter the keys of an account at a payment platform. They are encrypted and never sent again.",
	section,
	access: ["paylog:c"],
	body: v.strictObject({ ...common, paymentPlatform: PaymentPlatform }),
	example: {
		configId: "bursary-paystack",
		paymentPlatform: "PAYSTACK",
		schoolConfig: { charge: 30_000 },
		isChargeEnabled: true,
		active: true,
		isTest: true,
		fields: { publicKey: "pk_test_example", secretKey: "sk_test_example" },
	},
	response: PaymentConfiguration,
	created: "/paylog-configurations/{id}",
	problems: ["paylog_invalid", "paylog_exists"],
	idempotent: true,
});

export const updateConfiguration = defineEndpoint({
	method: "PUT",
	path: "/paylog-configurations/:id",
	summary:
		"Change a payment configuration, or switch it off. A key that is left out stays; its platform cannot change.",
	section,
	access: ["paylog:u"],
	params: IdParams,
	body: v.strictObject({ ...common, version: SeenVersion }),
	example: {
		configId: "bursary-paystack",
		schoolConfig: { charge: 30_000 },
		isChargeEnabled: false,
		active: true,
		isTest: true,
		fields: { publicKey: "pk_test_example" },
	},
	response: PaymentConfiguration,
	problems: ["paylog_invalid", "paylog_exists", "paylog_unknown", "changed_meanwhile"],
});

export const deleteConfiguration = defineEndpoint({
	method: "DELETE",
	path: "/paylog-configurations/:id",
	summary:
		"Delete a payment configuration and its keys. Its pending payments are checked with another one of the platform, if there is one.",
	section,
	access: ["paylog:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted configuration.") }),
	problems: ["paylog_unknown"],
});

export const ConnectionTest = v.object({
	works: flag("Whether the platform accepted the keys."),
	says: text("What the platform answered, in one sentence."),
	at: moment("When it was asked."),
});

export const testConfiguration = defineEndpoint({
	method: "POST",
	path: "/paylog-configurations/:id/test",
	summary: "Call the payment platform with the keys, and return its answer. Nothing is charged.",
	section,
	access: ["paylog:c", "paylog:u"],
	params: IdParams,
	response: ConnectionTest,
	problems: ["paylog_unknown"],
});

export const configurationHistory = defineEndpoint({
	method: "GET",
	path: "/paylog-configurations/:id/history",
	summary:
		"Who changed a payment configuration, when, and what it was before and afterwards, without its keys; the newest change first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(RecordChange),
	problems: ["paylog_unknown"],
});
