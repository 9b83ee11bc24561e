import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { carryOut } from "#app/records/carry-out.server";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { addressesOf } from "#app/routes/users/user-address";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fullName } from "#worker/contract/text/full-name";
import { blockUser, getUser } from "#worker/services/users/staff.contract";

export const meta = titledOver("Block user");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user: actor, api } = await requireAccess(args, blockUser);
	const user = orThrow(await api.call(getUser, { params: { id: args.params.userId ?? "" } }));
	return json({
		name: fullName({ ...user, middleName: null }),
		email: user.email,
		isBlocked: user.blocked,
		isOwn: user.id === actor.id,
		closeTo: addressesOf(args).user,
	});
};

export const action = (args: ActionFunctionArgs) =>
	carryOut(args, blockUser, {
		call: (api) => api.call(blockUser, { params: { id: args.params.userId ?? "" }, body: { blocked: true } }),
		message: "The user is blocked, and all sessions have ended",
		to: addressesOf(args).user,
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ users: true });

const BlockUser = () => {
	const { name, email, isBlocked, isOwn, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const reason = isOwn ? "You cannot block your own account." : isBlocked ? `${name} is blocked already.` : undefined;
	return (
		<ConfirmDialog
			title="Block user"
			submitLabel="Block user"
			closeLabel={reason ? "Close" : "Cancel"}
			isHarmless
			formId="block"
			closeTo={closeTo}
			error={error}
			isImpossible={reason !== undefined}
		>
			{reason ??
				`Block ${name} (${email})? All their sessions end at once, and they cannot log in until somebody unblocks them. Applicants who are assigned to them stay assigned.`}
		</ConfirmDialog>
	);
};
export default BlockUser;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
