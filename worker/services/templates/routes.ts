import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/templates/contract";
import { findTemplate, pageOfTemplates } from "#worker/services/templates/queries";

export const templatesRoutes = (app: App): void => {
	serve(app, contract.listTemplates, async (ctx, { query }) => ok(await pageOfTemplates(ctx, query)));
	serve(app, contract.getTemplate, async (ctx, { params }) => {
		const template = await findTemplate(ctx, params.id);
		return template ? ok(template) : fail("not_found");
	});
};
