import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeDetails } from "#worker/services/assignments/change-assignments";
import * as contract from "#worker/services/assignments/contract";
import { previewDetails } from "#worker/services/assignments/preview-assignments";

export const assignmentsRoutes = (app: App): void => {
	serve(app, contract.previewDetails, (ctx, { body }) => previewDetails(ctx, body));
	serve(app, contract.updateDetails, (ctx, { body }) => changeDetails(ctx, body));
};
