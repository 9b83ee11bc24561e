import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/templates/contract";
import { findTemplate, pageOfTemplates } from "#worker/services/templates/queries";

export const templatesRoutes = (app: App): void => {
	serve(app, contract.listTemplates, async (ctx, { query }) => ok(await pageOfTemplates(ctx, query)));
	serve(app, contract.getTemplate, async (ctx, { params }) => okOr(await findTemplate(ctx, params.id), "not_found"));
};
