import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { groupScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("Delete application group");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, groupRecord, groupScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, groupRecord, groupScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(groupScreen);

const DeleteGroup = () => <DeleteRecord screen={groupScreen} />;
export default DeleteGroup;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
