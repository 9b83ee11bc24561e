/** Printed for a missing value (§8). */
export const missing = "--/--";

/** Capitalises a label: an institution's 'programme' is 'Programme'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The zone of an organisation without one (§9). */
export const defaultTimeZone = "Africa/Lagos";
const formatters = new Map<string, Intl.DateTimeFormat>();

/** why: an unknown zone must not cost anybody their document. */
export const formatterIn = (timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
	try {
		return new Intl.DateTimeFormat("en", { ...parts, timeZone });
	} catch {
		return new Intl.DateTimeFormat("en", { ...parts, timeZone: defaultTimeZone });
	}
};

const formatterFor = (timeZone: string): Intl.DateTimeFormat => {
	const made = formatters.get(timeZone) ?? formatterIn(timeZone, { year: "numeric", month: "long", day: "numeric" });
	formatters.set(timeZone, made);
	return made;
};

/** Writes a moment, in UTC milliseconds, as 'March 2nd 2026' in the organisation's zone (§9). */
export const printDate = (moment: number | null, timeZone: string): string => {
	if (moment === null || !Number.isFinite(moment)) return missing;
	const parts = formatterFor(timeZone).formatToParts(moment);
	const part = (type: "day" | "month" | "year") => parts.find((one) => one.type === type)?.value ?? "";
	return `${part("month")} ${ordinal(Number(part("day")))} ${part("year")}`;
};

/** Writes an answer's ISO text: a calendar day belongs to no zone, a moment is written in the organisation's. */
export const printIsoDate = (value: string | null, timeZone: string): string => {
	if (!value) return missing;
	return value.length > 10
		? printDate(Date.parse(value), timeZone)
		: printDate(Date.parse(`${value}T12:00:00Z`), "UTC");
};

const ordinal = (day: number): string => {
	const ending = day % 100 >= 11 && day % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
	return `${day}${ending}`;
};

/** Symbols of the supported currencies (§9). */
const symbols: Readonly<Record<string, string>> = { NGN: "₦", USD: "$", GBP: "£", EUR: "€" };
const amounts = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Writes an amount in minor units: 1500000 is '₦15,000.00'. */
export const printMoney = (minorUnits: number, currency: string): string => {
	const symbol = Object.hasOwn(symbols, currency) ? symbols[currency] : `${currency} `;
	return `${minorUnits < 0 ? "-" : ""}${symbol}${amounts.format(Math.abs(minorUnits) / 100)}`;
};

/** 45.21 KB as the specification writes it (§9): '45.21KB'. */
export const printKilobytes = (bytes: number): string =>
	`${new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(bytes / 1024)}KB`;
