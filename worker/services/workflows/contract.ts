import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** why applications: their screen chooses a workflow. */
const readers = anyOf("templates", "candidate", "application");

const TemplateName = v.nullable(Named);

/** A file that goes with a step's templates; its size in bytes. */
const StepAttachment = v.object({
	id: text("The id of the file."),
	name: text("The name of the file."),
	mimetype: text("The media type of the file."),
	size: whole("The size of the file in bytes."),
});

export const WorkflowStep = v.object({
	id: text("The id of the step, which other calls name as `stageId` or `stepId`."),
	name: text("The name of the step."),
	type: text("The type of the stage, such as `SHORTLISTED`."),
	emailTemplate: described(
		TemplateName,
		"The template of the email that is sent to applicants who enter the stage; null for none.",
	),
	pdfTemplate: described(TemplateName, "The template of the letter that is made for them; null for none."),
	attachments: described(v.array(StepAttachment), "The files that go with the email."),
});
export type WorkflowStep = v.InferOutput<typeof WorkflowStep>;

export const Workflow = v.object({
	id: text("The id of the workflow."),
	name: text("The name of the workflow."),
	steps: described(v.array(WorkflowStep), "The steps in order."),
});

export const listWorkflows = defineEndpoint({
	method: "GET",
	path: "/workflow",
	summary: "Workflows by name, with their steps.",
	section: "§7 Workflow",
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Workflow),
});

export const getWorkflow = defineEndpoint({
	method: "GET",
	path: "/workflow/:id",
	summary: "One workflow with its steps in order.",
	section: "§7 Workflow",
	access: readers,
	params: IdParams,
	response: Workflow,
});
