import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { reminderOptions, reminderScreen } from "#app/routes/reminders/screen";
import { titled } from "#app/shell/titled";
import { reminderRecord } from "#worker/services/reminders/contract";

export const meta = titled("Notifications");
export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, reminderRecord, reminderScreen, async () => reminderOptions);
export const { handle, shouldRevalidate } = showsRecords(reminderScreen);

const Reminders = () => <RecordList screen={reminderScreen} />;
export default Reminders;

export const ErrorBoundary = () => <RecordProblem screen={reminderScreen} />;
