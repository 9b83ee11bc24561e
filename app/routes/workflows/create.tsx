import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { nameScreen } from "#app/routes/workflows/name-screen";
import { namedWorkflow } from "#app/routes/workflows/named-workflow";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";

export const meta = titledOver("New workflow");
export const loader = (args: LoaderFunctionArgs) => openRecord(args, namedWorkflow, nameScreen);
export const action = (args: ActionFunctionArgs) => saveRecord(args, namedWorkflow, nameScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = shows({});

const NewWorkflow = () => <RecordDialog screen={nameScreen} />;
export default NewWorkflow;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
