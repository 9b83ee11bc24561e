import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeView, deleteView } from "#worker/services/saved-views/change-view";
import * as contract from "#worker/services/saved-views/contract";
import { readSavedViews } from "#worker/services/saved-views/queries";
import { saveView } from "#worker/services/saved-views/save-view";

export const savedViewsRoutes = (app: App): void => {
	serve(app, contract.listSavedViews, async (ctx, { query }) =>
		ok(pageOfAll(await readSavedViews(ctx, query.counted), query)),
	);
	serve(app, contract.createSavedView, (ctx, { body }) => saveView(ctx, body));
	serve(app, contract.updateSavedView, (ctx, { params, body }) => changeView(ctx, params.id, body));
	serve(app, contract.deleteSavedView, (ctx, { params }) => deleteView(ctx, params.id));
};
