import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { platformName } from "#worker/contract/payment-platforms";
import { deleteConfiguration, getConfiguration } from "#worker/services/payment-configurations/contract";

export const meta = titledOver("Delete configuration");

const paramsOf = ({ recordId = "" }: LoaderFunctionArgs["params"]) => ({ id: recordId });
const listOf = ({ request, params }: LoaderFunctionArgs) =>
	`/${params.orgName}/${screenAt(new URL(request.url).pathname).path}`;

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, deleteConfiguration);
	const found = orThrow(await api.call(getConfiguration, { params: paramsOf(args.params) }));
	const { id, configId, pendingPayments, paymentPlatform } = found;
	return json({ configId, pendingPayments, paymentPlatform, closeTo: `${listOf(args)}/${id}` });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, deleteConfiguration);
	await readSignedInForm(args.request, args.context);
	const deleted = await api.call(deleteConfiguration, { params: paramsOf(args.params) });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) return json({ error: deleted.problem.error }, { status: httpStatus(deleted.problem) });
	session.flash({ kind: "success", message: "The payment configuration was deleted" });
	return redirect(listOf(args));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ "set-up": () => "payment-configuration" });

const DeleteConfiguration = () => {
	const { configId, pendingPayments, paymentPlatform, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const platform = platformName(paymentPlatform);
	return (
		<ConfirmDialog
			title={`Delete ${configId}?`}
			submitLabel="Delete configuration"
			formId="delete-configuration"
			closeTo={closeTo}
			error={error}
		>
			<div className="grid gap-4">
				{pendingPayments > 0 && (
					<Callout tone="warning">
						{formatCount(pendingPayments, "pending payment")} through {platform} {pendingPayments === 1 ? "is" : "are"}{" "}
						checked with its keys. Without them, nobody learns whether the money came, unless another {platform}{" "}
						configuration of the same account is switched on.
					</Callout>
				)}
				<p>
					Its keys are deleted with it, and {platform} can no longer notify this portal. To pause it, switch it off.
				</p>
			</div>
		</ConfirmDialog>
	);
};
export default DeleteConfiguration;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
