import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { checkListFile } from "#worker/gateways/spreadsheets/check-list-file";
import { newImportTask } from "#worker/services/uploaded-candidates/import-task";
import { type startImport as endpoint, filePart } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { writeImport } from "#worker/services/uploaded-candidates/imports.writes";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import { uploadsFolder } from "#worker/sweep/old-downloads";
import { sendJob } from "#worker/tasks/send-job";

type Body = EndpointRequest<typeof endpoint>["body"];

/** Starts the import of a list (§2 Uploaded candidates). The file is stored until it has been read. */
export const startImport = async (ctx: OrgContext, groupId: string, { data, files }: Body) => {
	const group = await findGroup(ctx, groupId);
	if (!group) return fail("candidate_group_unavailable");
	const refuse = (refusal: string) => fail("invalid", { fields: { [filePart]: [refusal] } });
	const [file, ...others] = files.filter(({ part }) => part === filePart);
	if (!file) return refuse("Choose a file");
	if (others.length > 0 || files.length > 1) return refuse("Upload one file at a time.");
	const bytes = new Uint8Array(await file.file.arrayBuffer());
	const checked = checkListFile({ name: file.file.name, bytes });
	if ("refusal" in checked) return refuse(checked.refusal);
	const id = ctx.newId();
	const objectKey = `${uploadsFolder}${ctx.organisationId}/${id}.${checked.format}`;
	await ctx.env.FILES.put(objectKey, bytes);
	const title = `${data.name} for ${group.name}`;
	const { taskId, write, event } = newImportTask(ctx, "read", { id, groupId, title, total: 1 });
	const list = { id, groupId, fileName: data.name, format: checked.format, size: bytes.length, objectKey, taskId };
	await commit(ctx, { writes: [writeImport(ctx, list), write], event });
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
	const started = await findImport(ctx, { id: groupId, importId: id });
	return started ? ok(started) : fail("not_found");
};
