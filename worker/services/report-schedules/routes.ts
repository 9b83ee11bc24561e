import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { serveRecords } from "#worker/records/serve-records";
import { listReportRecipients, reportReaders, sendReportNow } from "#worker/services/report-schedules/contract";
import { schedule } from "#worker/services/report-schedules/record";
import { sendNow } from "#worker/services/report-schedules/send-schedule";
import { activeHoldersOf } from "#worker/services/users/queries";

export const reportSchedulesRoutes = (app: App): void => {
	// why before the records: their paths end with any id.
	serve(app, listReportRecipients, async (ctx, { query }) =>
		ok(pageOfAll(await activeHoldersOf(ctx, reportReaders), query)),
	);
	serve(app, sendReportNow, (ctx, { params }) => sendNow(ctx, params.id));
	serveRecords(app, schedule);
};
