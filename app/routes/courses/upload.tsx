import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { keepUpload, UploadDialog } from "#app/records/import/upload-dialog";
import { uploadList } from "#app/records/import/upload-list.server";
import { showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseScreen } from "#app/routes/courses/screen";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { uploadCourses } from "#worker/services/courses/uploads.contract";

export const meta = titledOver("Upload {courses}");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, uploadCourses);
	const { search } = new URL(args.request.url);
	return json({ closeTo: `/${orgName}/courses${search}`, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, uploadCourses);
	return uploadList(
		args,
		(body, options) => api.call(uploadCourses, { body }, options),
		(id) => `/${orgName}/courses/uploads/${id}`,
	);
};

export const clientAction = keepUpload;
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const UploadCourses = () => {
	const { inWords, context } = useScreenTexts();
	return (
		<UploadDialog
			{...useLoaderData<typeof loader>()}
			title={inWords("Upload {courses}")}
			columns="code, title, and if you like what each is part of and its status"
		>
			<div>
				<LinkButton to={`${context.base}/courses/template`} icon={FileDown} reloadDocument>
					Download the template
				</LinkButton>
			</div>
		</UploadDialog>
	);
};
export default UploadCourses;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
