import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { reminderScreen } from "#app/routes/reminders/screen";
import { titledOver } from "#app/shell/titled";
import { reminderRecord } from "#worker/services/reminders/contract";

export const meta = titledOver("Delete reminder");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, reminderRecord, reminderScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, reminderRecord, reminderScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(reminderScreen);

const DeleteReminder = () => <DeleteRecord screen={reminderScreen} />;
export default DeleteReminder;

export const ErrorBoundary = () => <RecordProblem screen={reminderScreen} deed="delete" />;
