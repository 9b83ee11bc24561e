import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { openRecord } from "#worker/records/operations";
import { serveRecords } from "#worker/records/serve-records";
import { countPosted } from "#worker/services/locations/contract";
import { selectPosted } from "#worker/services/locations/queries";
import { location } from "#worker/services/locations/record";

export const locationsRoutes = (app: App): void => {
	serveRecords(app, location);
	serve(app, countPosted, async (ctx, { params, query }) => {
		const found = await openRecord(ctx, location, params.id);
		return found.ok ? ok(pageOfAll(await selectPosted(ctx, params.id), query)) : found;
	});
};
