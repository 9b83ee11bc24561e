import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { deleteReason, listReasons } from "#worker/services/reasons/contract";

export const meta = titledOver("Delete reason");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listReasons, deleteReason);
	const reasons = orThrow(await api.call(listReasons, {}));
	const reason = reasons.data.find(({ id }) => id === args.params.reasonId);
	if (!reason) throw refusal("not_found");
	return json({ text: reason.text, applicants: reason.applicants, closeTo: `/${orgName}/reasons/${reason.id}` });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, deleteReason);
	await readSignedInForm(args.request, args.context);
	const deleted = await api.call(deleteReason, { params: { id: args.params.reasonId ?? "" } });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) return json({ error: deleted.problem.error }, { status: httpStatus(deleted.problem) });
	session.flash({ kind: "success", message: "The reason was deleted" });
	return redirect(`/${orgName}/reasons`);
};

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
