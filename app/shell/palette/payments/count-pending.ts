import * as v from "valibot";
import { formatNumber } from "#app/format/numbers";
import { askRoute } from "#app/shell/palette/route-data";
import { formatDay } from "#worker/contract/text/dates";

/** How many payments are pending since a day; null where that is not known, with the reason. */
const Counted = v.object({ pending: v.nullable(v.number()), error: v.nullable(v.string()) });
export type Counted = v.InferOutput<typeof Counted>;

/** The part of the sheet's data that counts. */
const Sheet = v.object({ counted: v.nullable(Counted) });

/** Asks how many payments are pending. @param sheet the address of the sheet "Query Multiple Transactions" with a day */
export const countPending = async (sheet: string, signal: AbortSignal): Promise<Counted> => {
	const answer = await askRoute(sheet, "routes/transactions/query", Sheet, { signal });
	if (!answer.ok) return { pending: null, error: answer.error };
	return answer.data.counted ?? { pending: null, error: null };
};

/** "14 pending since November 18th 2026". */
export const describePending = (pending: number, day: string): string =>
	`${pending === 0 ? "None" : formatNumber(pending)} pending since ${formatDay(day)}`;
