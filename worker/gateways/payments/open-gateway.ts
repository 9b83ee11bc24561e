import type { GatewayConfiguration, GatewayPlatform } from "#worker/contract/payment-configurations";
import { platformName } from "#worker/contract/payment-platforms";
import type { Env } from "#worker/env";
import { refuseAddress } from "#worker/gateways/outside-address";
import type { Reached } from "#worker/gateways/payments/adapter";
import { converse, ProviderFault } from "#worker/gateways/payments/converse";
import { interswitch } from "#worker/gateways/payments/interswitch";
import { nabroll } from "#worker/gateways/payments/nabroll";
import { ownProtocol } from "#worker/gateways/payments/own-protocol";
import { paystack } from "#worker/gateways/payments/paystack";
import type { Answered, KnownPayment, PaymentGateway, ProviderPayment } from "#worker/gateways/payments/port";
import { remita } from "#worker/gateways/payments/remita";
import { stripe } from "#worker/gateways/payments/stripe";

type GatewayEnvironment = Pick<Env, "ENVIRONMENT" | "PAYMENT_PROVIDERS_ORIGIN" | "PORTAL_ORIGIN">;

/** The published address of each platform's interface; null where none is published. */
const published: Readonly<Record<GatewayPlatform, { live: string | null; test: string | null }>> = {
	PAYSTACK: { live: "https://api.paystack.co", test: "https://api.paystack.co" },
	REMITA: { live: "https://login.remita.net", test: "https://demo.remita.net" },
	INTERSWITCH: { live: "https://webpay.interswitchng.com", test: "https://sandbox.interswitchng.com" },
	STRIPE: { live: "https://api.stripe.com", test: "https://api.stripe.com" },
	NABROLL: { live: null, test: "https://demo.nabroll.com.ng/api/v1" },
	PAYPRO_KANO: { live: null, test: null },
	PAYUNIMAID: { live: null, test: null },
};

/** Returns the path of a platform at PAYMENT_PROVIDERS_ORIGIN: "PAYPRO_KANO" is "paypro-kano". */
export const platformPath = (platform: GatewayPlatform): string => platform.toLowerCase().replaceAll("_", "-");

/** Returns an institution's account at its payment platform, over HTTP. */
export const openGateway = (configuration: GatewayConfiguration, environment: GatewayEnvironment): PaymentGateway => {
	const place = placeOf(configuration, environment);
	const gateway = adapterOf(configuration, "refusal" in place ? { base: "", isLocal: false } : place);
	const named = platformName(configuration.platform);
	if ("refusal" in place) return refusing(named, place.refusal, gateway);
	return { ...gateway, verify: async (payment) => ofPayment(payment, await gateway.verify(payment)) };
};

const placeOf = (
	{ platform, address, isTest }: GatewayConfiguration,
	{ ENVIRONMENT, PAYMENT_PROVIDERS_ORIGIN, PORTAL_ORIGIN }: GatewayEnvironment,
): Reached | { refusal: string } => {
	// why even where the stand-in answers: what is tried out must be refused as it is in production.
	const refusal = address && refuseAddress(address, { isLocal: false, ownOrigin: PORTAL_ORIGIN });
	if (refusal) return { refusal };
	if (PAYMENT_PROVIDERS_ORIGIN !== undefined && ENVIRONMENT !== "production")
		return { base: `${PAYMENT_PROVIDERS_ORIGIN}/${platformPath(platform)}`, isLocal: true };
	const base = address ?? published[platform][isTest ? "test" : "live"];
	if (base !== null) return { base: base.replace(/\/+$/, ""), isLocal: false };
	// why not refused here: the adapter itself says that the platform's interface is not public.
	if (platform !== "NABROLL") return { base: "", isLocal: false };
	return { refusal: "NABRoll does not publish the address of its live interface. Enter the one that you were given." };
};

const adapterOf = (configuration: GatewayConfiguration, reached: Reached): PaymentGateway => {
	switch (configuration.platform) {
		case "PAYSTACK":
			return paystack(configuration, reached);
		case "REMITA":
			return remita(configuration, reached);
		case "INTERSWITCH":
			return interswitch(configuration, reached);
		case "STRIPE":
			return stripe(configuration, reached);
		case "NABROLL":
			return nabroll(configuration, reached);
		case "PAYPRO_KANO":
		case "PAYUNIMAID":
			return ownProtocol(platformName(configuration.platform), configuration, reached);
	}
};

/** Calls nothing, and says why. Webhooks are still read: they need no address. */
const refusing = (name: string, refusal: string, { readWebhook, list }: PaymentGateway): PaymentGateway => {
	const refuse = () =>
		converse({ name, secrets: [] }, async () => {
			throw new ProviderFault("not_configured", refusal);
		});
	return { start: refuse, verify: refuse, test: refuse, readWebhook, ...(list && { list: refuse }) };
};

/** Does not let the answer about another payment decide this one, nor a part that was paid pass for the whole. */
const ofPayment = (known: KnownPayment, answered: Answered<ProviderPayment>): Answered<ProviderPayment> => {
	if (!answered.ok) return answered;
	const { reference, status, amount, paidAmount, reversedAmount } = answered.value;
	if (reference !== null && reference !== known.reference)
		return { ...answered, value: { ...answered.value, status: "pending", contradicts: "reference" } };
	if (status !== "success" || amount === null || paidAmount === null) return answered;
	// why with what went back: a platform may take it off what it calls paid.
	const isPart = paidAmount + (reversedAmount ?? 0) < amount;
	return isPart ? { ...answered, value: { ...answered.value, amount: paidAmount } } : answered;
};
