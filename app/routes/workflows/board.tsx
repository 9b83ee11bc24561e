import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { Copy, FileDown, History, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo } from "react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { seenVersion } from "#app/records/meanwhile";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { StageCard } from "#app/routes/workflows/stage-card";
import { StageDrag } from "#app/routes/workflows/stage-drag";
import { UsedBy } from "#app/routes/workflows/used-by";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { PageHeader } from "#app/ui/page/page-header";
import {
	copyWorkflow,
	deleteWorkflow,
	fieldsOfStep,
	getWorkflow,
	listWorkflowUses,
	saveWorkflowSteps,
	updateWorkflow,
	workflowRecord,
} from "#worker/services/workflows/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.workflow.name ?? "Workflow"} · Matricula` },
];

/** Loads a workflow with its stages, and the applications that use it with the applicants at each stage. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, workflowRecord.history);
	const params = { id: args.params.recordId ?? "" };
	const [workflow, uses] = await Promise.all([
		api.call(getWorkflow, { params }).then(orThrow),
		api.call(listWorkflowUses, { params }).then(orThrow),
	]);
	return json({
		workflow,
		uses: uses.applications,
		maySave: mayCall(user, updateWorkflow),
		mayCopy: mayCall(user, copyWorkflow),
		mayDelete: mayCall(user, deleteWorkflow),
		seesApplicants: mayCall(user, may.seeApplicants),
		seesApplications: mayCall(user, may.seeApplications),
	});
};

const MoveForm = v.object({
	stepId: v.string(),
	/** One place on, or to an index among all: "to 3". */
	move: v.pipe(v.string(), v.regex(/^(earlier|later|to \d{1,2})$/)),
	version: seenVersion,
});

const placeOf = (from: number, move: string): number =>
	move === "earlier" ? from - 1 : move === "later" ? from + 1 : Number(move.slice("to ".length));

/** Moves a stage one place on, or where it was dropped, and says where it is now. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowSteps);
	const read = v.safeParse(MoveForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { stepId, move, version } = read.output;
	const params = { id: args.params.recordId ?? "" };
	const workflow = orThrow(await api.call(getWorkflow, { params }));
	const steps = workflow.steps.map(fieldsOfStep);
	const from = steps.findIndex(({ id }) => id === stepId);
	const to = placeOf(from, move);
	const [step] = from < 0 || !steps[to] ? [] : steps.splice(from, 1);
	if (step) steps.splice(to, 0, step);
	const saved = await api.call(saveWorkflowSteps, { params, body: { steps, version } });
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	if (!saved.ok) {
		const error =
			saved.problem.code === "changed_meanwhile"
				? "Somebody else has changed the workflow. It is shown as it is now; move the stage again."
				: saved.problem.error;
		return json({ error }, { status: httpStatus(saved.problem) });
	}
	if (step) session.flash({ kind: "success", message: `“${step.name}” is now stage ${to + 1} of ${steps.length}` });
	return redirect(`/${orgName}/workflow/${params.id}#stage-${stepId}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

/** The stages of a workflow in order (§2 Workflow). */
const Board = () => {
	const { workflow, uses, ...rights } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { orgName } = useShell();
	const { maySave, mayCopy, mayDelete } = rights;
	const here = `/${orgName}/workflow/${workflow.id}`;
	useBoardCommands({ here, name: workflow.name, steps: workflow.steps, ...rights });
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
							<LinkButton to={`${here}/stages/new`} icon={Plus} variant="primary" preventScrollReset>
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
			<UsedBy uses={uses} seesApplications={rights.seesApplications} />
			<section aria-labelledby="stages" className="grid grid-cols-1 gap-3">
				<div>
					<h2 id="stages" className="text-lg">
						Stages in order
					</h2>
					{maySave && workflow.steps.length > 1 && (
						<p className="text-sm text-text-2">
							Drag a stage to its place, or use the arrows; ↑ and ↓ do the same while one has the focus.
						</p>
					)}
				</div>
				<ol className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
					{workflow.steps.map((step, index) => (
						<StageCard
							key={step.id}
							step={step}
							index={index}
							steps={workflow.steps}
							version={workflow.version}
							uses={uses}
							here={here}
							maySave={maySave}
							seesApplicants={rights.seesApplicants}
						/>
					))}
				</ol>
			</section>
			{maySave && workflow.steps.length > 1 && <StageDrag of={workflow.steps} />}
			<DialogOutlet />
		</div>
	);
};
export default Board;

interface BoardCommands {
	here: string;
	name: string;
	steps: readonly { id: string; name: string }[];
	maySave: boolean;
	mayCopy: boolean;
	mayDelete: boolean;
}

/** What can be done with the open workflow and its stages, for the palette. */
const useBoardCommands = ({ here, name, steps, maySave, mayCopy, mayDelete }: BoardCommands): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const to = (id: string, title: string, path: string, icon: Command["icon"]) => ({
			id,
			title,
			icon,
			group: "List" as const,
			keywords: "workflow stage process",
			run: () => navigate(`${here}/${path}`, { preventScrollReset: true }),
		});
		return [
			...(maySave
				? [
						to("add-stage", "Add stage", "stages/new", Plus),
						to("rename-workflow", `Rename ${name}`, "rename", Pencil),
						...steps.map((step) => ({
							...to(`edit-stage-${step.id}`, `Edit stage ${step.name}`, `stages/${step.id}`, Pencil),
							isSearchedOnly: true,
						})),
					]
				: []),
			to("workflow-history", `History of ${name}`, "history", History),
			{
				...to("export-workflow", `Export ${name}`, "export", FileDown),
				run: () => window.location.assign(`${here}/export`),
			},
			...(mayCopy ? [to("copy-workflow", `Copy ${name}`, "copy", Copy)] : []),
			...(mayDelete ? [to("delete-workflow", `Delete ${name}`, "delete", Trash2)] : []),
		];
	}, [here, name, steps, maySave, mayCopy, mayDelete, navigate]);
	useCommands(commands);
};

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} />;
