import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Copy, FileDown, History, Pencil, Plus, Trash2 } from "lucide-react";
import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { seenVersion } from "#app/records/meanwhile";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { DraftBar } from "#app/routes/workflows/draft-bar";
import { editDraft, loadDraft } from "#app/routes/workflows/edit-draft.server";
import { RemovedStages } from "#app/routes/workflows/removed-stages";
import { workflowScreen } from "#app/routes/workflows/screen";
import { StageCard } from "#app/routes/workflows/stage-card";
import { StageDrag } from "#app/routes/workflows/stage-drag";
import { useBoardCommands } from "#app/routes/workflows/use-board-commands";
import { UsedBy } from "#app/routes/workflows/used-by";
import { may, mayCall, mayEverywhere } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { PageHeader } from "#app/ui/page/page-header";
import {
	copyWorkflow,
	deleteWorkflow,
	getWorkflow,
	listWorkflowUses,
	workflowRecord,
} from "#worker/services/workflows/contract";
import { dropWorkflowDraft, saveWorkflowDraft, stepWorkflowDraft } from "#worker/services/workflows/drafts.contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.workflow.name ?? "Workflow"} · Matricula` },
];

/**
 * Loads a workflow with its stages, as those see them who may change them: in the draft, while there is one. And the
 * applications that use it, with the applicants at each live stage.
 */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, workflowRecord.history);
	const params = { id: args.params.recordId ?? "" };
	const [{ id, name, steps }, uses, draft] = await Promise.all([
		api.call(getWorkflow, { params }).then(orThrow),
		api.call(listWorkflowUses, { params }).then(orThrow),
		mayEverywhere(user, saveWorkflowDraft) ? loadDraft(api, args) : null,
	]);
	return json({
		workflow: { id, name },
		steps: draft?.steps ?? steps,
		// why without its stages: they are beside it.
		draft: draft && { ...draft, steps: undefined },
		uses: uses.applications,
		mayCopy: mayEverywhere(user, copyWorkflow),
		mayDelete: mayEverywhere(user, deleteWorkflow),
		seesApplicants: mayCall(user, may.seeApplicants),
		seesApplications: mayCall(user, may.seeApplications),
	});
};

const EditForm = v.union([
	v.object({
		stepId: v.string(),
		/** One place on, or to an index among all: "to 3". */
		move: v.pipe(v.string(), v.regex(/^(earlier|later|to \d{1,2})$/)),
		version: seenVersion,
	}),
	v.object({ do: v.picklist(["undo", "redo", "discard"]), version: seenVersion }),
]);
type Edit = v.InferOutput<typeof EditForm>;

const placeOf = (from: number, move: string): number =>
	move === "earlier" ? from - 1 : move === "later" ? from + 1 : Number(move.slice("to ".length));

/** Does with the draft what a button says. @returns what is said afterwards, and where the page opens again */
const change = async (api: { call: ApiCall }, args: ActionFunctionArgs, edit: Edit) => {
	const { version } = edit;
	const params = { id: args.params.recordId ?? "" };
	if ("do" in edit) {
		if (edit.do === "discard") {
			const query = version === undefined ? {} : { version: String(version) };
			return { saved: await api.call(dropWorkflowDraft, { params, query }), said: "The draft was discarded" };
		}
		const said = edit.do === "undo" ? "The last change was undone" : "The change was made again";
		return { saved: await api.call(stepWorkflowDraft, { params, body: { to: edit.do, version } }), said };
	}
	let said: string | undefined;
	const saved = await editDraft(api, args, {
		version,
		edit: (steps) => {
			const from = steps.findIndex(({ id }) => id === edit.stepId);
			const to = placeOf(from, edit.move);
			const [step] = from < 0 || !steps[to] ? [] : steps.splice(from, 1);
			if (!step) return steps;
			said = `“${step.name}” is now stage ${to + 1} of ${steps.length + 1}`;
			return steps.toSpliced(to, 0, step);
		},
	});
	return { saved, said, at: `#stage-${edit.stepId}` };
};

/** Moves a stage in the draft one place on, or where it was dropped; undoes or repeats a change, or discards the draft. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowDraft);
	const read = v.safeParse(EditForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { saved, said, at = "" } = await change(api, args, read.output);
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	if (!saved.ok) {
		const { code, fields, error } = saved.problem;
		const again = "do" in read.output ? "make your change again" : "move the stage again";
		const refused =
			code === "changed_meanwhile"
				? `Somebody else has changed the workflow. It is shown as it is now; ${again}.`
				: (fields?.steps?.[0] ?? error);
		return json({ error: refused }, { status: httpStatus(saved.problem) });
	}
	if (said) session.flash({ kind: "success", message: said });
	return redirect(`/${orgName}/workflow/${args.params.recordId}${at}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

/** The stages of a workflow in order (§2 Workflow). */
const Board = () => {
	const { workflow, steps, draft, uses, ...rights } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { orgName } = useShell();
	const { mayCopy, mayDelete } = rights;
	const maySave = draft !== null;
	const here = `/${orgName}/workflow/${workflow.id}`;
	useBoardCommands({ here, name: workflow.name, steps, draft, mayCopy, mayDelete });
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/workflow`, label: "Workflow Process" }}
				title={workflow.name}
				actions={
					<>
						{maySave && (
							<LinkButton to={`${here}/rename`} icon={Pencil} preventScrollReset>
								Rename
							</LinkButton>
						)}
						<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
							History
						</LinkButton>
						<LinkButton to={`${here}/export`} icon={FileDown} reloadDocument>
							Export
						</LinkButton>
						{mayCopy && (
							<LinkButton to={`${here}/copy`} icon={Copy} preventScrollReset>
								Copy
							</LinkButton>
						)}
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						{maySave && (
							<LinkButton
								to={`${here}/stages/new`}
								icon={Plus}
								preventScrollReset
								// why not beside Publish: a page has one main action.
								{...(!draft.isStarted && { variant: "primary" as const })}
							>
								Add stage
							</LinkButton>
						)}
					</>
				}
			/>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			{draft && <DraftBar draft={draft} here={here} />}
			<UsedBy uses={uses} seesApplications={rights.seesApplications} />
			<section aria-labelledby="stages" className="grid grid-cols-1 gap-3">
				<div>
					<h2 id="stages" className="text-lg">
						Stages in order
					</h2>
					{maySave && steps.length > 1 && (
						<p className="text-sm text-text-2">
							Drag a stage to its place, or use the arrows; ↑ and ↓ do the same while one has the focus.
						</p>
					)}
				</div>
				<ol className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
					{steps.map((step, index) => (
						<StageCard
							key={step.id}
							step={step}
							index={index}
							steps={steps}
							change={draft?.changes.find(({ stepId }) => stepId === step.id)}
							version={draft?.version}
							uses={uses}
							here={here}
							seesApplicants={rights.seesApplicants}
						/>
					))}
				</ol>
			</section>
			{draft && <RemovedStages changes={draft.changes} uses={uses} />}
			{maySave && steps.length > 1 && <StageDrag of={steps} />}
			<DialogOutlet />
		</div>
	);
};
export default Board;

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} />;
