import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { groupScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("Application group");
export const loader = (args: LoaderFunctionArgs) => openRecord(args, groupRecord, groupScreen);
export const action = (args: ActionFunctionArgs) => saveRecord(args, groupRecord, groupScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(groupScreen);

const GroupDialog = () => <RecordDialog screen={groupScreen} />;
export default GroupDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
