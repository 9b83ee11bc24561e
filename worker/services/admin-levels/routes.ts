import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/admin-levels/contract";
import { allAdminLevels, pageOfItems } from "#worker/services/admin-levels/queries";

export const adminLevelsRoutes = (app: App): void => {
	serve(app, contract.listAdminLevels, async (ctx, { query }) => ok(pageOfAll(await allAdminLevels(ctx), query)));
	serve(app, contract.listAdminLevelItems, async (ctx, { query }) => ok(await pageOfItems(ctx, query)));
};
