import { missing } from "#worker/contract/text/missing";

/** The currencies that the product offers, the default first (§9). Each has a hundred minor units. */
export const currencies = ["NGN", "USD", "GBP", "EUR"] as const;

const symbols: Record<string, string> = { NGN: "₦", USD: "$", GBP: "£", EUR: "€" };

const defaultCurrency = "NGN";

const amounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "₦", or the code of a currency that has no sign here, with a space after it. */
export const currencySign = (currency: string): string => {
	const code = currency.toUpperCase();
	return symbols[code] ?? `${code} `;
};

/** An amount in minor units (kobo, cents): 1500000 is "₦15,000.00". An unknown currency keeps its code. */
export const formatMoney = (minorUnits: number | null | undefined, currency: string = defaultCurrency): string => {
	if (minorUnits === null || minorUnits === undefined || !Number.isFinite(minorUnits)) return missing;
	const sign = minorUnits < 0 ? "-" : "";
	return `${sign}${currencySign(currency)}${amounts.format(Math.abs(minorUnits) / 100)}`;
};
