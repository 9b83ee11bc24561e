import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { applicationScreen } from "#app/routes/applications/screen";
import { titledOver } from "#app/shell/titled";
import { applicationRecord } from "#worker/services/applications/contract";

export const meta = titledOver("Delete application");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, applicationRecord, applicationScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, applicationRecord, applicationScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(applicationScreen);

const DeleteApplication = () => <DeleteRecord screen={applicationScreen} />;
export default DeleteApplication;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
