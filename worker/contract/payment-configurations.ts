import * as v from "valibot";
import { described } from "#worker/contract/described";
import { paymentFieldLabels } from "#worker/contract/payment-platforms";

const word = (description: string, minLength = 1) =>
	described(
		// why so strict: it becomes part of a header, an address or what is signed.
		v.pipe(
			v.string(),
			v.trim(),
			v.minLength(minLength, `Enter at least ${minLength} characters.`),
			v.maxLength(300, "Enter at most 300 characters."),
			v.regex(/^[\x21-\x7e]*$/, "Enter one word without spaces."),
		),
		description,
	);

const address = (description: string) =>
	v.optional(
		described(
			v.pipe(
				v.string(),
				v.trim(),
				v.maxLength(300),
				v.regex(/^https?:\/\/[^\s?#@]+$/, "Enter an address without a query."),
			),
			description,
		),
	);

const common = {
	address: address("The address of the platform's interface, when it is not the published one."),
	isTest: v.optional(described(v.boolean(), "Whether the keys are of the platform's test mode."), false),
};

const Paystack = v.strictObject({
	platform: v.literal("PAYSTACK"),
	publicKey: word("The public key, pk_…"),
	secretKey: word("The secret key, sk_…, which also signs webhooks."),
	...common,
});

const Remita = v.strictObject({
	platform: v.literal("REMITA"),
	merchantId: word("The merchant's id."),
	serviceTypeId: word("The service type that payments are made for."),
	apiKey: word("The API key that signs calls."),
	notificationToken: v.optional(
		word("The secret part of the address that Remita notifies, because it signs nothing.", 24),
	),
	...common,
});

const Interswitch = v.strictObject({
	platform: v.literal("INTERSWITCH"),
	merchantCode: word("The merchant code, MX…"),
	payItemId: word("The pay item that payments are made for."),
	clientId: v.optional(word("The client id, when queries need a token.")),
	clientSecret: v.optional(word("The client secret, when queries need a token.")),
	productId: v.optional(word("The product id of an old Webpay merchant, whose queries are signed.")),
	macKey: v.optional(word("The MAC key of an old Webpay merchant, which signs its queries.")),
	webhookSecret: v.optional(word("The secret that signs webhooks, from the dashboard.")),
	...common,
});

const Stripe = v.strictObject({
	platform: v.literal("STRIPE"),
	publishableKey: word("The publishable key, pk_…"),
	secretKey: word("The secret key, sk_… or rk_…"),
	webhookSecret: v.optional(word("The secret that signs webhooks, whsec_…")),
	...common,
});

const Nabroll = v.strictObject({
	platform: v.literal("NABROLL"),
	apiKey: word("The public API key."),
	secretKey: word("The secret key that signs calls."),
	...common,
	address: address(
		"The address of the live interface, as it was given to you: none is published. In test mode it may be left empty.",
	),
});

/** What a platform without a public interface is reached with, when it speaks the protocol of our own. */
const ownProtocol = {
	key: v.optional(word("The key of the portal at the platform's adapter, which also signs webhooks.", 16)),
	...common,
};
const PayproKano = v.strictObject({ platform: v.literal("PAYPRO_KANO"), ...ownProtocol });
const Payunimaid = v.strictObject({ platform: v.literal("PAYUNIMAID"), ...ownProtocol });

/** How one platform is reached, by its name: what the settings screen edits and a gateway is opened with. */
export const GatewayConfiguration = v.variant("platform", [
	Paystack,
	Remita,
	Interswitch,
	Stripe,
	Nabroll,
	PayproKano,
	Payunimaid,
]);
export type GatewayConfiguration = v.InferOutput<typeof GatewayConfiguration>;
export type GatewayPlatform = GatewayConfiguration["platform"];
export type ConfigurationOf<P extends GatewayPlatform> = Extract<GatewayConfiguration, { platform: P }>;

/** Fields that are stored encrypted and never sent back to a browser. */
export const secretFields: Readonly<Record<GatewayPlatform, readonly string[]>> = {
	PAYSTACK: ["secretKey"],
	REMITA: ["apiKey", "notificationToken"],
	INTERSWITCH: ["clientSecret", "macKey", "webhookSecret"],
	STRIPE: ["secretKey", "webhookSecret"],
	NABROLL: ["secretKey"],
	PAYPRO_KANO: ["key"],
	PAYUNIMAID: ["key"],
};

/** What staff enter for a platform, beside whether it is its test mode. */
export interface PlatformField {
	name: string;
	label: string;
	description: string;
	isRequired: boolean;
	isSecret: boolean;
}

/** Returns the fields of a platform in the order of their form. Remita's notification token is the portal's own. */
export const fieldsOf = (platform: GatewayPlatform): PlatformField[] => {
	const schema = GatewayConfiguration.options.find(({ entries }) => entries.platform.literal === platform);
	const entries: Record<string, v.GenericSchema> = schema ? { ...schema.entries } : {};
	return Object.entries(entries).flatMap(([name, field]) => {
		const label = paymentFieldLabels[name];
		if (label === undefined) return [];
		const inner = "wrapped" in field ? (field.wrapped as v.GenericSchema) : field;
		const { description } = v.getMetadata(inner);
		return {
			name,
			label,
			description: typeof description === "string" ? description : "",
			isRequired: inner === field,
			isSecret: secretFields[platform].includes(name),
		};
	});
};
