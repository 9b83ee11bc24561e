import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { readLog } from "#worker/services/applicants/applicant.queries";
import { changeCourse } from "#worker/services/applicants/change-course";
import { changeStage } from "#worker/services/applicants/change-stage";
import { changeStages } from "#worker/services/applicants/change-stages";
import * as contract from "#worker/services/applicants/contract";
import { countStages } from "#worker/services/applicants/count-stages";
import { findNeighbours } from "#worker/services/applicants/find-neighbours";
import { listApplicants } from "#worker/services/applicants/list-applicants";
import { openApplicant } from "#worker/services/applicants/open-applicant";
import { postToLocation } from "#worker/services/applicants/post-to-location";
import { previewBatch } from "#worker/services/applicants/preview-batch";
import { readPhoto } from "#worker/services/applicants/read-photo";

export const applicantsRoutes = (app: App): void => {
	serve(app, contract.listApplicants, (ctx, { query }) => listApplicants(ctx, query));
	serve(app, contract.countStages, (ctx, { query }) => countStages(ctx, query));
	serve(app, contract.previewBatch, (ctx, { body }) => previewBatch(ctx, body));
	serve(app, contract.updateApplicants, (ctx, { body }) => changeStages(ctx, body));
	serve(app, contract.getApplicant, (ctx, { params }) => openApplicant(ctx, params.id));
	serve(app, contract.updateApplicant, (ctx, { params, body }) => {
		if ("stageId" in body) return changeStage(ctx, params.id, body);
		if ("courseId" in body) return changeCourse(ctx, params.id, body);
		return postToLocation(ctx, params.id, body);
	});
	serve(app, contract.getNeighbours, (ctx, { params, query }) => findNeighbours(ctx, params.id, query));
	serve(app, contract.listLog, async (ctx, { params, query }) => {
		const log = await readLog(ctx, params.id, query);
		return log ? ok(log) : fail("not_found");
	});
	serve(app, contract.getPhoto, async (ctx, { params }) => {
		const picture = await readPhoto(ctx, params.id);
		return picture.ok ? ok(new Response(picture.value.body, { headers: picture.value.headers })) : picture;
	});
};
