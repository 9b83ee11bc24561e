import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { structureScreen } from "#app/routes/admin-levels/screen";
import { titledOver } from "#app/shell/titled";
import { levelItemRecord } from "#worker/services/admin-levels/contract";

export const meta = titledOver("Delete item");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, levelItemRecord, structureScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, levelItemRecord, structureScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(structureScreen);

const DeleteItem = () => <DeleteRecord screen={structureScreen} />;
export default DeleteItem;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
