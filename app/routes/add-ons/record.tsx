import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { readAddOnChoices } from "#app/routes/add-ons/add-on-choices.server";
import { addOnScreen } from "#app/routes/add-ons/screen";
import { titledOver } from "#app/shell/titled";
import { addOnRecord } from "#worker/services/add-ons/contract";

export const meta = titledOver("Add-on");
export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, addOnRecord, addOnScreen, { loadChoices: readAddOnChoices });
export const action = (args: ActionFunctionArgs) => saveRecord(args, addOnRecord, addOnScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(addOnScreen);

const AddOnDialog = () => <RecordDialog screen={addOnScreen} />;
export default AddOnDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
