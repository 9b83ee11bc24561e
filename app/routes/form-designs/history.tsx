import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { designScreen } from "#app/routes/form-designs/screen";
import { titledOver } from "#app/shell/titled";
import { designRecord } from "#worker/services/form-designs/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, designRecord, designScreen);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, designRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(designScreen);

const FormHistory = () => <RecordHistory screen={designScreen} />;
export default FormHistory;

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
