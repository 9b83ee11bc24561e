import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns";
import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { selectApplications } from "#worker/services/applications/queries";
import { matchesSearch, type SearchFilter, timeZoneOf } from "#worker/services/applications/search.queries";

interface Search extends Omit<SearchFilter, "from" | "until"> {
	page: number;
	size: number;
	startDate?: string | undefined;
	endDate?: string | undefined;
}

/** Finds applications by title, tag, state and the days they run on, in the organisation's time zone (§9 Dates). */
export const searchApplications = async (ctx: OrgContext, { page, size, startDate, endDate, ...filter }: Search) => {
	const zone = startDate || endDate ? await timeZoneOf(ctx) : "UTC";
	const matching = matchesSearch(ctx, {
		...filter,
		from: startDate ? startOfDay(startDate, zone).getTime() : undefined,
		until: endDate ? addDays(startOfDay(endDate, zone), 1).getTime() : undefined,
	});
	const { rows, total } = await selectApplications(ctx, { matching, limit: size, offset: page * size });
	return ok({ data: rows, resultTotal: total, page, size });
};

/** @param day YYYY-MM-DD. */
const startOfDay = (day: string, zone: string): TZDate => {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return new TZDate(year, month - 1, date, zone);
};
