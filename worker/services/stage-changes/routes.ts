import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { findUndoable } from "#worker/runs/batch.queries";
import { changeStages } from "#worker/services/stage-changes/change-stages";
import * as contract from "#worker/services/stage-changes/contract";
import { previewBatch } from "#worker/services/stage-changes/preview-stage-changes";
import * as undo from "#worker/services/stage-changes/undo.contract";
import { undoMove } from "#worker/services/stage-changes/undo-move";

export const stageChangesRoutes = (app: App): void => {
	serve(app, contract.previewBatch, (ctx, { body }) => previewBatch(ctx, body));
	serve(app, contract.updateApplicants, (ctx, { body }) => changeStages(ctx, body));
	serve(app, undo.undoStageChange, (ctx, { params }) => undoMove(ctx, params.id));
	serve(app, undo.listUndoable, async (ctx, { query }) => {
		const found = await findUndoable(ctx, 5);
		const moves = found.map(({ targetName, ...move }) => ({ ...move, stageName: targetName }));
		return ok(pageOfAll(moves, query));
	});
};
