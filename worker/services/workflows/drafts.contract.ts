import * as v from "valibot";
import { described, flag, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/forms/file-part";
import { IdParams } from "#worker/contract/ids";
import { RecordVersion, SeenVersion, SeenVersionInQuery } from "#worker/contract/version";
import {
	AttachmentId,
	StepParams,
	Steps,
	stepFilePart,
	updateWorkflow,
	Workflow,
	WorkflowStep,
} from "#worker/services/workflows/contract";

/** What a draft makes of one step. */
export const WorkflowChange = v.object({
	stepId: text("The id of the step."),
	name: text("The name of the step: in the draft, or as it was where it was removed."),
	kinds: described(
		v.array(v.picklist(["added", "changed", "moved", "removed"])),
		"What was done with it; a step can be moved and changed.",
	),
	parts: described(
		v.array(
			v.picklist(["name", "type", "email", "letter", "sms", "files", "next", "roles", "requirements", "approval"]),
		),
		"What of it was changed.",
	),
	text: text("The same in words."),
});
export type WorkflowChange = v.InferOutput<typeof WorkflowChange>;

export const WorkflowDraft = v.object({
	steps: described(v.array(WorkflowStep), "The steps in order."),
	isStarted: flag("Whether there is a draft; otherwise the steps are those that applicants go through."),
	canUndo: flag("Whether the last change can be undone, or the draft that was discarded brought back."),
	canRedo: flag("Whether a change that was undone can be made again."),
	by: v.nullable(text("The name of the user who made the last change; null for nobody.")),
	at: v.nullable(moment("When it was saved; null without a draft.")),
	isBehind: flag("Whether the steps of the workflow were changed since the draft began: to publish it replaces that."),
	changes: described(v.array(WorkflowChange), "What publishing changes, one entry a step."),
	problem: v.nullable(text("Why it cannot be published at present; null where it can be, or where there is no draft.")),
	version: RecordVersion,
});
export type WorkflowDraft = v.InferOutput<typeof WorkflowDraft>;

const ofDraft = {
	section: "§7 Workflow",
	access: updateWorkflow.access,
	params: IdParams,
	response: WorkflowDraft,
} as const;
const path = "/workflow/:id/draft";

export const getWorkflowDraft = defineEndpoint({
	...ofDraft,
	...({ method: "GET", path } as const),
	summary: "The steps of a workflow that are not published yet, or those of the workflow, and what differs.",
});

export const saveWorkflowDraft = defineEndpoint({
	...ofDraft,
	...({ method: "PUT", path } as const),
	summary: "Replace the steps of the draft, in order. Applicants go through the published ones until it is published.",
	body: v.strictObject({
		steps: described(
			Steps,
			"The steps in order. A new one gets its id here, which it keeps. Applicants at a step, and the one step of the type `REGISTRATION`, are checked when the draft is published.",
		),
		version: SeenVersion,
	}),
	example: { steps: [{ name: "Apply", type: "REGISTRATION" }] },
	problems: ["changed_meanwhile", "workflow_refers_wrongly", "whole_institution_needed"],
});

export const stepWorkflowDraft = defineEndpoint({
	...ofDraft,
	...({ method: "POST", path: `${path}/step` } as const),
	summary: "Undo the last change of a draft, redo it, or bring back the draft that was discarded last (undo).",
	body: v.strictObject({
		to: described(v.picklist(["undo", "redo"], "This must be undo or redo."), "Which way."),
		version: SeenVersion,
	}),
	problems: ["changed_meanwhile", "workflow_draft_missing", "whole_institution_needed"],
	idempotent: true,
});

export const dropWorkflowDraft = defineEndpoint({
	...ofDraft,
	...({ method: "DELETE", path } as const),
	summary: "Discard a draft: the next edit starts from the published steps. Until then, undo brings it back.",
	query: v.strictObject({ version: SeenVersionInQuery }),
	problems: ["changed_meanwhile", "whole_institution_needed"],
});

export const publishWorkflowDraft = defineEndpoint({
	...ofDraft,
	...({ method: "POST", path: `${path}/publish` } as const),
	summary:
		"Publish the steps of the draft as those of the workflow, which ends the draft. If this is refused, the draft stays.",
	body: v.strictObject({ version: SeenVersion }),
	response: Workflow,
	problems: [...updateWorkflow.problems, "workflow_unchanged"],
	idempotent: true,
});

export const attachToDraftStep = defineEndpoint({
	...ofDraft,
	...({ method: "POST", path: `${path}/steps/:stepId/attachments` } as const),
	summary: `Add a file that goes with the email of a step of the draft. A multipart body: \`data\` is JSON, \`${stepFilePart}\` the file.`,
	params: v.strictObject(StepParams),
	body: multipartBody(v.strictObject({ version: SeenVersion })),
	encoding: "multipart",
	alsoJson: true,
	response: v.object({ ...WorkflowDraft.entries, attachmentId: AttachmentId }),
	created: "/workflow/{params.id}/steps/{params.stepId}/attachments/{attachmentId}",
	problems: saveWorkflowDraft.problems,
	idempotent: true,
});
