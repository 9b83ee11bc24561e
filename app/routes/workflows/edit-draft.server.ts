import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { fieldsOfStep, type StepFields } from "#worker/services/workflows/contract";
import { getWorkflowDraft, saveWorkflowDraft, type WorkflowDraft } from "#worker/services/workflows/drafts.contract";

const paramsOf = ({ params }: LoaderFunctionArgs) => ({ id: params.recordId ?? "" });

/** Loads the draft of the workflow that an address names: its stages while there is none. */
export const loadDraft = async ({ call }: { call: ApiCall }, args: LoaderFunctionArgs): Promise<WorkflowDraft> =>
	orThrow(await call(getWorkflowDraft, { params: paramsOf(args) }));

type Step = ReturnType<typeof fieldsOfStep>;

interface Edit {
	/** The version that the page was drawn from. */
	version: number | undefined;
	edit(steps: Step[], draft: WorkflowDraft): readonly StepFields[];
}

/** Edits the stages of the draft as they are now, if they are still those that were seen. */
export const editDraft = async ({ call }: { call: ApiCall }, args: LoaderFunctionArgs, { version, edit }: Edit) => {
	const draft = await loadDraft({ call }, args);
	const steps = edit(draft.steps.map(fieldsOfStep), draft);
	const saved = await call(saveWorkflowDraft, { params: paramsOf(args), body: { steps: [...steps], version } });
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	return saved;
};
