import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
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
		if (!found.ok) return found;
		// why none: the counts are of all places.
		return ok(pageOfAll(isBound(ctx) ? [] : await selectPosted(ctx, params.id), query));
	});
};
