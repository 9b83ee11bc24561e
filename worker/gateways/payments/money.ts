/** Minor units of naira. why text on both ways: no amount passes through a fraction in binary. */
const decimals = 2;

/** Returns kobo as naira: 2100000 is "21000.00", or "21000" where whole naira have no decimals. */
export const nairaText = (kobo: number, decimalsOfWhole: "with decimals" | "without decimals"): string => {
	if (!Number.isSafeInteger(kobo) || kobo < 0) throw new RangeError("an amount is a whole number of kobo");
	const digits = String(kobo).padStart(decimals + 1, "0");
	const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals)];
	return fraction === "00" && decimalsOfWhole === "without decimals" ? whole : `${whole}.${fraction}`;
};

/** 15 digits in all are exact in a number of JSON. */
const naira = /^(\d{1,13})(?:\.(\d+))?$/;

/** Returns naira, a text or a number of JSON, as kobo; null when it is no exact amount. */
export const readNaira = (value: string | number | null | undefined): number | null => {
	const [, whole, fraction = ""] = naira.exec(String(value ?? "").trim()) ?? [];
	const minor = fraction.replace(/0+$/, "");
	return whole === undefined || minor.length > decimals ? null : Number(whole + minor.padEnd(decimals, "0"));
};

/** Returns an amount in minor units, a number or its text; null when it is none. */
export const readMinor = (value: string | number | null | undefined): number | null => {
	const text = String(value ?? "").trim();
	const amount = /^\d{1,15}$/.test(text) ? Number(text) : null;
	return amount;
};
