import * as v from "valibot";
import { AsOf, previewed, rowsPage, started } from "#worker/contract/bulk";
import { described, flag, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Stage } from "#worker/services/applicants/contract";
import { selecting, selection } from "#worker/services/applicants/selection.contract";
import { Comment, commentMissing, ReasonId } from "#worker/services/stage-changes/comment.contract";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

/** A change of stage, for one applicant, for many, and in a stored run. */
export const stageChange = {
	stageId: described(Id, "The id of the step to move to."),
	reason: described(Comment, "The comment, which the activity log and the email show."),
	locationId: described(v.optional(v.nullable(Id)), "A location to post the applicants to as well."),
	doNotNotify: v.optional(flag("Whether nobody is emailed because of this change.")),
	reasonId: described(ReasonId, "The reusable reason that the comment begins with."),
};
export const StageChangeInput = v.object(stageChange);
export type StageChangeInput = v.InferOutput<typeof StageChangeInput>;

export const previewStageChange = defineEndpoint({
	method: "POST",
	path: "/candidates/stage-preview",
	summary: "Count what moving a selection to a stage would do, and show the email it sends. Changes nothing.",
	section: "§4 Applicant stages",
	access: ["candidate:u"],
	body: selecting(
		v.strictObject({ ...selection, stageId: described(Id, "The id of the step to move to."), ...rowsPage }),
	),
	example: { candidateIds: ["adaeze-okafor-2026"], stageId: "shortlisted" },
	response: v.object({
		...previewed,
		stage: Stage,
		unsubmitted: whole("How many of them have not submitted the form, where the stage offers a place; otherwise 0."),
		emails: whole("How many emails are sent."),
		messages: StageMessages,
	}),
	problems: ["step_not_in_workflow", "application_unavailable", "selection_changed", "stage_unknown"],
});

export const updateApplicants = defineEndpoint({
	method: "PATCH",
	path: "/candidates",
	summary: "Move a selection to a stage. A large one runs as a task in slices; the response then names the task.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: selecting(v.strictObject({ ...selection, ...stageChange, asOf: AsOf }, commentMissing)),
	example: { candidateIds: ["adaeze-okafor-2026"], stageId: "shortlisted", reason: "The file is complete." },
	response: v.object({ ...started, stage: Stage }),
	accepted: "/tasks/{taskId}",
	problems: [
		"step_not_in_workflow",
		"location_unknown",
		"stage_mail_broken",
		"reason_unknown",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
	],
	idempotent: true,
});
