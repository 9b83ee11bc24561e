import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { deleteWebhook, getWebhook } from "#worker/services/webhooks/contract";

export const meta = titledOver("Delete webhook");

const paramsOf = ({ webhookId = "" }: LoaderFunctionArgs["params"]) => ({ id: webhookId });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, deleteWebhook);
	const { id, name } = orThrow(await api.call(getWebhook, { params: paramsOf(args.params) }));
	return json({ name, closeTo: `/${orgName}/webhooks/${id}` });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, deleteWebhook);
	await readSignedInForm(args.request, args.context);
	const deleted = await api.call(deleteWebhook, { params: paramsOf(args.params) });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) return json({ error: deleted.problem.error }, { status: httpStatus(deleted.problem) });
	session.flash({ kind: "success", message: "The webhook was deleted" });
	return redirect(`/${orgName}/webhooks`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const DeleteWebhook = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog
			title={`Delete ${name}?`}
			submitLabel="Delete webhook"
			formId="delete-webhook"
			closeTo={closeTo}
			error={error}
		>
			<p>Its deliveries are deleted with it, and events that wait are not sent. To pause it, edit it instead.</p>
		</ConfirmDialog>
	);
};
export default DeleteWebhook;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
