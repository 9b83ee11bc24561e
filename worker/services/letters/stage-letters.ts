import { stageOffersTemplates } from "#worker/contract/stage-types";
import { subscriber } from "#worker/events/subscriber";
import { findTemplateOfStep } from "#worker/services/letters/queries";
import { writeTask } from "#worker/tasks/task.writes";

/** The type of the task that makes the letters of a stage; its job is in `stage-letters.job.ts`. */
export const stageLettersTask = "LETTERS";

/**
 * Makes a letter for each applicant who enters a stage with a document template (§4), once the change can no longer
 * be undone. It runs in the background because a bulk action may have thousands of applicants.
 */
export const stageLetters = subscriber("stage-letters", ["applicants.stage_changed"], async (ctx, event) => {
	const { organisationId, db, now } = ctx;
	const { stepId, stageName, reason, isPrivate, applicantIds, applicationTitle, runId } = event.payload;
	const comment = isPrivate ? null : reason;
	const offered = await findTemplateOfStep(db, organisationId, stepId);
	if (!offered || !stageOffersTemplates(offered.stageType) || event.actorId === null) return { writes: [] };
	const actor = { id: event.actorId, name: event.actorName ?? "", email: "" };
	// why the event's id: a second delivery finds the task.
	const id = `letters-${event.id}`;
	const job = { applicantIds, templateId: offered.templateId, stepId, stageName, comment, runId };
	const task = { id, type: stageLettersTask, total: applicantIds.length, input: { job, applicationTitle, actor } };
	return { writes: [writeTask({ db, organisationId, now, actor }, task)], taskIds: [id] };
});
