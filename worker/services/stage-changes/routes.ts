import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeStages, previewStageChange } from "#worker/services/stage-changes/change-stages";
import * as contract from "#worker/services/stage-changes/contract";

export const stageChangesRoutes = (app: App): void => {
	serve(app, contract.previewStageChange, (ctx, { body }) => previewStageChange(ctx, body));
	serve(app, contract.updateApplicants, (ctx, { body }) => changeStages(ctx, body));
};
