import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { applicationScreen } from "#app/routes/applications/screen";
import { titledOver } from "#app/shell/titled";
import { applicationRecord, getApplicationUses } from "#worker/services/applications/contract";

export const meta = titledOver("Delete application");

/** Loads the application with what depends on it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const opened = await (await openDeletion(args, applicationRecord, applicationScreen)).json();
	const uses = orThrow(await args.context.api.call(getApplicationUses, { params: { id: opened.row.id } }));
	return json({ ...opened, row: { ...opened.row, ...uses } });
};
export const action = (args: ActionFunctionArgs) => deleteRecord(args, applicationRecord, applicationScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(applicationScreen);

const DeleteApplication = () => <DeleteRecord screen={applicationScreen} />;
export default DeleteApplication;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
