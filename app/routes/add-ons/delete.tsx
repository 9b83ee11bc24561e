import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { addOnScreen } from "#app/routes/add-ons/screen";
import { titledOver } from "#app/shell/titled";
import { addOnRecord } from "#worker/services/add-ons/contract";

export const meta = titledOver("Delete add-on");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, addOnRecord, addOnScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, addOnRecord, addOnScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(addOnScreen);

const DeleteAddOn = () => <DeleteRecord screen={addOnScreen} />;
export default DeleteAddOn;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
