import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/reasons/contract";
import { allReasons, selectReasonCounts } from "#worker/services/reasons/queries";
import {
	createReason,
	deleteReason,
	listChanges,
	openReason,
	updateReason,
} from "#worker/services/reasons/save-reason";

export const reasonsRoutes = (app: App): void => {
	serve(app, contract.listReasons, async (ctx, { query }) => ok(pageOfAll(await allReasons(ctx), query)));
	serve(app, contract.getReason, (ctx, { params }) => openReason(ctx, params.id));
	serve(app, contract.listReasonChanges, (ctx, { params, query }) => listChanges(ctx, params.id, query));
	serve(app, contract.createReason, (ctx, { body }) => createReason(ctx, body));
	serve(app, contract.updateReason, (ctx, { params, body }) => updateReason(ctx, params.id, body));
	serve(app, contract.deleteReason, (ctx, { params }) => deleteReason(ctx, params.id));
	serve(app, contract.countReasons, async (ctx, { query }) =>
		ok(pageOfAll(await selectReasonCounts(ctx, query.applicationId), query)),
	);
};
