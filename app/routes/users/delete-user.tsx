import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { listOf } from "#app/records/record.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fullName } from "#worker/contract/text/full-name";
import { deleteUser, getUser } from "#worker/services/users/staff.contract";

export const meta = titledOver("Delete user");

const list = { path: "users" };

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, deleteUser);
	const user = orThrow(await api.call(getUser, { params: { id: args.params.userId ?? "" } }));
	const name = fullName({ ...user, middleName: null });
	return json({ name, email: user.email, closeTo: listOf(args, list), hasSignedIn: user.lastLoginAt !== null });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, deleteUser);
	await readSignedInForm(args.request, args.context);
	const deleted = await api.call(deleteUser, { params: { id: args.params.userId ?? "" } });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) return json({ error: deleted.problem.error }, { status: httpStatus(deleted.problem) });
	session.flash({ kind: "success", message: "The user was deleted" });
	return redirect(listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ users: true });

const DeleteUser = () => {
	const { name, email, closeTo, hasSignedIn } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog
			title="Delete user"
			submitLabel="Delete user"
			closeLabel={hasSignedIn ? "Close" : "Cancel"}
			formId="delete"
			closeTo={closeTo}
			error={error}
			isImpossible={hasSignedIn}
		>
			{hasSignedIn
				? `${name} has logged in before, and the logs name them. Block the account instead.`
				: `Delete ${name} (${email})? They have never logged in. The link of the invitation stops working.`}
		</ConfirmDialog>
	);
};
export default DeleteUser;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
