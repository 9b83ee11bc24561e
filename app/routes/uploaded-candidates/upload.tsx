import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepUpload, UploadDialog } from "#app/records/import/upload-dialog";
import { uploadList } from "#app/records/import/upload-list.server";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { startImport } from "#worker/services/uploaded-candidates/imports.contract";

export const meta = titledOver("Upload candidates");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, startImport);
	const closeTo = `/${orgName}/manage-candidates/${args.params.groupId ?? ""}`;
	return json({ closeTo, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, startImport);
	const params = { id: args.params.groupId ?? "" };
	return uploadList(
		args,
		(body, options) => args.context.api.call(startImport, { params, body }, options),
		(id) => `/${orgName}/manage-candidates/${params.id}/imports/${id}`,
	);
};

export const clientAction = keepUpload;

export const { handle, shouldRevalidate } = shows({ candidates: true });

const UploadList = () => {
	const { inWords } = useScreenTexts();
	return (
		<UploadDialog
			{...useLoaderData<typeof loader>()}
			title="Upload a list"
			columns={inWords("JAMB number, names, sex, state, LGA, UTME score, subjects, {course}, phone, email")}
		/>
	);
};
export default UploadList;

export const ErrorBoundary = () => <ProblemPage />;
