import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/templates/contract";
import { pageOfTemplates } from "#worker/services/templates/queries";

export const templatesRoutes = (app: App): void => {
	serve(app, contract.listTemplates, async (ctx, { query }) => ok(await pageOfTemplates(ctx, query)));
};
