/** Names of the payment platforms by their codes (§9). */
const names: ReadonlyMap<string, string> = new Map([
	["INTERSWITCH", "Interswitch"],
	["PAYSTACK", "Paystack"],
	["REMITA", "Remita"],
	["NABROLL", "Nabroll"],
	["PAYPRO_KANO", "Paypro Kano"],
	["PAYUNIMAID", "Payunimaid"],
	["STRIPE", "Stripe"],
]);

/** Returns a platform's name: "REMITA" is "Remita"; an unknown platform keeps its code. */
export const platformName = (code: string): string => names.get(code.toUpperCase()) ?? code;

/** What staff enter for a platform, by the names of the fields. */
export const paymentFieldLabels: Readonly<Record<string, string>> = {
	publicKey: "Public key",
	publishableKey: "Publishable key",
	merchantId: "Merchant ID",
	merchantCode: "Merchant code",
	serviceTypeId: "Service type ID",
	payItemId: "Pay item ID",
	apiKey: "API key",
	secretKey: "Secret key",
	clientId: "Client ID",
	clientSecret: "Client secret",
	productId: "Product ID",
	macKey: "MAC key",
	webhookSecret: "Webhook secret",
	key: "Key",
	address: "Address",
};

/** The platforms of each screen (§2), in its order. */
export const localPlatforms = [
	...(["PAYSTACK", "REMITA", "INTERSWITCH"] as const),
	...(["NABROLL", "PAYPRO_KANO", "PAYUNIMAID"] as const),
] as const;
export const internationalPlatforms = ["STRIPE"] as const;

/** The currencies in which payments can be taken at all (§9). */
export const paymentCurrencies = ["NGN", "USD", "GBP", "EUR"] as const;
const takesOthers: ReadonlyMap<string, readonly string[]> = new Map([
	["PAYSTACK", ["NGN", "USD"]],
	["STRIPE", ["USD", "GBP", "EUR", "NGN"]],
]);

/** Returns the currencies that a platform takes, its usual one first; most take naira alone. */
export const currenciesOf = (platform: string): readonly string[] => takesOthers.get(platform) ?? ["NGN"];
