import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { itemChoices } from "#app/routes/application-groups/item-choices.server";
import { itemScreen } from "#app/routes/application-groups/screens";
import { titledOver } from "#app/shell/titled";
import { groupItemRecord } from "#worker/services/application-groups/contract";

export const meta = titledOver("Group item");
export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, groupItemRecord, itemScreen, { loadChoices: itemChoices });
export const action = (args: ActionFunctionArgs) => saveRecord(args, groupItemRecord, itemScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(itemScreen);

const ItemDialog = () => <RecordDialog screen={itemScreen} />;
export default ItemDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
