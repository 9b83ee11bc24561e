import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { discardSettlement, getSettlement } from "#worker/services/settlements/files.contract";

export const meta = titledOver("Discard");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, discardSettlement, getSettlement);
	const id = args.params.fileId ?? "";
	const { name } = orThrow(await api.call(getSettlement, { params: { id } }));
	return json({ name, closeTo: `/${orgName}/transactions/settlements/${id}` });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, discardSettlement);
	await readSignedInForm(args.request, args.context);
	const discarded = await api.call(discardSettlement, { params: { id: args.params.fileId ?? "" } });
	if (!discarded.ok) {
		if (discarded.problem.status === 404) orThrow(discarded);
		return json({ error: discarded.problem.error }, { status: httpStatus(discarded.problem) });
	}
	session.flash({ kind: "success", message: "The file was discarded. Nothing of it was kept." });
	return redirect(`/${orgName}/transactions/settlements`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = shows({});

const DiscardFile = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	return (
		<ConfirmDialog
			title={`Discard ${name}?`}
			submitLabel="Discard"
			closeTo={closeTo}
			error={useActionData<typeof action>()?.error}
		>
			Nothing of it has been kept. Its rows are deleted; the file can be imported again.
		</ConfirmDialog>
	);
};
export default DiscardFile;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
