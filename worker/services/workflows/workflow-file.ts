import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { foldCase } from "#worker/contract/text/fold-text";
import { createRecord } from "#worker/records/operations";
import type { StepFields, Workflow } from "#worker/services/workflows/contract";
import { type StepInFile, type WorkflowFile, workflowFormat } from "#worker/services/workflows/files.contract";
import { findChoices } from "#worker/services/workflows/queries";
import { workflow } from "#worker/services/workflows/record";

/** Returns a workflow as a file: what its stages are given by name. */
export const fileOf = ({ name, steps }: Workflow): WorkflowFile => ({
	format: workflowFormat,
	name,
	steps: steps.map((step) => ({
		name: step.name,
		type: step.type,
		emailTemplate: step.emailTemplate?.name ?? null,
		pdfTemplate: step.pdfTemplate?.name ?? null,
		smsTemplate: step.smsTemplate?.name ?? null,
		attachments: step.attachments.map((file) => file.name),
		nextSteps: step.nextStepIds?.flatMap((id) => steps.find((one) => one.id === id)?.name ?? []) ?? null,
		roles: step.roles.map((role) => role.name),
		requirements: step.requirements,
		needsApproval: step.needsApproval,
	})),
});

type Choices = Awaited<ReturnType<typeof findChoices>>;
type Named = readonly { id: string; name: string }[];

/** Returns a stage of a file as the institution has it, and says what is named that it does not have, and where. */
const resolve = (step: StepInFile, index: number, choices: Choices, idOf: (stage: string) => string) => {
	const absent: string[] = [];
	const miss = (what: string): null => {
		absent.push(`Stage ${index + 1}, “${step.name}”: ${what}`);
		return null;
	};
	const find = (what: string, name: string | null, among: Named): string | null => {
		if (name === null) return null;
		const found = among.find((one) => foldCase(one.name) === foldCase(name));
		return found?.id ?? miss(`there is no ${what} “${name}” here.`);
	};
	const roleIds = step.roles.flatMap((name) => find("role", name, choices.roles) ?? []);
	for (const name of step.attachments) miss(`its file “${name}” must be added again.`);
	const fields: StepFields = {
		id: idOf(step.name),
		name: step.name,
		type: step.type,
		emailTemplateId: find("email template", step.emailTemplate, choices.emailTemplates),
		pdfTemplateId: find("document template", step.pdfTemplate, choices.pdfTemplates),
		smsTemplateId: find("SMS template", step.smsTemplate, choices.smsTemplates),
		attachmentIds: [],
		nextStepIds: step.nextSteps && [...new Set(step.nextSteps.map(idOf))],
		roleIds: [...new Set(roleIds)],
		requirements: step.requirements,
		needsApproval: step.needsApproval,
	};
	return { fields, absent };
};

/** Creates a workflow from a file. What the institution does not have is left out, or refused. */
export const importWorkflow = async (ctx: OrgContext, { name, steps }: WorkflowFile, leaveOut: boolean) => {
	const choices = await findChoices(ctx);
	const ids = new Map(steps.map((step) => [foldCase(step.name), ctx.newId()]));
	const idOf = (stage: string) => ids.get(foldCase(stage)) ?? stage;
	const resolved = steps.map((step, index) => resolve(step, index, choices, idOf));
	const absent = resolved.flatMap((one) => one.absent);
	if (absent.length > 0 && !leaveOut) return fail("workflow_refers_wrongly", { fields: { steps: absent } });
	return createRecord(ctx, workflow, { name, steps: resolved.map(({ fields }) => fields) });
};
