import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { reminderChoices } from "#app/routes/reminders/reminder-choices.server";
import { reminderScreen } from "#app/routes/reminders/screen";
import { titledOver } from "#app/shell/titled";
import { reminderRecord } from "#worker/services/reminders/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, reminderRecord, reminderScreen, reminderChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, reminderRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(reminderScreen);

const ReminderHistory = () => <RecordHistory screen={reminderScreen} />;
export default ReminderHistory;

export const ErrorBoundary = () => <RecordProblem screen={reminderScreen} />;
