import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { seenVersion } from "#app/records/meanwhile";
import { showsRecords } from "#app/records/screen";
import { editDraft, loadDraft } from "#app/routes/workflows/edit-draft.server";
import { workflowScreen } from "#app/routes/workflows/screen";
import { countAt, StillThere } from "#app/routes/workflows/still-there";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { problem } from "#worker/contract/problems";
import { describePendingMove, listWorkflowUses } from "#worker/services/workflows/contract";
import { saveWorkflowDraft } from "#worker/services/workflows/drafts.contract";

export const meta = titledOver("Remove stage");

/** Loads the stage, and the applicants who are there: while there are any, the draft without it cannot be published. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, saveWorkflowDraft);
	const { recordId: id = "", stepId } = args.params;
	const [{ steps, version }, { applications, pendingMoves }] = await Promise.all([
		loadDraft(api, args),
		api.call(listWorkflowUses, { params: { id } }).then(orThrow),
	]);
	const step = steps.find((one) => one.id === stepId);
	if (!step) throw problemResponse(problem("not_found"));
	return json({
		stepId: step.id,
		name: step.name,
		pendingMove: pendingMoves.find((move) => move.stepId === step.id) ?? null,
		version,
		uses: applications,
		mayMove: mayCall(user, may.changeApplicants),
		closeTo: `/${orgName}/workflow/${id}`,
	});
};

const RemoveForm = v.object({ version: seenVersion });

/** Removes the stage from the draft. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowDraft);
	const read = v.safeParse(RemoveForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { recordId: id = "", stepId = "" } = args.params;
	let name = "";
	const saved = await editDraft(api, args, {
		version: read.output.version,
		edit: (steps) => {
			const removed = steps.find((step) => step.id === stepId);
			if (!removed) throw problemResponse(problem("not_found"));
			({ name } = removed);
			return steps
				.filter((step) => step.id !== stepId)
				.map((step) => ({ ...step, nextStepIds: step.nextStepIds?.filter((next) => next !== stepId) ?? null }));
		},
	});
	if (!saved.ok) {
		const { fields = {}, ...refused } = saved.problem;
		return json({ error: fields.steps?.[0] ?? refused.error }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `“${name}” was removed` });
	return redirect(`/${orgName}/workflow/${id}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

/** Asks before a stage is removed from the draft, and offers to move the applicants who are there. */
const RemoveStage = () => {
	const { stepId, name, pendingMove, version, uses, mayMove, closeTo } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { organisation } = useShell();
	const there = countAt(uses, stepId);
	return (
		<ConfirmDialog title="Remove stage" submitLabel="Remove stage" closeTo={closeTo} error={answer?.error} isHarmless>
			<input type="hidden" name="version" value={version} />
			<div className="grid gap-2">
				<p>Remove “{name}” from the draft? Undo brings it back.</p>
				{pendingMove !== null && (there === 0 || pendingMove.until === null) && (
					<p>
						{describePendingMove(name, pendingMove, organisation.timeZone)}
						{there === 0 && " The draft can be published without it then."}
					</p>
				)}
				{there > 0 && (
					<>
						<p>
							{formatCount(there, "applicant is", "applicants are")} there. Move them first, or before the draft is
							published: until then it cannot be.
						</p>
						<StillThere stepId={stepId} uses={uses} mayMove={mayMove} />
					</>
				)}
				{there === 0 && pendingMove === null && <p>Nobody is at this stage.</p>}
			</div>
		</ConfirmDialog>
	);
};
export default RemoveStage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
