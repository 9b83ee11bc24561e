import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("templates", "candidate");

const TemplateName = v.nullable(v.object({ id: v.string(), name: v.string() }));

/** A file that goes with a step's templates; its size in bytes. */
const StepAttachment = v.object({ id: v.string(), name: v.string(), mimetype: v.string(), size: v.number() });

/** §3 Workflow step. */
export const WorkflowStep = v.object({
	id: v.string(),
	name: v.string(),
	type: v.string(),
	emailTemplate: TemplateName,
	pdfTemplate: TemplateName,
	attachments: v.array(StepAttachment),
});
export type WorkflowStep = v.InferOutput<typeof WorkflowStep>;

export const Workflow = v.object({ id: v.string(), name: v.string(), steps: v.array(WorkflowStep) });

export const listWorkflows = defineEndpoint({
	method: "GET",
	path: "/workflow",
	summary: "Workflows by name, with their steps.",
	section: "§7 Workflow",
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Workflow),
	problems: [],
});

export const getWorkflow = defineEndpoint({
	method: "GET",
	path: "/workflow/:id",
	summary: "One workflow with its steps in order.",
	section: "§7 Workflow",
	access: readers,
	params: IdParams,
	response: Workflow,
	problems: ["not_found"],
});
