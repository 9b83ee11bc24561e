import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { serveRecords } from "#worker/records/serve-records";
import {
	deleteLevel,
	listHistory,
	listLevels,
	restoreFormer,
	updateLevels,
} from "#worker/services/admin-levels/change-levels";
import * as contract from "#worker/services/admin-levels/contract";
import { allItems } from "#worker/services/admin-levels/queries";
import { findReached } from "#worker/services/admin-levels/reach.queries";
import { levelItem } from "#worker/services/admin-levels/record";

export const adminLevelsRoutes = (app: App): void => {
	serve(app, contract.listAdminLevels, (ctx, { query }) => listLevels(ctx, query));
	serve(app, contract.updateAdminLevels, (ctx, { body }) => updateLevels(ctx, body));
	serve(app, contract.listAdminLevelChanges, (ctx, { query }) => listHistory(ctx, query));
	serve(app, contract.restoreAdminLevels, (ctx, { body }) => restoreFormer(ctx, body));
	serve(app, contract.deleteAdminLevel, (ctx, { params }) => deleteLevel(ctx, params.id));
	serve(app, contract.listStructure, async (ctx, { query: { privilege, from, ...page } }) => {
		const reached = privilege && (await findReached(ctx, { privilege, from }));
		const items = (await allItems(ctx)).filter(({ id }) => reached?.itemIds.has(id) ?? true);
		return ok({ ...pageOfAll(items, page), atTop: reached?.atTop ?? true });
	});
	serveRecords(app, levelItem);
};
