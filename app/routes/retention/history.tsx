import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { retentionChoices } from "#app/routes/retention/retention-choices.server";
import { retentionScreen } from "#app/routes/retention/screen";
import { titledOver } from "#app/shell/titled";
import { retentionRecord } from "#worker/services/retention/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) =>
	openHistory(args, retentionRecord, retentionScreen, retentionChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, retentionRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(retentionScreen);

const RetentionHistory = () => <RecordHistory screen={retentionScreen} />;
export default RetentionHistory;

export const ErrorBoundary = () => <RecordProblem screen={retentionScreen} />;
