import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { namesInSteps } from "#app/routes/workflows/workflow-choices.server";
import { titledOver } from "#app/shell/titled";
import { workflowRecord } from "#worker/services/workflows/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, workflowRecord, workflowScreen, namesInSteps);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, workflowRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const WorkflowHistory = () => <RecordHistory screen={workflowScreen} />;
export default WorkflowHistory;

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} />;
