import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { answerInvitation } from "#worker/services/referees/answer-invitation";
import { readLog } from "#worker/services/applicants/applicant.queries";
import * as batch from "#worker/services/applicants/batch.contract";
import { findUndoable } from "#worker/runs/batch.queries";
import * as batches from "#worker/services/batches/contract";
import * as change from "#worker/services/applicants/change.contract";
import { changeCourse } from "#worker/services/assignments/change-course";
import { changeDetails } from "#worker/services/assignments/change-assignments";
import { changeStage } from "#worker/services/stage-changes/change-stage";
import { changeStages } from "#worker/services/stage-changes/change-stages";
import { changeView, deleteView } from "#worker/services/saved-views/change-view";
import * as changes from "#worker/services/applicants/changes.contract";
import { readChanges } from "#worker/services/applicants/changes.queries";
import * as contract from "#worker/services/applicants/contract";
import { countStages } from "#worker/services/applicants/count-stages";
import { findNeighbours } from "#worker/services/applicants/find-neighbours";
import * as invitation from "#worker/services/referees/invitation.contract";
import { listApplicants } from "#worker/services/applicants/list-applicants";
import { notifyReferees } from "#worker/services/referees/notify-referees";
import { openApplicant } from "#worker/services/applicants/open-applicant";
import { listRowsOf, openBatch } from "#worker/services/batches/open-batch";
import { openInvitation } from "#worker/services/referees/open-invitation";
import { postToLocation } from "#worker/services/assignments/post-to-location";
import { previewBatch } from "#worker/services/stage-changes/preview-stage-changes";
import { previewDetails } from "#worker/services/assignments/preview-assignments";
import { countGroups } from "#worker/services/applicants/ranked.queries";
import { readModification } from "#worker/services/applicants/read-modification";
import { readPhoto } from "#worker/services/applicants/read-photo";
import * as referees from "#worker/services/referees/contract";
import { findReferees } from "#worker/services/referees/queries";
import { retryBatch } from "#worker/services/batches/retry-batch";
import { saveView } from "#worker/services/saved-views/save-view";
import * as views from "#worker/services/saved-views/contract";
import { readSavedViews } from "#worker/services/saved-views/queries";
import * as undo from "#worker/services/stage-changes/undo.contract";
import { undoMove } from "#worker/services/stage-changes/undo-move";

export const applicantsRoutes = (app: App): void => {
	serve(app, contract.listApplicants, (ctx, { query }) => listApplicants(ctx, query));
	serve(app, contract.countStages, (ctx, { query }) => countStages(ctx, query));
	serve(app, contract.countNeeds, async (ctx, { query }) => ok(await countGroups(ctx, query.applicationId)));
	serve(app, batch.previewBatch, (ctx, { body }) => previewBatch(ctx, body));
	serve(app, batch.updateApplicants, (ctx, { body }) => changeStages(ctx, body));
	serve(app, batch.previewDetails, (ctx, { body }) => previewDetails(ctx, body));
	serve(app, batch.updateDetails, (ctx, { body }) => changeDetails(ctx, body));
	serve(app, batches.getBatch, (ctx, { params }) => openBatch(ctx, params.id));
	serve(app, batches.listBatchRows, (ctx, { params, query }) => listRowsOf(ctx, params.id, query));
	serve(app, batches.retryBatch, (ctx, { params }) => retryBatch(ctx, params.id));
	serve(app, undo.undoStageChange, (ctx, { params }) => undoMove(ctx, params.id));
	serve(app, undo.listUndoable, async (ctx) => {
		const found = await findUndoable(ctx, 5);
		return ok({ data: found.map(({ targetName, ...move }) => ({ ...move, stageName: targetName })) });
	});
	serve(app, contract.getApplicant, (ctx, { params }) => openApplicant(ctx, params.id));
	serve(app, change.updateApplicant, (ctx, { params, body }) => {
		if ("courseId" in body) return changeCourse(ctx, params.id, body);
		if ("stageId" in body) return changeStage(ctx, params.id, body);
		return postToLocation(ctx, params.id, body);
	});
	serve(app, contract.getNeighbours, (ctx, { params, query }) => findNeighbours(ctx, params.id, query));
	serve(app, contract.listLog, async (ctx, { params, query }) => {
		const log = await readLog(ctx, params.id, query);
		return log ? ok(log) : fail("not_found");
	});
	serve(app, referees.listReferees, async (ctx, { params }) => {
		const found = await findReferees(ctx, params.id);
		return found ? ok({ data: found }) : fail("not_found");
	});
	serve(app, referees.notifyReferees, (ctx, { body }) => notifyReferees(ctx, body));
	serve(app, invitation.getInvitation, (ctx, { params, query }) =>
		openInvitation(ctx, { organisation: query.organisation, token: params.token }),
	);
	serve(app, invitation.answerInvitation, (ctx, { params, body }) =>
		answerInvitation(ctx, { organisation: body.organisation, token: params.token }, body.data),
	);
	serve(app, changes.listChanges, async (ctx, { params, query }) => {
		const found = await readChanges(ctx, params.id, query);
		return found ? ok({ data: found.entries.map(readModification), hasMore: found.hasMore }) : fail("not_found");
	});
	serve(app, views.listSavedViews, async (ctx) => ok({ data: await readSavedViews(ctx) }));
	serve(app, views.createSavedView, (ctx, { body }) => saveView(ctx, body));
	serve(app, views.updateSavedView, (ctx, { params, body }) => changeView(ctx, params.id, body));
	serve(app, views.deleteSavedView, (ctx, { params }) => deleteView(ctx, params.id));
	serve(app, contract.getPhoto, async (ctx, { params }) => {
		const picture = await readPhoto(ctx, params.id);
		return picture.ok ? ok(new Response(picture.value.body, { headers: picture.value.headers })) : picture;
	});
};
