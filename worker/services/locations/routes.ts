import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/locations/contract";
import { pageOfLocations } from "#worker/services/locations/queries";

export const locationsRoutes = (app: App): void => {
	serve(app, contract.listLocations, async (ctx, { query }) => ok(await pageOfLocations(ctx, query)));
};
