import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { carryOut } from "#app/records/carry-out.server";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { listOf } from "#app/records/record.server";
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

export const action = (args: ActionFunctionArgs) =>
	carryOut(args, deleteUser, {
		call: (api) => api.call(deleteUser, { params: { id: args.params.userId ?? "" } }),
		message: "The user was deleted",
		to: listOf(args, list),
	});

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
