import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { groupScreen } from "#app/routes/application-groups/screens";
import { titled } from "#app/shell/titled";
import { groupRecord } from "#worker/services/application-groups/contract";

export const meta = titled("Application Group");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, groupRecord, groupScreen);
export const { handle, shouldRevalidate } = showsRecords(groupScreen);

const Groups = () => <RecordList screen={groupScreen} />;
export default Groups;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
