const amounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns an amount in minor units as a field holds it: 500000 is "5,000.00". */
export const typedMoney = (minorUnits: number): string => amounts.format(minorUnits / 100);

/** Reads a typed amount as minor units; a text that is none is not a number. */
export const readMoney = (typed: string): number => {
	const [, whole = "", parts = ""] = /^(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
	return whole === "" ? Number.NaN : Number(whole.replaceAll(",", "")) * 100 + Number(parts.padEnd(2, "0"));
};
