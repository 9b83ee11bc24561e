import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { scheduleOptions, scheduleScreen } from "#app/routes/report-schedules/screen";
import { titled } from "#app/shell/titled";
import { reportSchedule } from "#worker/services/report-schedules/contract";

export const meta = titled("Notifications");
export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, reportSchedule, scheduleScreen, async () => scheduleOptions);
export const { handle, shouldRevalidate } = showsRecords(scheduleScreen);

const Schedules = () => <RecordList screen={scheduleScreen} />;
export default Schedules;

export const ErrorBoundary = () => <RecordProblem screen={scheduleScreen} />;
