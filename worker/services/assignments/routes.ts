import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeAssignments, listReviewers, previewAssignment } from "#worker/services/assignments/change-assignments";
import * as contract from "#worker/services/assignments/contract";

export const assignmentsRoutes = (app: App): void => {
	serve(app, contract.previewAssignment, (ctx, { body }) => previewAssignment(ctx, body));
	serve(app, contract.listReviewers, (ctx, { query }) => listReviewers(ctx, query));
	serve(app, contract.updateAssignments, (ctx, { body }) => changeAssignments(ctx, body));
};
