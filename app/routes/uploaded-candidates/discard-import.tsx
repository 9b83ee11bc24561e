import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { ConfirmDialog } from "#app/routes/uploaded-candidates/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { discardImport, getImport } from "#worker/services/uploaded-candidates/imports.contract";

const paramsOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
	id: params.groupId ?? "",
	importId: params.importId ?? "",
});

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, discardImport);
	const params = paramsOf(args);
	const { name } = orThrow(await args.context.api.call(getImport, { params }));
	return json({ name, closeTo: `/${orgName}/manage-candidates/${params.id}/imports/${params.importId}` });
};

/** Puts the import away, or says why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, discardImport);
	await readSignedInForm(args.request, args.context);
	const params = paramsOf(args);
	const discarded = await args.context.api.call(discardImport, { params });
	if (!discarded.ok && discarded.problem.status === 404) orThrow(discarded);
	if (!discarded.ok) return json({ error: discarded.problem.error }, { status: httpStatus(discarded.problem) });
	args.context.session.flash({ kind: "success", message: "The import was discarded. Nothing of it was added." });
	return redirect(`/${orgName}/manage-candidates/${params.id}/imports`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const shouldRevalidate = unlessUnanswered;

const DiscardImport = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog title={`Discard ${name}?`} submitLabel="Discard" closeTo={closeTo} error={error}>
			Nothing of it has been added. Its rows are forgotten; the list can be uploaded again.
		</ConfirmDialog>
	);
};
export default DiscardImport;

export const ErrorBoundary = () => <ProblemPage />;
