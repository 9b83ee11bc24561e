import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { cancelRelease, getRelease } from "#worker/services/stage-changes/release.contract";

export const meta = titledOver("Cancel release");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, cancelRelease, getRelease);
	const { id, version, total, stageName, state } = orThrow(
		await api.call(getRelease, { params: { id: args.params.releaseId ?? "" } }),
	);
	const isOver = state === "released" || state === "cancelled";
	const closeTo = `/${orgName}/releases/${id}`;
	return json({ version, total, stageName, isOver, closeTo, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, cancelRelease);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.releaseId ?? "" };
	const body = { version: Number(fieldText(form.get("version"))) };
	const cancelled = await api.call(cancelRelease, { params, body }, { idempotencyKey: idempotencyKeyIn(form) });
	if (!cancelled.ok) {
		if (cancelled.problem.status === 404) orThrow(cancelled);
		return json({ error: cancelled.problem.error }, { status: httpStatus(cancelled.problem) });
	}
	session.flash({ kind: "success", message: "The release was cancelled. Nobody was moved." });
	return redirect(`/${orgName}/releases/${params.id}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = shows({});

const CancelRelease = () => {
	const { version, total, stageName, isOver, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ConfirmDialog
			title="Cancel this release?"
			submitLabel="Cancel release"
			closeLabel="Keep it"
			isImpossible={isOver}
			closeTo={closeTo}
			error={answer?.error}
			idempotencyKey={useKeptKey(idempotencyKey, answer)}
		>
			<input type="hidden" name="version" value={version} />
			{isOver
				? "It has begun or was cancelled, so it can no longer be cancelled."
				: `${formatCount(total, "applicant stays", "applicants stay")} where they are instead of moving to ${stageName}. A cancelled release cannot be continued.`}
		</ConfirmDialog>
	);
};
export default CancelRelease;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
