import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeStages, previewStageChange } from "#worker/services/stage-changes/change-stages";
import * as contract from "#worker/services/stage-changes/contract";
import { listNextStages } from "#worker/services/stage-changes/list-next-stages";
import {
	addReleaseRows,
	approveRelease,
	cancelRelease,
	openRelease,
	prepareRelease,
	previewRelease,
	proposeRelease,
	removeReleaseRows,
	returnRelease,
	scheduleRelease,
} from "#worker/services/stage-changes/release";
import * as releases from "#worker/services/stage-changes/release.contract";
import { pageOfReleases } from "#worker/services/stage-changes/release.queries";

export const stageChangesRoutes = (app: App): void => {
	serve(app, contract.previewStageChange, (ctx, { body }) => previewStageChange(ctx, body));
	serve(app, contract.listNextStages, (ctx, { params }) => listNextStages(ctx, params.id));
	serve(app, contract.updateApplicants, (ctx, { body }) => changeStages(ctx, body));
	serve(app, releases.listReleases, async (ctx, { query }) => ok(await pageOfReleases(ctx, query)));
	serve(app, releases.prepareRelease, (ctx, { body }) => prepareRelease(ctx, body));
	serve(app, releases.getRelease, (ctx, { params }) => openRelease(ctx, params.id));
	serve(app, releases.previewRelease, (ctx, { params, query }) => previewRelease(ctx, params.id, query));
	serve(app, releases.addReleaseRows, (ctx, { params, body }) => addReleaseRows(ctx, params.id, body));
	serve(app, releases.removeReleaseRows, (ctx, { params, body }) => removeReleaseRows(ctx, params.id, body));
	serve(app, releases.proposeRelease, (ctx, { params, body }) => proposeRelease(ctx, params.id, body));
	serve(app, releases.approveRelease, (ctx, { params, body }) => approveRelease(ctx, params.id, body));
	serve(app, releases.returnRelease, (ctx, { params, body }) => returnRelease(ctx, params.id, body));
	serve(app, releases.scheduleRelease, (ctx, { params, body }) => scheduleRelease(ctx, params.id, body));
	serve(app, releases.cancelRelease, (ctx, { params, body }) => cancelRelease(ctx, params.id, body));
};
