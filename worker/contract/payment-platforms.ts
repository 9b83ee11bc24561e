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

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_]/g, "");
const codes: ReadonlyMap<string, string> = new Map([...names].map(([code, name]) => [plain(name), code]));

/** Returns the code of the platform that a text names, in any case of letters; undefined for any other text. */
export const platformNamed = (text: string): string | undefined => codes.get(plain(text));

/** Says that the institution has no keys of a platform that can be used (§8). */
export const noConfigsOf = (platform: string): string => `No ${platformName(platform)} configs could be loaded.`;

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

interface Charged {
	platform: string;
	charge: number;
	chargeCurrency: string;
	isChargeEnabled: boolean;
}

/** Returns the currencies of payments by a configuration: those of its platform, or that of its charge alone. */
export const currenciesWith = ({ platform, charge, chargeCurrency, isChargeEnabled }: Charged): readonly string[] =>
	isChargeEnabled && charge > 0 ? [chargeCurrency] : currenciesOf(platform);

/** Says why a configuration takes no payment in a currency; undefined where it does. */
export const currencyRefusal = (configuration: Charged, currency: string): string | undefined => {
	const { platform, chargeCurrency } = configuration;
	const name = platformName(platform);
	const taken = currenciesOf(platform);
	if (!taken.includes(currency)) return `${name} takes ${taken.length === 1 ? `${taken[0]} alone` : taken.join(", ")}.`;
	if (currenciesWith(configuration).includes(currency)) return undefined;
	return `The charge is in ${chargeCurrency}, so payments are taken in ${chargeCurrency} alone.`;
};
