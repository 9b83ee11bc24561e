import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { retentionOptions, retentionScreen } from "#app/routes/retention/screen";
import { titled } from "#app/shell/titled";
import { retentionRecord } from "#worker/services/retention/contract";

export const meta = titled("Retention rules");
export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, retentionRecord, retentionScreen, async () => retentionOptions);
export const { handle, shouldRevalidate } = showsRecords(retentionScreen);

const RetentionRules = () => <RecordList screen={retentionScreen} />;
export default RetentionRules;

export const ErrorBoundary = () => <RecordProblem screen={retentionScreen} />;
