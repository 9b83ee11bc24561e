import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { TextareaField } from "#app/ui/form/textarea-field";
import { getRelease, returnRelease } from "#worker/services/stage-changes/release.contract";

export const meta = titledOver("Send back");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, returnRelease, getRelease);
	const { id, version, state } = orThrow(await api.call(getRelease, { params: { id: args.params.releaseId ?? "" } }));
	const isImpossible = !["proposed", "approved", "scheduled"].includes(state);
	return json({ version, isImpossible, closeTo: `/${orgName}/releases/${id}`, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, returnRelease);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.releaseId ?? "" };
	const reason = fieldText(form.get("reason"));
	const body = { version: Number(fieldText(form.get("version"))), reason };
	const returned = await api.call(returnRelease, { params, body }, { idempotencyKey: idempotencyKeyIn(form) });
	if (!returned.ok) {
		if (returned.problem.status === 404) orThrow(returned);
		const [wrong] = returned.problem.fields?.reason ?? [];
		const answer = { reason, wrong: wrong ?? null, error: wrong ? undefined : returned.problem.error };
		return json(answer, { status: httpStatus(returned.problem) });
	}
	session.flash({ kind: "success", message: "The release was sent back. It needs a new proposal and approval." });
	return redirect(`/${orgName}/releases/${params.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	reason: fieldText(form.get("reason")),
	wrong: null,
	error,
}));
export const { handle, shouldRevalidate } = shows({});

const ReturnRelease = () => {
	const { version, isImpossible, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ConfirmDialog
			title="Send this release back?"
			submitLabel="Send back"
			isHarmless
			isImpossible={isImpossible}
			closeTo={closeTo}
			error={answer?.error}
			idempotencyKey={useKeptKey(idempotencyKey, answer)}
		>
			{isImpossible ? (
				<p>It is not proposed, approved or scheduled, so it cannot be sent back.</p>
			) : (
				<div className="grid gap-4">
					<p>Its proposal and its approval no longer count. Its applicants can be changed again.</p>
					<input type="hidden" name="version" value={version} />
					<TextareaField
						name="reason"
						label="Reason"
						description="The users who prepared and proposed it are notified with this reason."
						maxLength={500}
						defaultValue={answer?.reason ?? ""}
						errors={answer?.wrong ? [answer.wrong] : null}
						rows={3}
						required
						autoFocusInDialog
					/>
				</div>
			)}
		</ConfirmDialog>
	);
};
export default ReturnRelease;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
