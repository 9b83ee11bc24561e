import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/audit-log/contract";
import { exportActivityLog, exportModificationLog } from "#worker/services/audit-log/export-log";
import { pageOfActivities, pageOfModifications } from "#worker/services/audit-log/lists";

export const auditLogRoutes = (app: App): void => {
	serve(app, contract.listActivities, async (ctx, { query }) => ok(await pageOfActivities(ctx, query)));
	serve(app, contract.listModifications, async (ctx, { query }) => ok(await pageOfModifications(ctx, query)));
	serve(app, contract.exportActivities, (ctx, { body }) => exportActivityLog(ctx, body));
	serve(app, contract.exportModifications, (ctx, { body }) => exportModificationLog(ctx, body));
};
