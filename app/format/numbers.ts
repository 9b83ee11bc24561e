import { missing } from "#worker/contract/text/missing";

/** With thousands separators and at most two decimals (§9): 5000 is "5,000". */
export const formatNumber = (value: number | null | undefined): string => {
	if (value === null || value === undefined || !Number.isFinite(value)) return missing;
	return Number.isSafeInteger(value) ? separateThousands(value) : withDecimals(value);
};

/** why: written by hand, because a browser's first formatter costs a page 35 ms, and pages hold whole numbers. */
const separateThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

let decimals: Intl.NumberFormat | undefined;

const withDecimals = (value: number): string => {
	// why: one locale for all users, so that server and browser write the same text.
	decimals ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
	return decimals.format(value);
};

/** An unread count, capped at "99+" (§9). */
export const formatBadgeCount = (count: number): string =>
	count > 99 ? "99+" : String(Math.max(0, Math.trunc(count)));

/** A count that stops: "640", and "1,000+" for more than 1,000. */
export const formatAtMost = (count: number, most: number): string =>
	count > most ? `${formatNumber(most)}+` : formatNumber(count);

/** "5,000", or with its noun "1 applicant", "5,000 applicants". */
export const formatCount = (count: number, one?: string, many = `${one}s`): string =>
	one === undefined ? formatNumber(count) : `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Rows shown by a page whose index starts at 0 (§9): "1–50 of 5,000". */
export const formatRange = ({ page, size, total }: { page: number; size: number; total: number }): string => {
	const first = page * size + 1;
	if (total === 0 || first > total) return `0 of ${formatNumber(total)}`;
	return `${formatNumber(first)}–${formatNumber(Math.min(first + size - 1, total))} of ${formatNumber(total)}`;
};
