import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { itemChoices } from "#app/routes/application-groups/item-choices.server";
import { itemScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupItemRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, groupItemRecord, itemScreen, itemChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, groupItemRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(itemScreen);

const ItemHistory = () => <RecordHistory screen={itemScreen} />;
export default ItemHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
