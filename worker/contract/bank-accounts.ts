/** §9: the account types with their labels. */
export const holderTypeLabels = {
	INDIVIDUAL: "Individual",
	COMPANY: "Company",
	NON_PROFIT: "Non Profit",
	GOVERNMENT_ENTITY: "Government Entity",
} as const;
export const holderTypes = [
	"INDIVIDUAL",
	"COMPANY",
	"NON_PROFIT",
	"GOVERNMENT_ENTITY",
] as const satisfies readonly (keyof typeof holderTypeLabels)[];

/** §9: the currencies offered. */
export const payoutCurrencies = ["USD", "GBP", "EUR"] as const;
/** Returns a number as it is kept: without spaces and hyphens, in capitals. */
export const normaliseAccountNumber = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase();

/**
 * Checks whether a number can be an account number: one that begins as an IBAN does must have the check digits of one.
 * @param accountNumber normalised
 */
export const isPossibleNumber = (accountNumber: string): boolean => {
	if (!/^[A-Z]{2}\d{2}[0-9A-Z]{8,}$/.test(accountNumber)) return /\d/.test(accountNumber);
	const digits = (accountNumber.slice(4) + accountNumber.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
		String(letter.charCodeAt(0) - 55),
	);
	return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
};
