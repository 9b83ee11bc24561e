import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { readRecentApplicants, searchApplicants } from "#worker/services/applicants/search.queries";
import * as contract from "#worker/services/search/contract";

export const searchRoutes = (app: App): void => {
	serve(app, contract.searchEverything, (ctx, { query }) => searchEverything(ctx, query.q));
};

const maxFound = 20;
const maxRecent = 8;

const searchEverything = async (ctx: OrgContext, typed: string) => {
	if (typed === "") return ok({ applicants: await readRecentApplicants(ctx, maxRecent), recent: true });
	return ok({ applicants: await searchApplicants(ctx, typed, maxFound), recent: false });
};
