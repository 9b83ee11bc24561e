import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { titled } from "#app/shell/titled";
import { workflowRecord } from "#worker/services/workflows/contract";

export const meta = titled("Workflow Process");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, workflowRecord, workflowScreen);
export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const Workflows = () => <RecordList screen={workflowScreen} />;
export default Workflows;

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} />;
