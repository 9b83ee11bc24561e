import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import {
	AsOf,
	BatchRow,
	choice,
	chooseSome,
	isOneChoice,
	listedRows,
	rowsPage,
} from "#worker/services/applicants/batch.contract";
import { Stage } from "#worker/services/applicants/contract";
import { Comment, commentMissing, ReasonId } from "#worker/services/stage-changes/comment.contract";
import { Moved } from "#worker/services/stage-changes/moved.contract";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

export const previewBatch = defineEndpoint({
	method: "POST",
	path: "/candidates/stage-preview",
	summary: "What a batch would do, in numbers, before it is done. Changes nothing.",
	section: "§4 Applicant stages",
	access: ["candidate:u"],
	body: v.pipe(
		v.strictObject({ ...choice, stageId: Id, ...rowsPage }),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({
		stage: Stage,
		moves: v.number(),
		alreadyThere: v.number(),
		notAllowed: v.number(),
		notFound: v.number(),
		/** Mails that go out. */
		emails: v.number(),
		messages: StageMessages,
		...listedRows,
		/** When this was so, UTC milliseconds: the change itself names it. */
		asOf: v.number(),
	}),
	problems: ["step_not_in_workflow", "application_unavailable", "selection_changed", "stage_unknown"],
});

export const updateApplicants = defineEndpoint({
	method: "PATCH",
	path: "/candidates",
	summary: "Move a selection to a stage. A large one runs as a task in whole slices; the answer then names the task.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: v.pipe(
		v.strictObject(
			{
				...choice,
				stageId: Id,
				reason: Comment,
				locationId: v.optional(v.nullable(Id)),
				asOf: AsOf,
				/** Nobody is written to because of this change. */
				doNotNotify: v.optional(v.boolean()),
				reasonId: ReasonId,
			},
			commentMissing,
		),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({
		stage: Stage,
		moved: v.number(),
		taskId: v.nullable(v.string()),
		/** One row an applicant; empty while a task runs. */
		outcomes: v.array(BatchRow),
		/** How it can be undone; null when nobody moved, or a task is about to move them. */
		move: v.nullable(Moved),
	}),
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
