import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { retentionScreen } from "#app/routes/retention/screen";
import { titledOver } from "#app/shell/titled";
import { retentionRecord } from "#worker/services/retention/contract";

export const meta = titledOver("Delete retention rule");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, retentionRecord, retentionScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, retentionRecord, retentionScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(retentionScreen);

const DeleteRetentionRule = () => <DeleteRecord screen={retentionScreen} />;
export default DeleteRetentionRule;

export const ErrorBoundary = () => <RecordProblem screen={retentionScreen} deed="delete" />;
