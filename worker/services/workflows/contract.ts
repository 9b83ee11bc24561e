import * as v from "valibot";
import { described, file, flag, moment, text, uploads, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { megabytes, tooManyFiles } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { type StageRequirement, stageRequirements } from "#worker/contract/stage-rules";
import { formatTime } from "#worker/contract/text/dates";
import { foldCase } from "#worker/contract/text/fold-text";
import { SeenVersion } from "#worker/contract/version";

const section = "§7 Workflow";
/** why applications: their screen chooses a workflow. */
const readers = anyOf("templates", "candidate", "application");
const managers = anyOf("templates");

/** The most stages of a workflow. why: the sheet, the palette and the filters list them all. */
export const maxSteps = 40;
export const tooManySteps = `A workflow can have at most ${maxSteps} stages.`;
export const maxRoles = 20;

const TemplateName = v.nullable(Named);

/** A file that goes with a step's templates; its size in bytes. */
const StepAttachment = v.object({
	id: text("The id of the file."),
	name: text("The name of the file."),
	mimetype: text("The media type of the file."),
	size: whole("The size of the file in bytes."),
});
export type StepAttachment = v.InferOutput<typeof StepAttachment>;

const Requirements = v.array(
	described(
		v.picklist(stageRequirements, "Unknown requirement"),
		"`submitted`: the form is submitted. `paid`: a payment was successful. `references`: all that were asked for are in. `letter`: a letter is made.",
	),
);

/** What a role is called that a stage names still. */
export const deletedRole = "A role that was deleted";

export const WorkflowStep = v.object({
	id: text("The id of the step, which other calls name as `stageId` or `stepId`."),
	name: text("The name of the step."),
	type: text("The type of the stage, such as `SHORTLISTED`."),
	emailTemplate: described(
		TemplateName,
		"The template of the email that is sent to applicants who enter the stage; null for none.",
	),
	pdfTemplate: described(TemplateName, "The template of the letter that is made for them; null for none."),
	smsTemplate: described(TemplateName, "The template of the SMS that is sent to them; null for none."),
	attachments: described(v.array(StepAttachment), "The files that go with the email."),
	nextStepIds: described(v.nullable(v.array(v.string())), "The ids of the steps that may follow; null for any."),
	roles: described(v.array(Named), "The roles that may move applicants to the step; empty for any."),
	requirements: described(Requirements, "What an applicant must have to be moved to the step."),
	needsApproval: flag("Whether a second person must approve: then only a release moves applicants to the step."),
});
export type WorkflowStep = v.InferOutput<typeof WorkflowStep>;

export const unique = (ids: readonly string[]) => new Set(ids).size === ids.length;
const listOf = (most: number, tooMany: string) =>
	v.pipe(
		v.array(Id),
		v.maxLength(most, tooMany),
		v.transform((ids) => [...new Set(ids)]),
	);

/** The most files of a stage. why: the email with them must stay small enough for mailboxes. */
export const maxStepFiles = 5;
export const maxStepFileBytes = 15_000_000;
export const tooManyStepFiles = tooManyFiles(maxStepFiles);
export const stepFilesTooLarge = `The files of a stage can have at most ${megabytes(maxStepFileBytes)} together.`;

/** A step as a client writes it; what is left out is empty, and a step without an id is new. */
export const StepFields = v.strictObject({
	id: described(v.optional(Id), "The id of the step; left out for a new one."),
	name: recordName("The name of the step; no two of a workflow share one."),
	type: described(
		v.pipe(v.string("Choose a type"), v.minLength(1, "Choose a type"), v.maxLength(64, "Unknown type")),
		"The type of the stage, such as `SHORTLISTED`. It stays while applicants are at the step.",
	),
	emailTemplateId: described(
		v.optional(v.nullable(Id), null),
		"The template of the email that is sent to applicants who enter the stage; null for none.",
	),
	pdfTemplateId: described(
		v.optional(v.nullable(Id), null),
		"The template of the letter that is made for them; null for none.",
	),
	smsTemplateId: described(
		v.optional(v.nullable(Id), null),
		"The template of the SMS that is sent to applicants who enter the stage; null for none.",
	),
	attachmentIds: described(
		v.optional(listOf(maxStepFiles, tooManyStepFiles), []),
		"The files that go with the email, of those that were uploaded for this step.",
	),
	nextStepIds: described(
		v.optional(v.nullable(listOf(maxSteps, `Choose at most ${maxSteps}.`)), null),
		"The ids of the steps that may follow; null for any.",
	),
	roleIds: described(
		v.optional(listOf(maxRoles, `Choose at most ${maxRoles}.`), []),
		"The roles that may move applicants to the step; empty for any.",
	),
	requirements: described(
		v.optional(
			v.pipe(
				Requirements,
				v.transform((chosen): StageRequirement[] => stageRequirements.filter((one) => chosen.includes(one))),
			),
			[],
		),
		"What an applicant must have to be moved to the step.",
	),
	needsApproval: v.optional(
		flag("Whether a second person must approve: then only a release moves applicants to the step."),
		false,
	),
});
export type StepFields = v.InferOutput<typeof StepFields>;

/** Returns a step as a client writes it, from the step as it is read; its keys in the order of the contract. */
export const fieldsOfStep = (step: WorkflowStep): StepFields & { id: string } => ({
	id: step.id,
	name: step.name,
	type: step.type,
	emailTemplateId: step.emailTemplate?.id ?? null,
	pdfTemplateId: step.pdfTemplate?.id ?? null,
	smsTemplateId: step.smsTemplate?.id ?? null,
	attachmentIds: step.attachments.map(({ id }) => id),
	nextStepIds: step.nextStepIds,
	roleIds: step.roles.map(({ id }) => id),
	requirements: step.requirements,
	needsApproval: step.needsApproval,
});

export const sameNames = "Two stages have the same name.";

export const Steps = v.pipe(
	v.array(StepFields),
	v.maxLength(maxSteps, tooManySteps),
	v.check((steps) => unique(steps.map(({ name }) => foldCase(name))), sameNames),
	v.check((steps) => unique(steps.flatMap(({ id }) => id ?? [])), "Two stages have the same id."),
);

const writeProblems = [
	...(["workflow_exists", "workflow_first_stage_missing", "workflow_stage_in_use", "workflow_refers_wrongly"] as const),
	"whole_institution_needed",
] as const;

/** The stages that applicants go through, in order (§3 Workflow). */
export const workflowRecord = recordEndpoints({
	path: "/workflow",
	one: "workflow",
	many: "workflows",
	section,
	access: {
		read: readers,
		manage: managers,
		create: ["templates:c"],
		update: ["templates:u"],
		delete: ["templates:d"],
	},
	fields: {
		name: recordName("The name of the workflow; each has its own, in any case."),
		steps: described(
			v.optional(Steps),
			"The steps in order, exactly one of them of the type `REGISTRATION`. Left out, they stay; a new workflow has one step then. A step with applicants cannot be left out.",
		),
	},
	row: {
		name: text("The name of the workflow."),
		steps: described(v.array(WorkflowStep), "The steps in order."),
		applications: whole("How many applications use it."),
		hasDraft: flag("Whether somebody is changing its steps: the draft is not published yet."),
	},
	query: { name: described(v.optional(Keyword, ""), "Only workflows whose name contains every word of this text.") },
	sorts: ["name", "created"],
	problems: { create: writeProblems, update: writeProblems, remove: ["workflow_in_use", "whole_institution_needed"] },
});
export const {
	list: listWorkflows,
	find: getWorkflow,
	create: createWorkflow,
	update: updateWorkflow,
	remove: deleteWorkflow,
	history: listWorkflowChanges,
	restore: restoreWorkflow,
} = workflowRecord;
export const Workflow = getWorkflow.response;
export type Workflow = v.InferOutput<typeof Workflow>;

export const saveWorkflowSteps = defineEndpoint({
	method: "PUT",
	path: "/workflow/:id/steps",
	summary: "Replace the steps of a workflow, in order. A step with applicants cannot be left out.",
	section,
	access: updateWorkflow.access,
	params: IdParams,
	body: v.strictObject({ steps: described(Steps, "The steps in order."), version: SeenVersion }),
	example: { steps: [{ name: "Apply", type: "REGISTRATION" }] },
	response: Workflow,
	problems: updateWorkflow.problems,
});

export const copyWorkflow = defineEndpoint({
	method: "POST",
	path: "/workflow/:id/copy",
	summary: "Create a workflow with the stages, templates, files and rules of another.",
	section,
	access: createWorkflow.access,
	params: IdParams,
	body: v.strictObject({ name: workflowRecord.create.body.entries.name }),
	response: Workflow,
	created: "/workflow/{id}",
	problems: createWorkflow.problems,
	idempotent: true,
});

export const StepParams = {
	...IdParams.entries,
	stepId: described(Id, "The id of the step."),
};

export const AttachmentId = text("The id of the file that was added.");

/** The name of the part of a multipart body that is the file. */
export const stepFilePart = "file";

export const attachToStep = defineEndpoint({
	method: "POST",
	path: "/workflow/:id/steps/:stepId/attachments",
	summary: `Add a file that goes with the email of a step. A multipart body: \`data\` is JSON, \`${stepFilePart}\` the file.`,
	section,
	access: updateWorkflow.access,
	params: v.strictObject(StepParams),
	body: multipartBody(v.strictObject({ version: SeenVersion })),
	encoding: "multipart",
	alsoJson: true,
	response: v.object({ ...Workflow.entries, attachmentId: AttachmentId }),
	created: "/workflow/{params.id}/steps/{params.stepId}/attachments/{attachmentId}",
	problems: ["changed_meanwhile", ...writeProblems],
	idempotent: true,
});

export const getStepAttachment = defineEndpoint({
	method: "GET",
	path: "/workflow/:id/steps/:stepId/attachments/:attachmentId",
	summary: "A file that goes with the email of a step. Served so that nothing in it can run.",
	section,
	access: managers,
	params: v.strictObject({ ...StepParams, attachmentId: described(Id, "The id of the file.") }),
	headers: v.object({
		range: v.optional(
			text("A range of bytes, such as `bytes=0-1023`. Several at once are answered with the whole file."),
		),
	}),
	response: file("The file.", ...uploads),
	problems: ["not_found", "range_unsatisfiable"],
});

const Choice = v.object({ ...Named.entries, active: flag("Whether it can be used.") });

export const listWorkflowChoices = defineEndpoint({
	method: "GET",
	path: "/workflow/choices",
	summary: "What the stages of a workflow can be given: templates of emails, documents and SMS, and roles.",
	section,
	access: managers,
	response: v.object({
		emailTemplates: described(v.array(Choice), "The templates of emails, by name."),
		pdfTemplates: described(v.array(Choice), "The templates of documents, by name."),
		smsTemplates: described(v.array(Choice), "The templates of SMS, by name."),
		sendsSms: flag("Whether SMS are sent at all."),
		roles: described(v.array(Named), "The roles, by name."),
	}),
});

/** A change of stages that needs a stage: it moves applicants there or from there, or its undo brings them back. */
export const PendingMove = v.object({
	stepId: text("The id of the step."),
	stageName: text("The name of the stage that it moves applicants to."),
	applicants: whole("How many applicants it is about."),
	state: described(
		v.picklist(["running", "undoing", "undo_failed", "undoable"]),
		"Whether it goes on, is being undone, has an undo that failed and can be retried, or has ended and can be undone.",
	),
	until: v.nullable(moment("Until when it can be undone; null unless its state is `undoable`.")),
});
export type PendingMove = v.InferOutput<typeof PendingMove>;

const minuteMs = 60_000;

/** Says until when a stage must stay as it is, and why. why the next full minute: it says no seconds. */
export const describePendingMove = (
	name: string,
	{ stageName, applicants, state, until }: Omit<PendingMove, "stepId">,
	timeZone: string | undefined,
): string => {
	const number = applicants === 1 ? "1 applicant" : `${applicants.toLocaleString("en")} applicants`;
	const change = `the change of ${number} to “${stageName}”`;
	if (state === "undo_failed")
		return `“${name}” is needed until ${change} is undone: its undo failed and can go on under “Failed tasks”.`;
	if (until === null) return `“${name}” is needed until ${change} ${state === "undoing" ? "is undone" : "has ended"}.`;
	const time = formatTime(Math.ceil(until / minuteMs) * minuteMs, timeZone);
	return applicants === 1
		? `A move from “${name}” can still be undone until ${time}.`
		: `“${name}” is needed until ${time}: ${change} can still be undone.`;
};

export const WorkflowUse = v.object({
	id: text("The id of the application."),
	title: text("The title of the application."),
	active: flag("Whether applicants can use it."),
	stages: described(
		v.array(
			v.object({
				stepId: text("The id of the step."),
				applicants: whole("How many of the applicants that the caller may see are there."),
			}),
		),
		"The stages at which there are applicants.",
	),
});
export type WorkflowUse = v.InferOutput<typeof WorkflowUse>;

export const listWorkflowUses = defineEndpoint({
	method: "GET",
	path: "/workflow/:id/applications",
	summary: "The applications that use a workflow, with the number of applicants at each of its stages.",
	section,
	access: managers,
	params: IdParams,
	response: v.object({
		applications: described(v.array(WorkflowUse), "The applications, the newest first."),
		pendingMoves: described(
			v.array(PendingMove),
			"The changes of stages that need a stage, one for each such stage: until then it is neither removed nor given another type.",
		),
	}),
});
