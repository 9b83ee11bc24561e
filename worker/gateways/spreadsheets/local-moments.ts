import { formatterIn } from "#worker/contract/text/printed-text";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";

/** Returns a function that makes a cell of a moment, UTC milliseconds, as the clocks of the zone show it. */
export const localMoments = (timeZone: string) => {
	const two = "2-digit";
	const parts = { year: "numeric", month: two, day: two, hour: two, minute: two, hourCycle: "h23" } as const;
	const format = formatterIn(timeZone, parts);
	return (moment: number | null): Cell => {
		if (moment === null || !Number.isFinite(moment)) return null;
		const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
		return { moment: `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}` };
	};
};

/** Returns a moment for the name of a file. why no colon: file names cannot have one everywhere. */
export const momentInName = (moment: Cell): string =>
	typeof moment === "object" && moment && "moment" in moment ? moment.moment.replace(":", ".") : "";
