import { formatDay } from "#worker/contract/text/dates";

/** "from March 2nd 2026 to March 9th 2026"; "all time" without days. */
export const daysInWords = ({
	startDate,
	endDate,
}: {
	startDate?: string | undefined;
	endDate?: string | undefined;
}): string =>
	[startDate && `from ${formatDay(startDate)}`, endDate && `to ${formatDay(endDate)}`].filter(Boolean).join(" ") ||
	"all time";
