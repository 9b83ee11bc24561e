import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { itemScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupItemRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("Delete group item");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, groupItemRecord, itemScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, groupItemRecord, itemScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(itemScreen);

const DeleteItem = () => <DeleteRecord screen={itemScreen} />;
export default DeleteItem;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
