import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeAssignments, previewAssignment } from "#worker/services/assignments/change-assignments";
import * as contract from "#worker/services/assignments/contract";

export const assignmentsRoutes = (app: App): void => {
	serve(app, contract.previewAssignment, (ctx, { body }) => previewAssignment(ctx, body));
	serve(app, contract.updateAssignments, (ctx, { body }) => changeAssignments(ctx, body));
};
