import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { carryOut } from "#app/records/carry-out.server";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { deleteReason, getReason } from "#worker/services/reasons/contract";

export const meta = titledOver("Delete reason");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, getReason, deleteReason);
	const reason = orThrow(await api.call(getReason, { params: { id: args.params.reasonId ?? "" } }));
	return json({ text: reason.text, applicants: reason.applicants, closeTo: `/${orgName}/reasons/${reason.id}` });
};

export const action = (args: ActionFunctionArgs) =>
	carryOut(args, deleteReason, {
		call: (api) => api.call(deleteReason, { params: { id: args.params.reasonId ?? "" } }),
		message: "The reason was deleted",
		to: `/${args.params.orgName}/reasons`,
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ reasons: true });

const DeleteReason = () => {
	const { text, applicants, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const isImpossible = applicants > 0;
	return (
		<ConfirmDialog
			title="Delete reason"
			submitLabel="Delete reason"
			closeLabel={isImpossible ? "Close" : "Cancel"}
			formId="delete-reason"
			closeTo={closeTo}
			error={error}
			isImpossible={isImpossible}
		>
			{isImpossible
				? `“${text}” cannot be deleted: it was used for ${formatCount(applicants, "applicant")}. Stop offering it for comments instead.`
				: `Delete “${text}”? It was not used for anybody, and is no longer offered for comments.`}
		</ConfirmDialog>
	);
};
export default DeleteReason;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
