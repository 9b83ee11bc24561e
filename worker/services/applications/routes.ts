import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns";
import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { pageOfRecords } from "#worker/records/queries";
import { serveRecords } from "#worker/records/serve-records";
import * as contract from "#worker/services/applications/contract";
import { allFormDesigns, countUses, findApplication, itemsOfApplication } from "#worker/services/applications/queries";
import { application, listedApplication } from "#worker/services/applications/record";
import {
	findDefaultApplication,
	findLargestApplication,
	matchesSearch,
	pageOfTitles,
	timeZoneOf,
} from "#worker/services/applications/search.queries";

/** why: fixed paths come before `/applications/:id`, which would take them for ids. */
export const applicationsRoutes = (app: App): void => {
	serve(app, contract.listApplications, async (ctx, { query }) => ok(await searchApplications(ctx, query)));
	serve(app, contract.searchApplications, async (ctx, { query }) => ok(await searchApplications(ctx, query)));
	serve(app, contract.listApplicationTitles, async (ctx, { query }) => ok(await pageOfTitles(ctx, query)));
	serve(app, contract.listApplicationForms, async (ctx, { query }) => ok(pageOfAll(await allFormDesigns(ctx), query)));
	serve(app, contract.defaultApplication, async (ctx) =>
		okOr(await findDefaultApplication(ctx), "application_unavailable"),
	);
	serve(app, contract.largestApplication, async (ctx) =>
		okOr(await findLargestApplication(ctx), "application_unavailable"),
	);
	serve(app, contract.getApplication, async (ctx, { params }) =>
		okOr(await findApplication(ctx, params.id), "application_unavailable"),
	);
	serve(app, contract.getApplicationUses, async (ctx, { params }) =>
		okOr(await countUses(ctx, params.id), "application_unavailable"),
	);
	serve(app, contract.listApplicationAdminLevelItems, async (ctx, { params, query }) => {
		const items = await itemsOfApplication(ctx, params.id);
		return items ? ok(pageOfAll(items, query)) : fail("application_unavailable");
	});
	serveRecords(app, application, { ownList: true, ownFind: true });
};

type Search = InferOutput<typeof contract.searchApplications.query>;

/**
 * Finds applications by title, tag, state and the days they run on, in the organisation's time zone (§9 Dates); the newest
 * first unless sorted otherwise.
 */
const searchApplications = async (ctx: OrgContext, { page, size, sort = "-created", ...query }: Search) => {
	const { startDate, endDate, ...filter } = query;
	const zone = startDate || endDate ? await timeZoneOf(ctx) : "UTC";
	const matching = matchesSearch(ctx, {
		...filter,
		from: startDate ? startOfDay(startDate, zone).getTime() : undefined,
		until: endDate ? addDays(startOfDay(endDate, zone), 1).getTime() : undefined,
	});
	return pageOfRecords(ctx, { ...listedApplication, matching: () => matching }, { page, size, sort });
};

/** @param day YYYY-MM-DD. */
const startOfDay = (day: string, zone: string): TZDate => {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return new TZDate(year, month - 1, date, zone);
};
