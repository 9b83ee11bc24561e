import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { listOf } from "#app/records/record.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { TextLink } from "#app/ui/text-link";
import { deleteRole, getRole, listUsers } from "#worker/services/users/contract";

export const meta = titledOver("Delete role");

const list = { path: "users/roles" };

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, deleteRole);
	const id = args.params.roleId ?? "";
	const [role, holders] = await Promise.all([
		api.call(getRole, { params: { id } }).then(orThrow),
		api.call(listUsers, { query: { roleId: id, size: "1" } }).then(orThrow),
	]);
	const [closeTo, holdersTo] = [listOf(args, list), `/${orgName}/users?roleId=${id}`];
	return json({ id, name: role.name, closeTo, holdersTo, holders: holders.resultTotal });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, deleteRole);
	await readSignedInForm(args.request, args.context);
	const deleted = await api.call(deleteRole, { params: { id: args.params.roleId ?? "" } });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) return json({ error: deleted.problem.error }, { status: httpStatus(deleted.problem) });
	session.flash({ kind: "success", message: "The role was deleted" });
	return redirect(listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ users: true });

const DeleteRole = () => {
	const { name, holders, closeTo, holdersTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	return (
		<ConfirmDialog
			title="Delete role"
			submitLabel="Delete role"
			closeLabel={holders > 0 ? "Close" : "Cancel"}
			formId="delete"
			closeTo={closeTo}
			error={error}
			isImpossible={holders > 0}
		>
			{holders > 0 ? (
				<>
					“{name}” cannot be deleted: {formatCount(holders, "user holds it", "users hold it")}.{" "}
					<TextLink to={holdersTo}>Show {formatCount(holders, "user")}</TextLink>
				</>
			) : (
				`Delete “${name}”? Nobody holds it. The audit log keeps what it granted.`
			)}
		</ConfirmDialog>
	);
};
export default DeleteRole;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
