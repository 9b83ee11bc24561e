import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { locationScreen } from "#app/routes/locations/screen";
import { titledOver } from "#app/shell/titled";
import { locationRecord } from "#worker/services/locations/contract";

export const meta = titledOver("Delete location");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, locationRecord, locationScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, locationRecord, locationScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(locationScreen);

const DeleteLocation = () => <DeleteRecord screen={locationScreen} />;
export default DeleteLocation;

export const ErrorBoundary = () => <RecordProblem screen={locationScreen} deed="delete" />;
