import { formatNumber } from "#app/format/numbers";

/** More than these, written to or changed at once, have to be typed, as a number. */
export const confirmAbove = 30;

/** Has the number been typed, if it has to be? @param what "it goes to 48 applicants" */
export const wrongCount = (count: number | null, typed: string, what: string): string | undefined => {
	if (count === null || count <= confirmAbove) return undefined;
	return typed.replace(/[\s,.]/g, "") === String(count) ? undefined : `Type ${formatNumber(count)}: ${what}.`;
};
