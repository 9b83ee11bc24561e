import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/routes/uploaded-candidates/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { getImport, undoImport } from "#worker/services/uploaded-candidates/imports.contract";

const paramsOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
	id: params.groupId ?? "",
	importId: params.importId ?? "",
});

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoImport);
	const params = paramsOf(args);
	const { name, counts } = orThrow(await args.context.api.call(getImport, { params }));
	const closeTo = `/${orgName}/manage-candidates/${params.id}/imports/${params.importId}`;
	return json({ name, added: counts.added ?? 0, closeTo, idempotencyKey: crypto.randomUUID() });
};

/** Begins to undo the import, or says why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoImport);
	const form = await readSignedInForm(args.request, args.context);
	const idempotencyKey = String(form.get("idempotencyKey") ?? "").match(/^[\w-]{8,64}$/)?.[0];
	const params = paramsOf(args);
	const begun = await args.context.api.call(undoImport, { params }, { idempotencyKey });
	if (!begun.ok && begun.problem.status === 404) orThrow(begun);
	if (!begun.ok) return json({ error: begun.problem.error }, { status: httpStatus(begun.problem) });
	return redirect(`/${orgName}/manage-candidates/${params.id}/imports/${params.importId}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const shouldRevalidate = unlessUnanswered;

const UndoImport = () => {
	const { name, added, ...dialog } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog {...dialog} title={`Undo the import of ${name}?`} submitLabel="Undo import" error={error}>
			{formatCount(added, "candidate")} came with it. Who was new is taken out, who was updated is as before. Whom a
			later import has changed stays as they are.
		</ConfirmDialog>
	);
};
export default UndoImport;

export const ErrorBoundary = () => <ProblemPage />;
