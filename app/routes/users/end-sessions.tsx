import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { carryOut } from "#app/records/carry-out.server";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { addressesOf } from "#app/routes/users/user-address";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fullName } from "#worker/contract/text/full-name";
import { endSessions, getUser } from "#worker/services/users/staff.contract";

export const meta = titledOver("End sessions");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, endSessions);
	const user = orThrow(await api.call(getUser, { params: { id: args.params.userId ?? "" } }));
	return json({
		name: fullName({ ...user, middleName: null }),
		email: user.email,
		sessions: user.sessions,
		closeTo: addressesOf(args).user,
	});
};

export const action = (args: ActionFunctionArgs) =>
	carryOut(args, endSessions, {
		call: (api) => api.call(endSessions, { params: { id: args.params.userId ?? "" } }),
		message: "All sessions have ended",
		to: addressesOf(args).user,
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ users: true });

const EndSessions = () => {
	const { name, email, sessions, closeTo } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const isImpossible = sessions === 0;
	return (
		<ConfirmDialog
			title="End sessions"
			submitLabel="End sessions"
			closeLabel={isImpossible ? "Close" : "Cancel"}
			isHarmless
			formId="end-sessions"
			closeTo={closeTo}
			error={error}
			isImpossible={isImpossible}
		>
			{isImpossible
				? `${name} has no open session.`
				: `End ${formatCount(sessions, "open session")} of ${name} (${email})? They lose what they have typed and not saved, and can log in again.`}
		</ConfirmDialog>
	);
};
export default EndSessions;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
