import * as v from "valibot";
import { described } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { recordName } from "#worker/contract/records";
import { foldCase } from "#worker/contract/text/fold-text";
import {
	createWorkflow,
	maxRoles,
	maxStepFiles,
	maxSteps,
	StepFields,
	sameNames,
	tooManyStepFiles,
	tooManySteps,
	unique,
	workflowRecord,
} from "#worker/services/workflows/contract";

const section = "§7 Workflow";
/** What a file of a workflow says that it is. */
export const workflowFormat = "matricula-workflow-1";
const { name, type, requirements, needsApproval } = StepFields.entries;

/** The most characters of a name of what a stage is given. */
const longestName = 255;

const aName = recordName("Its name.", longestName);
const nameOrNone = (description: string) => described(v.optional(v.nullable(aName), null), description);
const names = (most: number, tooMany = `Choose at most ${most}.`) => v.pipe(v.array(aName), v.maxLength(most, tooMany));

/** A stage as a file has it. why names: ids are those of one institution. */
const StepInFile = v.strictObject({
	name,
	type,
	emailTemplate: nameOrNone("The name of the template of its email; null for none."),
	pdfTemplate: nameOrNone("The name of the template of its letter; null for none."),
	smsTemplate: nameOrNone("The name of the template of its SMS; null for none."),
	attachments: described(
		v.optional(names(maxStepFiles, tooManyStepFiles), []),
		"The names of the files that go with the email. The files themselves are not part of it.",
	),
	nextSteps: described(
		v.optional(v.nullable(names(maxSteps)), null),
		"The names of the steps that may follow; null for any.",
	),
	roles: described(
		v.optional(names(maxRoles), []),
		"The names of the roles that may move applicants to the step; empty for any.",
	),
	requirements,
	needsApproval,
});
export type StepInFile = v.InferOutput<typeof StepInFile>;

const StepsInFile = v.pipe(
	v.array(StepInFile),
	v.maxLength(maxSteps, tooManySteps),
	v.check((steps) => unique(steps.map(({ name }) => foldCase(name))), sameNames),
	v.rawCheck(({ dataset, addIssue }) => {
		if (dataset.typed) for (const message of unknownFollowers(dataset.value)) addIssue({ message });
	}),
);

/** Says which stages are to follow that the file does not have. */
const unknownFollowers = (steps: readonly StepInFile[]): string[] => {
	const known = steps.map(({ name }) => foldCase(name));
	return steps.flatMap(({ name, nextSteps }) =>
		(nextSteps ?? [])
			.filter((next) => !known.includes(foldCase(next)))
			.map((next) => `“${next}”, which may follow “${name}”, is no stage of the file.`),
	);
};

/** A workflow as a file. */
export const WorkflowFile = v.strictObject({
	format: described(v.literal(workflowFormat, `The format must be “${workflowFormat}”.`), "What the file is."),
	name,
	steps: described(StepsInFile, "The steps in order."),
});
export type WorkflowFile = v.InferOutput<typeof WorkflowFile>;

export const exportWorkflow = defineEndpoint({
	method: "GET",
	path: "/workflow/:id/export",
	summary: "A workflow as JSON, which can be imported: templates, roles and files by their names.",
	section,
	access: workflowRecord.history.access,
	params: IdParams,
	response: WorkflowFile,
});

export const importWorkflow = defineEndpoint({
	method: "POST",
	path: "/workflow/import",
	summary: "Create a workflow from an exported file. Anything that is not a workflow is refused, with its place.",
	section,
	access: createWorkflow.access,
	body: v.strictObject({
		workflow: described(WorkflowFile, "The content of the file."),
		leaveOut: described(
			v.optional(v.boolean(), false),
			"Whether templates, roles and files that the institution does not have are left out; otherwise they are refused, each with its place.",
		),
	}),
	example: {
		workflow: {
			format: workflowFormat,
			name: "Diploma admission",
			steps: [{ name: "Apply", type: "REGISTRATION" }],
		},
	},
	response: createWorkflow.response,
	created: "/workflow/{id}",
	problems: createWorkflow.problems,
	idempotent: true,
});
