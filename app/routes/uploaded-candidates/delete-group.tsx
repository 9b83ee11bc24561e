import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { problem } from "#worker/contract/problems";
import { deleteGroup, getGroup } from "#worker/services/uploaded-candidates/contract";

export const meta = titledOver("Delete group");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, deleteGroup);
	const params = { id: args.params.groupId ?? "" };
	const { name, candidates } = orThrow(await args.context.api.call(getGroup, { params }));
	return json({ name, candidates, closeTo: `/${orgName}/manage-candidates/${params.id}` });
};

/** Deletes a group without candidates (§8 Candidate group). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, deleteGroup);
	await readSignedInForm(args.request, args.context);
	const deleted = await args.context.api.call(deleteGroup, { params: { id: args.params.groupId ?? "" } });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) {
		const { error } = saidAs(deleted.problem, problem("candidate_group_not_deleted").error);
		return json({ error }, { status: httpStatus(deleted.problem) });
	}
	args.context.session.flash({ kind: "success", message: "Candidate group deleted" });
	return redirect(`/${orgName}/uploaded-candidates`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ candidates: true });

const DeleteGroup = () => {
	const { name, candidates, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog
			title={`Delete ${name}?`}
			submitLabel="Delete group"
			closeTo={closeTo}
			error={error}
			isImpossible={candidates > 0}
		>
			{candidates === 0
				? "It has no candidates. This cannot be undone."
				: `It holds ${formatCount(candidates, "candidate")} and can be deleted only when nobody is in it: undo its imports first.`}
		</ConfirmDialog>
	);
};
export default DeleteGroup;

export const ErrorBoundary = () => <ProblemPage />;
