import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { createRecord } from "#worker/records/operations";
import { findWorkflow } from "#worker/services/workflows/attach-file";
import { fieldsOfStep } from "#worker/services/workflows/contract";
import { findStoredFiles } from "#worker/services/workflows/queries";
import { workflow } from "#worker/services/workflows/record";
import { deleteUploadedFiles, writeUploadedFiles } from "#worker/services/workflows/writes";

/** Creates a workflow with the same stages, templates, files and rules; the files are stored once. */
export const copyWorkflow = async (ctx: OrgContext, id: string, name: string) => {
	const source = await findWorkflow(ctx, id);
	if (!source) return fail("not_found");
	const stepIds = new Map(source.steps.map((step) => [step.id, ctx.newId()]));
	const stepOf = (one: string) => stepIds.get(one) ?? one;
	const stored = await findStoredFiles(
		ctx,
		source.steps.flatMap(({ attachments }) => attachments.map((file) => file.id)),
	);
	const copied = source.steps.flatMap((step) =>
		step.attachments.flatMap((file) => {
			const kept = stored.find((one) => one.id === file.id);
			return kept ? [{ ...kept, of: file.id, id: ctx.newId(), stepId: stepOf(step.id) }] : [];
		}),
	);
	await writeUploadedFiles(ctx, copied);
	const steps = source.steps.map(fieldsOfStep).map((step) => ({
		...step,
		id: stepOf(step.id),
		attachmentIds: step.attachmentIds.flatMap((file) => copied.find(({ of }) => of === file)?.id ?? []),
		nextStepIds: step.nextStepIds?.map(stepOf) ?? null,
	}));
	const created = await createRecord(ctx, workflow, { name, steps });
	if (!created.ok)
		await deleteUploadedFiles(
			ctx,
			copied.map((file) => file.id),
		);
	return created;
};
