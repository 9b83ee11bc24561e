import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { PublishDialog } from "#app/records/publish-dialog";
import { publishDraft } from "#app/records/publish-draft.server";
import { showsRecords } from "#app/records/screen";
import { loadDraft } from "#app/routes/workflows/edit-draft.server";
import { workflowScreen } from "#app/routes/workflows/screen";
import { countAt, StillThere } from "#app/routes/workflows/still-there";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { listWorkflowUses } from "#worker/services/workflows/contract";
import { publishWorkflowDraft, type WorkflowChange } from "#worker/services/workflows/drafts.contract";

export const meta = titledOver("Publish workflow");

/** Loads what publishing changes, what prevents it, and who is at the stages that it takes away. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, publishWorkflowDraft);
	const id = args.params.recordId ?? "";
	const [{ changes, problem, isBehind, version }, uses] = await Promise.all([
		loadDraft(api, args),
		api.call(listWorkflowUses, { params: { id } }).then(orThrow),
	]);
	return json({
		changes,
		problem,
		isBehind,
		version,
		uses: uses.applications,
		mayMove: mayCall(user, may.changeApplicants),
		closeTo: `/${orgName}/workflow/${id}`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Makes the stages of the draft the live ones. */
export const action = (args: ActionFunctionArgs) => {
	const { orgName, recordId: id = "" } = args.params;
	return publishDraft(args, publishWorkflowDraft, {
		one: "workflow",
		call: (api, { version, idempotencyKey }) =>
			api.call(publishWorkflowDraft, { params: { id }, body: { version } }, { idempotencyKey }),
		refusal: ({ fields, error }) => fields?.steps?.[0] ?? error,
		message: ({ name }) => `“${name}” was published`,
		to: `/${orgName}/workflow/${id}`,
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

/** Whether a change takes a live stage from the applicants who are there. */
const takesStage = ({ kinds, parts }: WorkflowChange): boolean => kinds.includes("removed") || parts.includes("type");

/** Says what publishing changes for whom, or what prevents it. */
const PublishWorkflow = () => {
	const { changes, problem, isBehind, uses, mayMove, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>()?.error;
	const isSame = changes.length === 0;
	const taken = changes.filter((change) => takesStage(change) && countAt(uses, change.stepId) > 0);
	return (
		<PublishDialog {...form} one="workflow" isImpossible={isSame || problem !== null}>
			<div className="grid gap-3">
				{isSame ? (
					<p>Nothing differs from the live stages.</p>
				) : problem === null ? (
					<p>
						{uses.length === 0
							? "No application uses this workflow yet."
							: `Applicants of ${formatCount(uses.length, "application")} go through these stages from now on.`}
					</p>
				) : (
					<>
						{problem !== refused && <p>The draft cannot be published yet: {problem}</p>}
						{taken.map(({ stepId, name }) => (
							<div key={stepId} className="grid gap-1">
								<p className="font-medium wrap-anywhere">At “{name}”</p>
								<StillThere stepId={stepId} uses={uses} mayMove={mayMove} />
							</div>
						))}
					</>
				)}
				{isBehind && !isSame && (
					<p>The live stages were changed since this draft began, and publishing it replaces that.</p>
				)}
				{!isSame && (
					<div>
						<p className="font-medium">What changes</p>
						<ul className="mt-1 grid list-disc gap-1 ps-5">
							{changes.map(({ stepId, text }) => (
								<li key={stepId} className="wrap-anywhere">
									{text}
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</PublishDialog>
	);
};
export default PublishWorkflow;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
