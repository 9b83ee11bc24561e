import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/search/contract";
import { searchEverything } from "#worker/services/search/search-everything";

export const searchRoutes = (app: App): void => {
	serve(app, contract.searchEverything, (ctx, { query }) => searchEverything(ctx, query.q));
};
