import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { groupScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, groupRecord, groupScreen);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, groupRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(groupScreen);

const GroupHistory = () => <RecordHistory screen={groupScreen} />;
export default GroupHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
