import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { serveRecords } from "#worker/records/serve-records";
import { listReminderChoices, tryReminder } from "#worker/services/reminders/contract";
import { dryRun } from "#worker/services/reminders/dry-run";
import { readChoices } from "#worker/services/reminders/queries";
import { reminder } from "#worker/services/reminders/record";

export const remindersRoutes = (app: App): void => {
	// why before the records: their paths end with any id.
	serve(app, listReminderChoices, async (ctx) => ok(await readChoices(ctx)));
	serveRecords(app, reminder);
	serve(app, tryReminder, (ctx, { params }) => dryRun(ctx, params.id));
};
