import { defaultTimeZone, formatDate } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";

/** Capitalises a label: an institution's 'programme' is 'Programme'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** why: an unknown zone must not cost anybody their document. */
export const formatterIn = (timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
	try {
		return new Intl.DateTimeFormat("en", { ...parts, timeZone });
	} catch {
		return new Intl.DateTimeFormat("en", { ...parts, timeZone: defaultTimeZone });
	}
};

/** Writes an answer's ISO text: a calendar day belongs to no zone, a moment is written in the organisation's. */
export const printIsoDate = (value: string | null, timeZone: string): string => {
	if (!value) return missing;
	return value.length > 10
		? formatDate(Date.parse(value), timeZone)
		: formatDate(Date.parse(`${value}T12:00:00Z`), "UTC");
};

const twoDecimals = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** 45.21 KB as the specification writes it (§9): '45.21KB'. */
export const formatKilobytes = (bytes: number): string => `${twoDecimals.format(bytes / 1024)}KB`;
