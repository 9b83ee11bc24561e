import { formatNumber } from "#app/format/numbers";

/** Above this number of applicants the user types the number to confirm. */
export const confirmAbove = 30;

/** Returns the error when the number had to be typed and was not. @param what "it goes to 48 applicants" */
export const wrongCount = (count: number | null, typed: string, what: string): string | undefined => {
	if (count === null || count <= confirmAbove) return undefined;
	return typed.replace(/[\s,.]/g, "") === String(count) ? undefined : `Type ${formatNumber(count)}: ${what}.`;
};
