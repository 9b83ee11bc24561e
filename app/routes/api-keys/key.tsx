import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { describePrivileges } from "#app/records/privilege-matrix";
import { listOf } from "#app/records/record.server";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { formatDateTime } from "#worker/contract/text/dates";
import { getApiKey, revokeApiKey } from "#worker/services/api-keys/contract";

export const meta = titledOver("API key");

const list = { path: "api-keys" };

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, getApiKey);
	const key = orThrow(await api.call(getApiKey, { params: { id: args.params.keyId ?? "" } }));
	return json({ key, closeTo: listOf(args, list), mayRevoke: mayCall(user, revokeApiKey) });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, revokeApiKey);
	await readSignedInForm(args.request, args.context);
	const revoked = await api.call(revokeApiKey, { params: { id: args.params.keyId ?? "" } });
	if (!revoked.ok && revoked.problem.status === 404) orThrow(revoked);
	if (!revoked.ok) return json({ error: revoked.problem.error }, { status: httpStatus(revoked.problem) });
	session.flash({ kind: "success", message: `The key “${revoked.value.name}” was revoked` });
	return redirect(listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const formId = "revoke-key";

/** Shows what a key may do and who made it, and asks before it is revoked. */
const OpenKey = () => {
	const { key, closeTo, mayRevoke } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const isSending = useIsSendingHere();
	const { organisation } = useShell();
	const at = (moment: number) => formatDateTime(moment, organisation.timeZone);
	return (
		<Dialog
			title={key.name}
			description={`API key …${key.hint}`}
			closeTo={closeTo}
			footer={
				mayRevoke &&
				key.revokedAt === null && (
					<Button form={formId} variant="danger" pending={isSending}>
						Revoke key
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				<DescriptionList columns={1}>
					<DescriptionItem label="Privileges" stacks>
						<ul>
							{describePrivileges(key.privileges, organisation.aliases.course).map((line) => (
								<li key={line}>{line}</li>
							))}
						</ul>
					</DescriptionItem>
					<DescriptionItem label="Created">
						{at(key.createdAt)}, by {key.createdBy}
					</DescriptionItem>
					<DescriptionItem label="Last used">{key.lastUsedAt === null ? "Never" : at(key.lastUsedAt)}</DescriptionItem>
					{key.revokedAt !== null && (
						<DescriptionItem label="Revoked">
							{at(key.revokedAt)}, by {key.revokedBy}
						</DescriptionItem>
					)}
				</DescriptionList>
				{mayRevoke && key.revokedAt === null && (
					<SignedInForm id={formId} className="grid gap-2">
						{error && (
							<Callout tone="danger" role="alert">
								{error}
							</Callout>
						)}
						<p className="text-text-2">
							A revoked key is refused at its next request. Programs that use it stop working, and it cannot be taken
							back into use.
						</p>
					</SignedInForm>
				)}
			</div>
		</Dialog>
	);
};
export default OpenKey;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
