import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/application-reports/contract";
import { sendReport, startReport } from "#worker/services/application-reports/start-report";

export const applicationReportsRoutes = (app: App): void => {
	serve(app, contract.downloadReport, (ctx, { body }) => startReport(ctx, { ...body, emails: [] }));
	serve(app, contract.sendReport, (ctx, { body }) => sendReport(ctx, body));
};
