import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { ofAddress } from "#app/routes/templates/of-address.server";
import { kindOf, templateScreen } from "#app/routes/templates/screen";
import { titledOver } from "#app/shell/titled";
import { templateRecord } from "#worker/services/templates/contract";

export const meta = titledOver("Delete template");
export const loader = (args: LoaderFunctionArgs) => openDeletion(ofAddress(args), templateRecord, templateScreen);

/** Deletes the template and leads to the list of its type: its own page is gone. */
export const action = async (args: ActionFunctionArgs) => {
	const answer = await deleteRecord(ofAddress(args), templateRecord, templateScreen);
	const { type } = kindOf(new URL(args.request.url).searchParams.get("type"));
	return answer.status === 302 ? redirect(`/${args.params.orgName}/templates?type=${type}`) : answer;
};
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(templateScreen);

const DeleteTemplate = () => <DeleteRecord screen={templateScreen} />;
export default DeleteTemplate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
