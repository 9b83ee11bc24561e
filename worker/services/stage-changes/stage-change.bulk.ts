import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { EventToCommit } from "#worker/database/commit";
import type { AboutChange, BulkAction, Change, Target } from "#worker/runs/bulk-action";
import type { Previewable } from "#worker/runs/preview-run";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findLocation, findStep, type Location, type Step } from "#worker/services/applicants/change.queries";
import { countHolders, isAt } from "#worker/services/applicants/matching.queries";
import { type ApplicantState, readApplicantStates, workflowOf } from "#worker/services/applicants/selection.queries";
import { findReason } from "#worker/services/reasons/queries";
import { StageChangeInput, updateApplicants } from "#worker/services/stage-changes/contract";
import { decideMove } from "#worker/services/stage-changes/decide-move";
import { mailApplicants, releaseMails, withdrawMails } from "#worker/services/stage-changes/mail-applicants";
import { countDroppedMails, gatheringMailings, noMailBegun } from "#worker/services/stage-changes/queries";
import { readStageMessages, type StageMail } from "#worker/services/stage-changes/stage-messages";
import {
	MovedRow,
	writeBack,
	writeBackLog,
	writeMove,
	writeMoveLog,
	writeMovePostings,
} from "#worker/services/stage-changes/writes";

interface StepTarget extends Target {
	step: Step;
}

/** The step to move to, with the comment, and the messages of entering it. */
interface StageTarget extends StepTarget {
	reason: string;
	/** The reusable reason that the comment began with. */
	reasonId: string | undefined;
	/** Whether the comment is for staff only. */
	isPrivate: boolean;
	/** The location they are posted to; null to keep theirs. */
	location: Location | null;
	/** Null when the stage sends no email, or nobody is notified. */
	mail: StageMail | null;
}

const toStep: Omit<Previewable<ApplicantTypes<unknown, StepTarget, never>>, "resolve"> = {
	rows: applicantRows,
	load: (ctx, ids, _input, since) => readApplicantStates(ctx, ids, { changed: { field: "stage", since } }),
	decide: (applicant, { step }) => decideMove(applicant, step),
	countFor: async (ctx, { filter, count }, { step }) => {
		const [unchanged, workflowId] = await Promise.all([
			countHolders(ctx, filter, isAt.stage(step.id)),
			workflowOf(ctx, filter.applicationId),
		]);
		return { unchanged, notAllowed: workflowId === step.workflowId ? 0 : count - unchanged };
	},
};

/** Previews moving applicants to a step, before there is a comment. */
export const stageChangePreview: Previewable<ApplicantTypes<string, StepTarget, "step_not_in_workflow">> = {
	...toStep,
	resolve: async (ctx, stageId) => {
		const step = await findStep(ctx, stageId);
		return step ? ok({ id: step.id, name: step.name, undoWindowMs: 0, step }) : fail("step_not_in_workflow");
	},
};

type StageTypes = ApplicantTypes<
	StageChangeInput,
	StageTarget,
	"step_not_in_workflow" | "location_unknown" | "reason_unknown" | "stage_mail_broken"
>;

/** Moves applicants to a step of their application's workflow, with a comment and perhaps a location (§4). */
export const stageChange: BulkAction<StageTypes> = {
	kind: "stage",
	taskType: "STAGE_CHANGE",
	access: updateApplicants.access,
	input: StageChangeInput,
	...toStep,
	resolve: async (ctx, { stageId, reason, locationId, doNotNotify = false, reasonId }) => {
		const [step, location, started] = await Promise.all([
			findStep(ctx, stageId),
			locationId ? findLocation(ctx, locationId) : null,
			reasonId ? findReason(ctx, reasonId) : null,
		]);
		if (!step) return fail("step_not_in_workflow");
		if (location === undefined) return fail("location_unknown");
		if (started === undefined) return fail("reason_unknown");
		const { mail, fault, undoWindowMs } = await readStageMessages(ctx, step);
		if (!doNotNotify && fault !== null) return fail("stage_mail_broken", { message: `${fault}. ${editTemplate}` });
		return ok({
			...{ id: step.id, name: step.name, undoWindowMs, step, location },
			...{ reason, reasonId: started?.id, isPrivate: started?.isPrivate ?? false },
			mail: doNotNotify ? null : mail,
		});
	},
	write: async (ctx, applicants, target, about) => ok(await moveApplicants(ctx, applicants, target, about)),
	reversal: {
		taskType: "STAGE_UNDO",
		before: ({ stepId, locationId, stageChangedAt }) => ({ stepId, locationId, stageChangedAt }),
		onlyIf: noMailBegun,
		withdraw: withdrawMails,
		countWithdrawn: countDroppedMails,
		release: releaseMails,
		write: (ctx, changed, run, { eventId, onlyIf }) => {
			const rows = v.parse(v.array(MovedRow), changed);
			const payload = { runId: run.id, applicantIds: rows.map(({ id }) => id), stepId: run.targetId };
			return {
				guarded: writeBack(ctx, run, rows, onlyIf),
				writes: rows.length > 0 ? [writeBackLog(ctx, run, rows, eventId)] : [],
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
	{ step, reason, reasonId, isPrivate, location, mail }: StageTarget,
	{ runId, eventId, undoUntil, onlyIf }: AboutChange,
): Promise<Change> => {
	const gathering = mail && undoUntil === null ? await gatheringMailings(ctx, runId) : undefined;
	const comment = isPrivate ? null : reason;
	const mailed = mailApplicants(
		ctx,
		applicants,
		{ runId, stepId: step.id, mail, comment, sendAfter: undoUntil },
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
			...{ stepId: step.id, stageName: step.name, reason, reasonId, isPrivate, runId },
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
		emails: mail ? applicants.length : 0,
	};
};
