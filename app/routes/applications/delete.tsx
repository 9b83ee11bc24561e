import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { applicationScreen } from "#app/routes/applications/screen";
import { titledOver } from "#app/shell/titled";
import { maxPageSize } from "#worker/contract/page";
import { type Application, applicationRecord } from "#worker/services/applications/contract";
import { listGroups } from "#worker/services/uploaded-candidates/contract";

export const meta = titledOver("Delete application");

/** Loads the application with the lists of candidates that are for it, if the user may see them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const opened = await (await openDeletion(args, applicationRecord, applicationScreen)).json();
	const { id, formId: schemaId } = opened.row as unknown as Application;
	const lists = await args.context.api.call(listGroups, { query: { schemaId, size: String(maxPageSize) } });
	const own = lists.ok ? lists.value.data.filter(({ application }) => application?.id === id) : [];
	return json({ ...opened, row: { ...opened.row, lists: own.length } });
};
export const action = (args: ActionFunctionArgs) => deleteRecord(args, applicationRecord, applicationScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(applicationScreen);

const DeleteApplication = () => <DeleteRecord screen={applicationScreen} />;
export default DeleteApplication;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
