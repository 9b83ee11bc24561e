import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { readAddOnChoices } from "#app/routes/add-ons/add-on-choices.server";
import { addOnScreen } from "#app/routes/add-ons/screen";
import { titledOver } from "#app/shell/titled";
import { addOnRecord } from "#worker/services/add-ons/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, addOnRecord, addOnScreen, readAddOnChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, addOnRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(addOnScreen);

const AddOnHistory = () => <RecordHistory screen={addOnScreen} />;
export default AddOnHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
