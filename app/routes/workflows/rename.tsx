import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { renameScreen } from "#app/routes/workflows/name-screen";
import { namedWorkflow } from "#app/routes/workflows/named-workflow";
import { titledOver } from "#app/shell/titled";

export const meta = titledOver("Rename workflow");
export const loader = (args: LoaderFunctionArgs) => openRecord(args, namedWorkflow, renameScreen);
export const action = (args: ActionFunctionArgs) => saveRecord(args, namedWorkflow, renameScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(renameScreen);

const RenameWorkflow = () => <RecordDialog screen={renameScreen} />;
export default RenameWorkflow;

export const ErrorBoundary = () => <RecordProblem screen={renameScreen} />;
