import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { describeHindrances } from "#worker/contract/stage-rules";
import type { EventToCommit } from "#worker/database/commit";
import type { Scope } from "#worker/database/scope";
import { scopeOfRoles } from "#worker/http/scope-of-user";
import type { AboutChange, BulkAction, Change, Target } from "#worker/runs/bulk-action";
import type { Previewable } from "#worker/runs/preview-run";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findLocation, findStep, type Location, type Step } from "#worker/services/applicants/change.queries";
import { countHolders, isAt } from "#worker/services/applicants/matching.queries";
import { type ApplicantState, readApplicantStates, workflowOf } from "#worker/services/applicants/selection.queries";
import { findReason } from "#worker/services/reasons/queries";
import { stageChange as stageChangeInput } from "#worker/services/stage-changes/change.contract";
import { updateApplicants } from "#worker/services/stage-changes/contract";
import { decideMove, hindrancesOf } from "#worker/services/stage-changes/decide-move";
import { isKeptFrom } from "#worker/services/stage-changes/kept.queries";
import { mailApplicants, releaseMails, withdrawMails } from "#worker/services/stage-changes/mail-applicants";
import { countDroppedMails, gatheringMailings, noMailBegun } from "#worker/services/stage-changes/queries";
import { readStageMessages, type StageMessage } from "#worker/services/stage-changes/stage-messages";
import {
	MovedRow,
	writeBack,
	writeBackLog,
	writeBackPostings,
	writeMove,
	writeMoveLog,
	writeMovePostings,
} from "#worker/services/stage-changes/writes";

interface StepTarget extends Target {
	step: Step;
	/** The applicants that the user's roles may move there; null where the step names no roles. */
	movers: Scope | null;
	/** Whether a second person has approved it, as a release. */
	isApproved: boolean;
}

/** Finds the applicants that a user's roles may move to a step; null where the step names no roles. */
export const moversTo = (ctx: OrgContext, { roleIds }: Step, userId = ctx.actor.id): Promise<Scope | null> | null =>
	roleIds && scopeOfRoles(ctx, userId, roleIds);

/** The step to move to, with the comment, and the messages of entering it. */
interface StageTarget extends StepTarget {
	reason: string;
	/** The reusable reason that the comment began with. */
	reasonId: string | undefined;
	/** Whether the comment is for staff only. */
	isPrivate: boolean;
	/** The location they are posted to; null to keep theirs. */
	location: Location | null;
	/** What is sent: nothing when nobody is notified. */
	messages: readonly StageMessage[];
}

/** Reads the applicants with what stands in the way of their move to a step. */
const loadFor = (
	ctx: OrgContext,
	ids: readonly string[],
	{ since, ...to }: { stepId: string; isApproved: boolean; since: number | undefined },
) => readApplicantStates(ctx, ids, { ...to, changed: { field: "stage", since } });

const toStep: Omit<Previewable<ApplicantTypes<unknown, StepTarget, never>>, "resolve" | "load"> = {
	rows: applicantRows,
	decide: (applicant, target) => decideMove(applicant, target),
	explain: (applicant, target) =>
		applicant.workflowId === target.step.workflowId ? describeHindrances(hindrancesOf(applicant, target)) : undefined,
	countFor: async (ctx, { filter, count }, { step, movers, isApproved }) => {
		const [unchanged, workflowId, hindered] = await Promise.all([
			countHolders(ctx, filter, isAt.stage(step.id)),
			workflowOf(ctx, filter.applicationId),
			step.isRuled ? countHolders(ctx, filter, isKeptFrom(ctx, { step, movers, isApproved })) : 0,
		]);
		return { unchanged, notAllowed: workflowId === step.workflowId ? hindered : count - unchanged };
	},
};

interface PreviewedMove {
	stageId: string;
	isApproved: boolean;
	/** Who moves them; the user unless given. */
	moverId?: string | undefined;
	/** Applicants moved after it stay, as it is with a release; UTC milliseconds. */
	since?: number | undefined;
}

/** What is different when a release makes the move, and not the user. */
export type AboutMove = Omit<PreviewedMove, "stageId">;

export const movedSince = "Somebody moved them after the release was proposed.";

/** Previews moving applicants to a step, before there is a comment. */
export const stageChangePreview: Previewable<ApplicantTypes<PreviewedMove, StepTarget, "step_not_in_workflow">> = {
	...toStep,
	decide: (applicant, target) => {
		const decision = decideMove(applicant, target);
		return decision === "will_change" && applicant?.isLate ? "not_allowed" : decision;
	},
	explain: (applicant, target) => toStep.explain?.(applicant, target) || (applicant.isLate ? movedSince : undefined),
	load: (ctx, ids, { stageId, isApproved, since }) => loadFor(ctx, ids, { stepId: stageId, isApproved, since }),
	resolve: async (ctx, { stageId, isApproved, moverId }) => {
		const step = await findStep(ctx, stageId);
		if (!step) return fail("step_not_in_workflow");
		const movers = await moversTo(ctx, step, moverId);
		return ok({ id: step.id, name: step.name, undoWindowMs: 0, step, movers, isApproved });
	},
};

/** What is stored of a change. Only a release names itself: a second person has approved it. */
const StoredStageChange = v.object({ ...stageChangeInput, releaseId: v.optional(v.string()) });

/** What an undo reads of it. */
const Posted = v.pick(StoredStageChange, ["locationId"]);

type StageTypes = ApplicantTypes<
	v.InferOutput<typeof StoredStageChange>,
	StageTarget,
	"step_not_in_workflow" | "location_unknown" | "reason_unknown" | "stage_mail_broken"
>;

/** Moves applicants to a step of their application's workflow, with a comment and perhaps a location (§4). */
export const stageChange: BulkAction<StageTypes> = {
	kind: "stage",
	taskType: "STAGE_CHANGE",
	access: updateApplicants.access,
	input: StoredStageChange,
	// why without the approval: it was given for applicants as they were, and these have been changed since.
	inputOfRetry: ({ releaseId: _, ...input }) => input,
	...toStep,
	load: (ctx, ids, { stageId, releaseId }, since) =>
		loadFor(ctx, ids, { stepId: stageId, isApproved: releaseId !== undefined, since }),
	resolve: async (ctx, { stageId, reason, locationId, doNotNotify = false, reasonId, releaseId }) => {
		const [step, location, started] = await Promise.all([
			findStep(ctx, stageId),
			locationId ? findLocation(ctx, locationId) : null,
			reasonId ? findReason(ctx, reasonId) : null,
		]);
		if (!step) return fail("step_not_in_workflow");
		if (location === undefined) return fail("location_unknown");
		if (started === undefined) return fail("reason_unknown");
		const [{ mail, sms, fault, undoWindowMs }, movers] = await Promise.all([
			readStageMessages(ctx, step),
			moversTo(ctx, step),
		]);
		if (!doNotNotify && fault !== null) return fail("stage_mail_broken", { message: `${fault}. ${editTemplate}` });
		return ok({
			id: step.id,
			name: step.name,
			undoWindowMs,
			step,
			movers,
			location,
			isApproved: releaseId !== undefined,
			reason,
			reasonId: started?.id,
			isPrivate: started?.isPrivate ?? false,
			messages: doNotNotify ? [] : [mail ?? [], sms ?? []].flat(),
		});
	},
	write: async (ctx, applicants, target, about) => ok(await moveApplicants(ctx, applicants, target, about)),
	reversal: {
		taskType: "STAGE_UNDO",
		before: ({ stepId, locationId, stageChangedAt }) => ({ stepId, locationId, stageChangedAt }),
		nameBack: async (ctx, before) => (await findStep(ctx, v.parse(MovedRow.entries.before, before).stepId))?.name,
		onlyIf: noMailBegun,
		withdraw: withdrawMails,
		countWithdrawn: countDroppedMails,
		release: releaseMails,
		write: (ctx, changed, run, { eventId, onlyIf }) => {
			const rows = v.parse(v.array(MovedRow), changed);
			const payload = { runId: run.id, applicantIds: rows.map(({ id }) => id), stepId: run.targetId };
			// why: a run may be older than what is kept of its input.
			const { locationId } = run.input === null ? {} : v.parse(Posted, run.input);
			return {
				guarded: writeBack(ctx, run, rows, onlyIf),
				writes: [
					...(rows.length > 0 ? [writeBackLog(ctx, run, rows, eventId)] : []),
					...(locationId ? writeBackPostings(ctx, rows, { locationId, eventId }) : []),
				],
				event: { type: "applicants.stage_change_undone", payload },
			};
		},
	},
};

const editTemplate = "Edit the template, or turn off notifications.";

/** Prepares the rows, their log, their modification entries, their emails, and the event. */
const moveApplicants = async (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ step, reason, reasonId, isPrivate, location, messages }: StageTarget,
	{ runId, eventId, undoUntil, onlyIf }: AboutChange,
): Promise<Change> => {
	const gathering = messages.length > 0 && undoUntil === null ? await gatheringMailings(ctx, runId) : undefined;
	const comment = isPrivate ? null : reason;
	const mailed = mailApplicants(
		ctx,
		applicants,
		{ runId, stepId: step.id, messages, comment, sendAfter: undoUntil },
		gathering,
	);
	const [first] = applicants;
	const isOneApplication = applicants.every(({ applicationId }) => applicationId === first?.applicationId);
	const event: EventToCommit = {
		type: "applicants.stage_changed",
		payload: {
			applicationId: (isOneApplication && first?.applicationId) || null,
			applicationTitle: (isOneApplication && first?.applicationTitle) || null,
			applicantIds: applicants.map(({ id }) => id),
			fromStepIds: applicants.map(({ stepId }) => stepId),
			stepId: step.id,
			stageName: step.name,
			reason,
			reasonId,
			isPrivate,
			runId,
			locationId: location?.id ?? null,
		},
	};
	return {
		guarded: writeMove(ctx, applicants, { step, location, onlyIf }),
		writes: [
			writeMoveLog(ctx, applicants, { step, reason, eventId }),
			...(location ? writeMovePostings(ctx, applicants, { location, eventId }) : []),
			...mailed.writes,
		],
		event,
		further: mailed.events,
		taskIds: mailed.taskIds,
		emails: messages.some(({ channel }) => channel === "email") ? applicants.length : 0,
		texts: messages.some(({ channel }) => channel === "sms") ? applicants.length : 0,
	};
};
