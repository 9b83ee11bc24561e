import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns";
import type { OrgContext } from "#worker/context";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/applications/contract";
import {
	allFormDesigns,
	findApplication,
	itemsOfApplication,
	selectApplications,
} from "#worker/services/applications/queries";
import {
	findDefaultApplication,
	matchesSearch,
	type SearchFilter,
	timeZoneOf,
} from "#worker/services/applications/search.queries";

/** why: fixed paths come before `/applications/:id`, which would take them for ids. */
export const applicationsRoutes = (app: App): void => {
	serve(app, contract.listApplications, async (ctx, { query: { page, size } }) => {
		const { rows, total } = await selectApplications(ctx, { limit: size, offset: page * size });
		return ok({ data: rows, resultTotal: total, page, size });
	});
	serve(app, contract.searchApplications, (ctx, { query }) => searchApplications(ctx, query));
	serve(app, contract.listApplicationForms, async (ctx, { query }) => ok(pageOfAll(await allFormDesigns(ctx), query)));
	serve(app, contract.defaultApplication, async (ctx) =>
		okOr(await findDefaultApplication(ctx), "application_unavailable"),
	);
	serve(app, contract.getApplication, async (ctx, { params }) =>
		okOr(await findApplication(ctx, params.id), "application_unavailable"),
	);
	serve(app, contract.listApplicationAdminLevelItems, async (ctx, { params, query }) => {
		const items = await itemsOfApplication(ctx, params.id);
		return items ? ok(pageOfAll(items, query)) : fail("application_unavailable");
	});
};

interface Search extends Omit<SearchFilter, "from" | "until"> {
	page: number;
	size: number;
	startDate?: string | undefined;
	endDate?: string | undefined;
}

/** Finds applications by title, tag, state and the days they run on, in the organisation's time zone (§9 Dates). */
const searchApplications = async (ctx: OrgContext, { page, size, startDate, endDate, ...filter }: Search) => {
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
