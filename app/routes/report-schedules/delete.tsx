import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { scheduleScreen } from "#app/routes/report-schedules/screen";
import { titledOver } from "#app/shell/titled";
import { reportSchedule } from "#worker/services/report-schedules/contract";

export const meta = titledOver("Delete report schedule");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, reportSchedule, scheduleScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, reportSchedule, scheduleScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(scheduleScreen);

const DeleteSchedule = () => <DeleteRecord screen={scheduleScreen} />;
export default DeleteSchedule;

export const ErrorBoundary = () => <RecordProblem screen={scheduleScreen} deed="delete" />;
