import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { scheduleChoices } from "#app/routes/report-schedules/schedule-choices.server";
import { scheduleScreen } from "#app/routes/report-schedules/screen";
import { titledOver } from "#app/shell/titled";
import { reportSchedule } from "#worker/services/report-schedules/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, reportSchedule, scheduleScreen, scheduleChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, reportSchedule);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(scheduleScreen);

const ScheduleHistory = () => <RecordHistory screen={scheduleScreen} />;
export default ScheduleHistory;

export const ErrorBoundary = () => <RecordProblem screen={scheduleScreen} />;
