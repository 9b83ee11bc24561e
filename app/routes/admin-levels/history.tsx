import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { structureScreen } from "#app/routes/admin-levels/screen";
import { structureChoices } from "#app/routes/admin-levels/structure-choices.server";
import { titledOver } from "#app/shell/titled";
import { levelItemRecord } from "#worker/services/admin-levels/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, levelItemRecord, structureScreen, structureChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, levelItemRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(structureScreen);

const ItemHistory = () => <RecordHistory screen={structureScreen} />;
export default ItemHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
