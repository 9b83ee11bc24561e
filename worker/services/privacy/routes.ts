import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/privacy/contract";
import { downloadApplicantData } from "#worker/services/privacy/download-data";
import { eraseApplicants, previewErasure } from "#worker/services/privacy/erase-applicants";
import { pageOfErasures } from "#worker/services/privacy/erasures.queries";

export const privacyRoutes = (app: App): void => {
	serve(app, contract.downloadApplicantData, (ctx, { params }) => downloadApplicantData(ctx, params.id));
	serve(app, contract.previewErasure, (ctx, { body }) => previewErasure(ctx, body));
	serve(app, contract.eraseApplicants, (ctx, { body }) => eraseApplicants(ctx, body));
	serve(app, contract.listErasures, async (ctx, { query }) => ok(await pageOfErasures(ctx, query)));
};
