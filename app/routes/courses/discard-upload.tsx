import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { showsRecords } from "#app/records/screen";
import { courseScreen } from "#app/routes/courses/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { discardCourseUpload, getCourseUpload } from "#worker/services/courses/uploads.contract";

export const meta = titledOver("Discard upload");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, discardCourseUpload);
	const { id, name } = orThrow(await api.call(getCourseUpload, { params: { id: args.params.uploadId ?? "" } }));
	return json({ name, closeTo: `/${orgName}/courses/uploads/${id}` });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, discardCourseUpload);
	await readSignedInForm(args.request, args.context);
	const discarded = await api.call(discardCourseUpload, { params: { id: args.params.uploadId ?? "" } });
	if (!discarded.ok && discarded.problem.status === 404) orThrow(discarded);
	if (!discarded.ok) return json({ error: discarded.problem.error }, { status: httpStatus(discarded.problem) });
	session.flash({ kind: "success", message: "The upload was discarded. Nothing of it was added." });
	return redirect(`/${orgName}/courses`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

const DiscardUpload = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog title={`Discard ${name}?`} submitLabel="Discard" closeTo={closeTo} error={error}>
			Nothing of it has been added. Its rows are deleted; the list can be uploaded again.
		</ConfirmDialog>
	);
};
export default DiscardUpload;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
