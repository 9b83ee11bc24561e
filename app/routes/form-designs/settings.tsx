import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { designScreen } from "#app/routes/form-designs/screen";
import { titledOver } from "#app/shell/titled";
import { designRecord } from "#worker/services/form-designs/contract";

export const meta = titledOver("Form");
export const loader = (args: LoaderFunctionArgs) => openRecord(args, designRecord, designScreen);
export const action = (args: ActionFunctionArgs) => saveRecord(args, designRecord, designScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** The title of a form, and whether it is offered. */
const FormSettings = () => <RecordDialog screen={designScreen} />;
export default FormSettings;

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
