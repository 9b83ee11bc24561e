import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/exports/contract";
import { exportCandidates, listExportColumns } from "#worker/services/exports/export-candidates";

export const exportsRoutes = (app: App): void => {
	serve(app, contract.exportCandidates, (ctx, { body }) => exportCandidates(ctx, body));
	serve(app, contract.listExportColumns, (ctx, { query }) => listExportColumns(ctx, query.applicationId));
};
