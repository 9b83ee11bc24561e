import * as v from "valibot";
import { AsOf, previewed, rowsPage, started } from "#worker/contract/bulk";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Stage } from "#worker/services/applicants/contract";
import { selecting, selection } from "#worker/services/applicants/selection.contract";
import { stageChange } from "#worker/services/stage-changes/change.contract";
import { commentMissing } from "#worker/services/stage-changes/comment.contract";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

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
		withLetter: whole(
			"How many of them have a letter, which stays in force, where the stage neither offers a place nor makes a letter; otherwise 0.",
		),
		emails: whole("How many emails are sent."),
		hindrances: described(
			v.array(
				v.object({
					reason: text("The rule, as a sentence."),
					applicants: whole("How many of them it keeps where they are."),
				}),
			),
			"The rules of the workflow that keep some of them where they are, each with their number.",
		),
		messages: StageMessages,
	}),
	problems: ["step_not_in_workflow", "application_unavailable", "selection_changed", "stage_unknown"],
});

export const NextStage = v.object({
	id: text("The id of the step."),
	name: text("The name of the step."),
	type: text("The type of the stage, such as `SHORTLISTED`."),
	current: flag("Whether the applicant is there."),
	reason: v.nullable(text("Why the rules of the workflow do not allow the move; null when they do.")),
});
export type NextStage = v.InferOutput<typeof NextStage>;

export const listNextStages = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/stages",
	summary: "The stages of an applicant's workflow in order, and why they cannot be moved to some of them.",
	section: "§4 Applicant stages",
	access: ["candidate:u"],
	params: IdParams,
	response: v.object({ stages: described(v.array(NextStage), "The stages in order.") }),
	problems: ["not_found"],
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
		"too_many_tasks",
	],
	idempotent: true,
});
