import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { designScreen } from "#app/routes/form-designs/screen";
import { titledOver } from "#app/shell/titled";
import { designRecord } from "#worker/services/form-designs/contract";

export const meta = titledOver("Delete form");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, designRecord, designScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, designRecord, designScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(designScreen);

const DeleteForm = () => <DeleteRecord screen={designScreen} />;
export default DeleteForm;

export const ErrorBoundary = () => <RecordProblem screen={designScreen} deed="delete" />;
