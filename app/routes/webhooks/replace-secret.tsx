import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { ShownSecret } from "#app/records/shown-secret";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { getWebhook, replaceSecret } from "#worker/services/webhooks/contract";

export const meta = titledOver("Replace the secret");

const paramsOf = ({ webhookId = "" }: LoaderFunctionArgs["params"]) => ({ id: webhookId });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, replaceSecret);
	const { id, name } = orThrow(await api.call(getWebhook, { params: paramsOf(args.params) }));
	return json({ name, closeTo: `/${orgName}/webhooks/${id}` });
};

/** Replaces the secret and returns the new one. why no redirect: see the API key. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, replaceSecret);
	await readSignedInForm(args.request, args.context);
	const replaced = await api.call(replaceSecret, { params: paramsOf(args.params) });
	if (!replaced.ok && replaced.problem.status === 404) orThrow(replaced);
	if (!replaced.ok)
		return json({ error: replaced.problem.error, secret: null }, { status: httpStatus(replaced.problem) });
	return json({ error: null, secret: replaced.value.secret });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, secret: null }));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const ReplaceSecret = () => {
	const { name, closeTo } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	if (answer?.secret)
		return (
			<Dialog
				title={`New secret of ${name}`}
				closeTo={closeTo}
				footer={
					<LinkButton to={closeTo} replace preventScrollReset variant="primary">
						Done
					</LinkButton>
				}
			>
				<div className="grid gap-4">
					<Callout tone="warning" role="status">
						Events are signed with this secret from now on. Copy it now: it cannot be shown again.
					</Callout>
					<ShownSecret label="New secret" secret={answer.secret} />
				</div>
			</Dialog>
		);
	return (
		<ConfirmDialog
			title={`Replace the secret of ${name}?`}
			submitLabel="Replace the secret"
			formId="replace-secret"
			closeTo={closeTo}
			error={answer?.error ?? undefined}
		>
			<p>
				The old secret signs nothing from then on. The program that receives the events refuses them until it has the
				new one, which is shown once.
			</p>
		</ConfirmDialog>
	);
};
export default ReplaceSecret;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
