import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { seenVersion } from "#app/records/meanwhile";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { TextLink } from "#app/ui/text-link";
import { problem } from "#worker/contract/problems";
import {
	fieldsOfStep,
	getWorkflow,
	listWorkflowUses,
	saveWorkflowSteps,
	stillUndoable,
} from "#worker/services/workflows/contract";

export const meta = titledOver("Remove stage");

/** Loads the stage, and the applicants who are there: while there are any, it cannot be removed. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, saveWorkflowSteps);
	const { recordId: id = "", stepId } = args.params;
	const [workflow, { applications, undoable }] = await Promise.all([
		api.call(getWorkflow, { params: { id } }).then(orThrow),
		api.call(listWorkflowUses, { params: { id } }).then(orThrow),
	]);
	const step = workflow.steps.find((one) => one.id === stepId);
	if (!step) throw problemResponse(problem("not_found"));
	const there = applications.flatMap(({ id: applicationId, title, stages }) => {
		const applicants = stages.find((stage) => stage.stepId === step.id)?.applicants ?? 0;
		const search = new URLSearchParams({ application: applicationId, stage: step.id, all: "1" });
		return applicants > 0 ? [{ title, applicants, moveTo: `/${orgName}/applicants/stage?${search}` }] : [];
	});
	return json({
		name: step.name,
		undoUntil: undoable.find((one) => one.stepId === step.id)?.until ?? null,
		version: workflow.version,
		there,
		mayMove: mayCall(user, may.changeApplicants),
		closeTo: `/${orgName}/workflow/${workflow.id}`,
	});
};

const RemoveForm = v.object({ version: seenVersion });

export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowSteps);
	const read = v.safeParse(RemoveForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { recordId: id = "", stepId } = args.params;
	const workflow = orThrow(await api.call(getWorkflow, { params: { id } }));
	const removed = workflow.steps.find((one) => one.id === stepId);
	const steps = workflow.steps
		.map(fieldsOfStep)
		.filter((step) => step.id !== stepId)
		.map((step) => ({ ...step, nextStepIds: step.nextStepIds?.filter((next) => next !== stepId) ?? null }));
	const saved = await api.call(saveWorkflowSteps, { params: { id }, body: { steps, version: read.output.version } });
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	if (!saved.ok) {
		const { fields = {}, ...refused } = saved.problem;
		return json({ error: fields.steps?.[0] ?? refused.error }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `“${removed?.name ?? "The stage"}” was removed` });
	return redirect(`/${orgName}/workflow/${id}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

/** Asks before a stage is removed, or offers to move the applicants who are there. */
const RemoveStage = () => {
	const { name, undoUntil, version, there, mayMove, closeTo } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { organisation } = useShell();
	const isImpossible = there.length > 0 || undoUntil !== null;
	const total = there.reduce((sum, { applicants }) => sum + applicants, 0);
	return (
		<ConfirmDialog
			title="Remove stage"
			submitLabel="Remove stage"
			closeLabel={isImpossible ? "Close" : "Cancel"}
			closeTo={closeTo}
			error={answer?.error}
			isImpossible={isImpossible}
		>
			<input type="hidden" name="version" value={version} />
			{there.length > 0 ? (
				<div className="grid gap-2">
					<p>
						“{name}” cannot be removed: {formatCount(total, "applicant is", "applicants are")} there. Move them first.
					</p>
					<ul className="grid gap-1.5">
						{there.map(({ title, applicants, moveTo }) => (
							<li key={moveTo} className="flex flex-wrap justify-between gap-x-3">
								<span className="min-w-0 wrap-anywhere">{title}</span>
								{mayMove ? (
									<TextLink to={moveTo}>Move {formatCount(applicants, "applicant")}</TextLink>
								) : (
									formatCount(applicants, "applicant")
								)}
							</li>
						))}
					</ul>
				</div>
			) : undoUntil !== null ? (
				<p>{stillUndoable(name, undoUntil, organisation.timeZone)}</p>
			) : (
				<p>Remove “{name}”? Nobody is at this stage. A former state with it can be restored from the history.</p>
			)}
		</ConfirmDialog>
	);
};
export default RemoveStage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
