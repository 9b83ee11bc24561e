import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { titledOver } from "#app/shell/titled";
import { workflowRecord } from "#worker/services/workflows/contract";

export const meta = titledOver("Delete workflow");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, workflowRecord, workflowScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, workflowRecord, workflowScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const DeleteWorkflow = () => <DeleteRecord screen={workflowScreen} />;
export default DeleteWorkflow;

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} deed="delete" />;
