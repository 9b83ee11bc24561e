import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import type { Env } from "#worker/env";
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
	type WorkflowStep,
} from "#worker/services/workflows/contract";
import { workflow } from "#worker/services/workflows/record";
import { deleteUploadedFiles, writeUploadedFiles } from "#worker/services/workflows/writes";

const field = { fieldId: stepFilePart, type: "file", props: { label: "File" } };

type Body = EndpointRequest<typeof attachToStep>["body"];

const refuse = (text: string) => fail("invalid", { fields: { [stepFilePart]: [text] } });

/** Reads a workflow with a known shape. */
export const findWorkflow = async (ctx: OrgContext, id: string): Promise<Workflow | undefined> =>
	(await findRecord(ctx, workflow, id)) as Workflow | undefined;

interface StoredFile {
	id: string;
	objectKey: string;
}

/** Stores a file for a step, with a row that no step names yet. */
export const storeFile = async (ctx: OrgContext, step: WorkflowStep, files: Body["files"]) => {
	const [given, second] = files;
	if (!given || given.part !== stepFilePart || second) return refuse("Choose one file");
	if (step.attachments.length >= maxStepFiles) return refuse(tooManyStepFiles);
	if (step.attachments.reduce((bytes, { size }) => bytes + size, given.file.size) > maxStepFileBytes)
		return refuse(stepFilesTooLarge);
	const bytes = new Uint8Array(await given.file.arrayBuffer());
	const checked = checkFile({ name: given.file.name, bytes }, field);
	if ("refusal" in checked) return refuse(checked.refusal);
	const { name, mimetype, ending } = checked;
	const id = ctx.newId();
	const objectKey = `stages/${ctx.organisationId}/${id}.${ending}`;
	await ctx.env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: mimetype } });
	await writeUploadedFiles(ctx, [{ id, stepId: step.id, name, mimetype, size: bytes.length, objectKey }]);
	return ok<StoredFile>({ id, objectKey });
};

/** Forgets a file that no step has got. */
export const forgetFile = async (ctx: OrgContext, { id, objectKey }: StoredFile): Promise<void> => {
	await deleteUploadedFiles(ctx, [id]);
	await ctx.env.FILES.delete(objectKey);
};

/** Deletes the contents of files whose rows are gone. */
export const forgetObjects = async ({ FILES }: Pick<Env, "FILES">, objectKeys: readonly string[]): Promise<void> => {
	if (objectKeys.length > 0) await FILES.delete([...objectKeys]);
};

/**
 * Adds a file to those of a step. The file and its row come first: a row that no step names is forgotten again when the
 * change is refused.
 */
export const attachFile = async (
	ctx: OrgContext,
	{ id, stepId }: { id: string; stepId: string },
	{ data: { version }, files }: Body,
) => {
	const found = await findWorkflow(ctx, id);
	const step = found?.steps.find((one) => one.id === stepId);
	if (!found || !step) return fail("not_found");
	const stored = await storeFile(ctx, step, files);
	if (!stored.ok) return stored;
	const file = stored.value;
	const steps = found.steps.map(fieldsOfStep).map((fields) => ({
		...fields,
		attachmentIds: fields.id === stepId ? [...fields.attachmentIds, file.id] : fields.attachmentIds,
	}));
	const fields = { name: found.name, steps };
	const saved = await updateRecord(ctx, workflow, id, { fields, version: version ?? found.version });
	if (saved.ok) return ok({ ...saved.value, attachmentId: file.id });
	await forgetFile(ctx, file);
	return saved;
};
