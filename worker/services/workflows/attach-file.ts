import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail } from "#worker/contract/result";
import { checkFile } from "#worker/gateways/files/check-file";
import { updateRecord } from "#worker/records/operations";
import { findRecord } from "#worker/records/queries";
import {
	type attachToStep,
	fieldsOfStep,
	maxStepFileBytes,
	maxStepFiles,
	stepFilePart,
	stepFilesTooLarge,
	tooManyStepFiles,
	type Workflow,
} from "#worker/services/workflows/contract";
import { workflow } from "#worker/services/workflows/record";
import { deleteUploadedFiles, writeUploadedFiles } from "#worker/services/workflows/writes";

const field = { fieldId: stepFilePart, type: "file", props: { label: "File" } };

const refuse = (text: string) => fail("invalid", { fields: { [stepFilePart]: [text] } });

/** Reads a workflow with a known shape. */
export const findWorkflow = async (ctx: OrgContext, id: string): Promise<Workflow | undefined> =>
	(await findRecord(ctx, workflow, id)) as Workflow | undefined;

/**
 * Adds a file to those of a step. The file and its row come first: a row that no step names is forgotten again when the
 * change is refused.
 */
export const attachFile = async (
	ctx: OrgContext,
	{ id, stepId }: { id: string; stepId: string },
	{ data: { version }, files }: EndpointRequest<typeof attachToStep>["body"],
) => {
	const found = await findWorkflow(ctx, id);
	const step = found?.steps.find((one) => one.id === stepId);
	if (!found || !step) return fail("not_found");
	const [given, second] = files;
	if (!given || given.part !== stepFilePart || second) return refuse("Choose one file");
	if (step.attachments.length >= maxStepFiles) return refuse(tooManyStepFiles);
	if (step.attachments.reduce((bytes, { size }) => bytes + size, given.file.size) > maxStepFileBytes)
		return refuse(stepFilesTooLarge);
	const bytes = new Uint8Array(await given.file.arrayBuffer());
	const checked = checkFile({ name: given.file.name, bytes }, field);
	if ("refusal" in checked) return refuse(checked.refusal);
	const { name, mimetype, ending } = checked;
	const file = { id: ctx.newId(), stepId, name, mimetype, size: bytes.length };
	const objectKey = `stages/${ctx.organisationId}/${file.id}.${ending}`;
	await ctx.env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: mimetype } });
	await writeUploadedFiles(ctx, [{ ...file, objectKey }]);
	const steps = found.steps.map(fieldsOfStep).map((fields) => ({
		...fields,
		attachmentIds: fields.id === stepId ? [...fields.attachmentIds, file.id] : fields.attachmentIds,
	}));
	const fields = { name: found.name, steps };
	const saved = await updateRecord(ctx, workflow, id, { fields, version: version ?? found.version });
	if (!saved.ok) {
		await deleteUploadedFiles(ctx, [file.id]);
		await ctx.env.FILES.delete(objectKey);
	}
	return saved;
};
