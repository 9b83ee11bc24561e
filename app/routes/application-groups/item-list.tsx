import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { itemChoices } from "#app/routes/application-groups/item-choices.server";
import { itemScreen } from "#app/routes/application-groups/screens";
import { titled } from "#app/shell/titled";
import { groupItemRecord } from "#worker/services/application-groups/contract";

export const meta = titled("Application Group");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, groupItemRecord, itemScreen, itemChoices);
export const { handle, shouldRevalidate } = showsRecords(itemScreen);

const Items = () => <RecordList screen={itemScreen} />;
export default Items;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
