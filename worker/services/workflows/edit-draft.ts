import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { discarded, newestStates } from "#worker/records/draft-states";
import { deleteRecord, updateRecord } from "#worker/records/operations";
import { findWorkflow, forgetFile, forgetObjects, storeFile } from "#worker/services/workflows/attach-file";
import { compareSteps } from "#worker/services/workflows/compare-steps";
import { fieldsOfStep, type StepFields, type Workflow } from "#worker/services/workflows/contract";
import type { attachToDraftStep, WorkflowDraft } from "#worker/services/workflows/drafts.contract";
import {
	type DraftedStep,
	type DraftRow,
	type DraftState,
	filesLost,
	findDraft,
	findDraftedFiles,
	nameSteps,
} from "#worker/services/workflows/drafts.queries";
import { keepDraft } from "#worker/services/workflows/drafts.writes";
import { findStoredFiles } from "#worker/services/workflows/queries";
import { workflow, workflowOfDraft } from "#worker/services/workflows/record";
import { findFaults, findWrongReferences, refuseBound } from "#worker/services/workflows/references.queries";

interface Opened {
	live: Workflow;
	/** The draft, or the one that was discarded last; undefined for neither. */
	row: DraftRow | undefined;
}

const openDraft = async (ctx: OrgContext, id: string) => {
	const [live, row] = await Promise.all([findWorkflow(ctx, id), findDraft(ctx, id)]);
	return live ? ok<Opened>({ live, row }) : fail("not_found");
};

const openToChange = async (ctx: OrgContext, id: string) => {
	const opened = await openDraft(ctx, id);
	return opened.ok ? (refuseBound(ctx) ?? opened) : opened;
};

/** Returns the draft unless it was discarded. */
const startedRow = ({ row }: Opened): DraftRow | undefined => (row && row.state > discarded ? row : undefined);

/** The version of what is edited. why of both: what is published depends on the draft and on the stages that it replaces. */
const versionOf = ({ live, row }: Opened): number => Math.max(row?.updatedAt ?? 1, live.version);

const liveSteps = ({ live }: Opened): DraftedStep[] => live.steps.map(fieldsOfStep);

const stepsOf = (opened: Opened): DraftedStep[] => {
	const row = startedRow(opened);
	return row?.states[row.state]?.steps ?? liveSteps(opened);
};

const isSame = (one: readonly DraftedStep[], other: readonly DraftedStep[]): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

const toDraft = async (ctx: OrgContext, id: string, opened: Opened): Promise<WorkflowDraft> => {
	const { live } = opened;
	const row = startedRow(opened);
	const version = versionOf(opened);
	if (!row)
		return {
			steps: live.steps,
			isStarted: false,
			canUndo: opened.row !== undefined,
			canRedo: false,
			by: null,
			at: null,
			isBehind: false,
			changes: [],
			problem: null,
			version,
		};
	const drafted = stepsOf(opened);
	const [steps, fault] = await Promise.all([nameSteps(ctx, drafted), findFaults(ctx, drafted, id)]);
	return {
		steps,
		isStarted: true,
		canUndo: row.state > 0,
		canRedo: row.states[row.state + 1] !== undefined,
		by: row.states[row.state]?.by ?? null,
		at: row.updatedAt,
		isBehind: !isSame(row.base, liveSteps(opened)),
		changes: compareSteps(live.steps, steps),
		problem: fault ? (fault.problem.fields?.steps?.[0] ?? fault.problem.error) : null,
		version,
	};
};

export const readDraft = async (ctx: OrgContext, id: string) => {
	const opened = await openDraft(ctx, id);
	return opened.ok ? ok(await toDraft(ctx, id, opened.value)) : opened;
};

/** Refuses a change of a draft that somebody else has changed, with what it is now. */
const refuseStale = async (ctx: OrgContext, id: string) => {
	const current = await readDraft(ctx, id);
	return current.ok ? fail("changed_meanwhile", { details: { current: current.value } }) : current;
};

interface Kept {
	base: DraftedStep[];
	states: DraftState[];
	state: number;
}

/** Keeps the states of a draft that is as it was read, and has open pages read it again. */
const keep = async (ctx: OrgContext, id: string, opened: Opened, kept: Kept) => {
	const { isKept, forgotten } = await keepDraft(ctx, id, opened.row, { ...kept, version: versionOf(opened) });
	if (!isKept) return refuseStale(ctx, id);
	await forgetObjects(ctx.env, forgotten);
	// why no event: there would be a line in the log for each change of what nobody goes through yet.
	const hub = hubFor(ctx.env.NOTIFICATION_HUB, ctx.organisationId);
	ctx.waitUntil(Promise.resolve(hub.notify([topicOf("set-up", workflow.kind)])));
	return readDraft(ctx, id);
};

/** Adds a state to the draft, or begins one. */
const addState = async (ctx: OrgContext, id: string, opened: Opened, steps: DraftedStep[]) => {
	const row = startedRow(opened);
	const at = ctx.now();
	const begun: DraftState = { steps: liveSteps(opened), by: null, at };
	const done = row ? row.states.slice(0, row.state + 1) : [begun];
	const states = newestStates([...done, { steps, by: ctx.actor.name, at }]);
	return keep(ctx, id, opened, { base: row?.base ?? begun.steps, states, state: states.length - 1 });
};

interface Saved {
	steps: readonly StepFields[];
	version?: number | undefined;
}

/** Replaces the steps of the draft. */
export const saveDraft = async (ctx: OrgContext, id: string, { steps: given, version }: Saved) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const steps = given.map(({ id: stepId = ctx.newId(), ...step }) => ({ id: stepId, ...step }));
	// why whatever was seen: nothing is lost by it, and a state of nothing would have to be undone.
	if (isSame(steps, stepsOf(opened.value))) return ok(await toDraft(ctx, id, opened.value));
	if (version !== undefined && version !== versionOf(opened.value)) return refuseStale(ctx, id);
	return (await findWrongReferences(ctx, steps, id)) ?? addState(ctx, id, opened.value, steps);
};

/** Goes one step back or forth in the changes of a draft; a step back from a discarded one brings it back. */
export const stepDraft = async (ctx: OrgContext, id: string, to: "undo" | "redo", version?: number) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const { row } = opened.value;
	if (version !== undefined && version !== versionOf(opened.value)) return refuseStale(ctx, id);
	if (!row) return fail("workflow_draft_missing");
	const { base, states } = row;
	const last = row.state === discarded ? states.length : row.state;
	const state = to === "undo" ? last - 1 : last + 1;
	return states[state] ? keep(ctx, id, opened.value, { base, states, state }) : fail("workflow_draft_missing");
};

/** Discards a draft, which a step back brings back as it was. */
export const dropDraft = async (ctx: OrgContext, id: string, version?: number) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const row = startedRow(opened.value);
	if (!row) return ok(await toDraft(ctx, id, opened.value));
	if (version !== undefined && version !== versionOf(opened.value)) return refuseStale(ctx, id);
	const states = row.states.slice(0, row.state + 1);
	return keep(ctx, id, opened.value, { base: row.base, states, state: discarded });
};

/** Makes the steps of the draft those of the workflow, which ends it. A refusal leaves both as they are. */
export const publishDraft = async (ctx: OrgContext, id: string, version?: number) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const { live } = opened.value;
	const row = startedRow(opened.value);
	if (version !== undefined && version !== versionOf(opened.value)) return refuseStale(ctx, id);
	const steps = stepsOf(opened.value);
	if (!row || isSame(steps, liveSteps(opened.value))) return fail("workflow_unchanged");
	const fields = { name: live.name, steps };
	const lost = filesLost(row.states, [fields]);
	const saved = await withoutFiles(ctx, id, lost, () =>
		updateRecord(ctx, workflowOfDraft(row, lost), id, { fields, version: live.version }),
	);
	// why not what it answers: the client has seen the draft, and not the workflow.
	return !saved.ok && saved.problem.code === "changed_meanwhile" ? refuseStale(ctx, id) : saved;
};

/** Deletes a workflow with its draft, and the files that only the draft named. */
export const deleteWorkflow = async (ctx: OrgContext, id: string) => {
	const row = await findDraft(ctx, id);
	return withoutFiles(ctx, id, filesLost(row?.states ?? [], []), () => deleteRecord(ctx, workflow, id));
};

/** Makes a change that deletes the rows of files that only a draft named, and then deletes what these files hold. */
const withoutFiles = async <T>(
	ctx: OrgContext,
	id: string,
	lost: readonly string[],
	change: () => Promise<T>,
): Promise<T> => {
	const drafted = await findDraftedFiles(ctx, id, lost);
	const changed = await change();
	if (drafted.length === 0) return changed;
	// why read again: a refused change deletes no row.
	const left = (await findStoredFiles(ctx, lost)).map(({ objectKey }) => objectKey);
	await forgetObjects(
		ctx.env,
		drafted.filter((objectKey) => !left.includes(objectKey)),
	);
	return changed;
};

/** Adds a file to those of a step of the draft. It is one of the step's once the draft is published. */
export const attachToDraft = async (
	ctx: OrgContext,
	{ id, stepId }: { id: string; stepId: string },
	{ data: { version }, files }: EndpointRequest<typeof attachToDraftStep>["body"],
) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const drafted = stepsOf(opened.value);
	const [step] = await nameSteps(
		ctx,
		drafted.filter((one) => one.id === stepId),
	);
	if (!step) return fail("not_found");
	const stored = await storeFile(ctx, step, files);
	if (!stored.ok) return stored;
	const file = stored.value;
	const steps = drafted.map((one) =>
		one.id === stepId ? { ...one, attachmentIds: [...one.attachmentIds, file.id] } : one,
	);
	const saved = await saveDraft(ctx, id, { steps, version: version ?? versionOf(opened.value) });
	if (saved.ok) return ok({ ...saved.value, attachmentId: file.id });
	await forgetFile(ctx, file);
	return saved;
};
