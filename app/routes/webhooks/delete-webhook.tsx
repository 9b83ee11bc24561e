import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
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

const formId = "delete-webhook";

const DeleteWebhook = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const isSending = useIsSendingHere();
	return (
		<Dialog
			title={`Delete ${name}?`}
			closeTo={closeTo}
			cancel
			footer={
				<Button form={formId} variant="danger" pending={isSending}>
					Delete webhook
				</Button>
			}
		>
			<SignedInForm id={formId} className="grid gap-4">
				{error && (
					<Callout tone="danger" role="alert">
						{error}
					</Callout>
				)}
				<p>Its deliveries are deleted with it, and events that wait are not sent. To pause it, edit it instead.</p>
			</SignedInForm>
		</Dialog>
	);
};
export default DeleteWebhook;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
