import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { checkListFile } from "#worker/gateways/spreadsheets/read-list";
import { streamWorkbook } from "#worker/gateways/spreadsheets/stream-workbook";
import { removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { beginStep, newImportTask } from "#worker/services/uploaded-candidates/import-task";
import type * as contract from "#worker/services/uploaded-candidates/imports.contract";
import { filePart, type ImportColumn } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport, readFailedRows } from "#worker/services/uploaded-candidates/imports.queries";
import { isAloneIn, putAway, rememberColumns, writeImport } from "#worker/services/uploaded-candidates/imports.writes";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import { faultsOfColumns, headerKeyOf } from "#worker/services/uploaded-candidates/suggest-columns";
import { uploadsFolder } from "#worker/sweep/old-downloads";
import { sendJob } from "#worker/tasks/start-task";

type Body = EndpointRequest<typeof contract.startImport>["body"];

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
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	const started = await findImport(ctx, { id: groupId, importId: id });
	return started ? ok(started) : fail("not_found");
};

type Mapping = EndpointRequest<typeof contract.mapColumns>;

/** Sets what each column is, remembers it for the same headings, and begins to check the rows. */
export const mapColumns = async (ctx: OrgContext, { params, body }: Pick<Mapping, "params" | "body">) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	if (!found.columns) return fail("import_elsewhere");
	const columns = found.columns.map((column, index) => ({ ...column, field: body.columns[index] ?? "" }));
	const faults = faultsOfColumns(columns);
	if (faults.size > 0)
		return fail("invalid", { fields: Object.fromEntries([...faults].map(([name, text]) => [name, [text]])) });
	return beginStep(ctx, found, "check", {
		...{ from: ["mapping", "ready"], status: "checking", columns, counts: {} },
		writes: [removeIdentityKeys(ctx, found.id), rememberColumns(ctx, choicesOf(columns))],
	});
};

/** Returns the field of each heading. Of columns with the same heading, the first that has a field counts. */
const choicesOf = (columns: readonly ImportColumn[]): [key: string, field: string][] => {
	const choices = new Map<string, string>();
	for (const { header, field } of columns) choices.set(headerKeyOf(header), choices.get(headerKeyOf(header)) || field);
	return [...choices];
};

type AddRequest = EndpointRequest<typeof contract.addImport>;

/** Begins to add the rows of a checked import to its group, in the background. */
export const addImport = async (
	ctx: OrgContext,
	{ params, body: { addDuplicates } }: Pick<AddRequest, "params" | "body">,
) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	const { new: added = 0, updated = 0, duplicate = 0 } = found.counts;
	if (found.status === "ready" && added + updated + (addDuplicates ? duplicate : 0) === 0)
		return fail("import_adds_nothing");
	return beginStep(ctx, found, "add", {
		...{ from: ["ready"], status: "adding", addsDuplicates: addDuplicates },
		// why alone: two lists at once would each overwrite what the other has just compared with.
		onlyIf: isAloneIn(ctx, found.groupId),
	});
};

/** Begins to undo an import: removes its new candidates and restores those that it updated (§2 Uploaded candidates). */
export const undoImport = async (ctx: OrgContext, params: AddRequest["params"]) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	const onlyIf = isAloneIn(ctx, found.groupId);
	return beginStep(ctx, found, "undo", { from: ["added"], status: "undoing", onlyIf });
};

/** Discards an import that was not carried out; the sweep deletes its rows. */
export const discardImport = async (ctx: OrgContext, params: AddRequest["params"]) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	return (await putAway(ctx, found.id)) ? ok({ id: found.id }) : fail("import_elsewhere");
};

const pageSize = 500;

/** Streams a workbook of the rows that were not added, with the reasons in a column of their own. */
export const openFailedRows = async (ctx: OrgContext, params: { id: string; importId: string }) => {
	const found = await findImport(ctx, params);
	if (!found?.columns) return fail("not_found");
	const headings = [...found.columns.map(({ header }) => header), "Error"];
	const width = found.columns.length;
	const rows = async function* () {
		for (let after = 0; ; ) {
			const page = await readFailedRows(ctx, found.id, { after, limit: pageSize });
			for (const { cells, reasons } of page)
				yield [...Array.from({ length: width }, (_, index) => cells[index] ?? ""), (reasons ?? []).join(" ")];
			const last = page.at(-1);
			if (!last || page.length < pageSize) return;
			after = last.position;
		}
	};
	const name = `${found.name.replace(/\.\w+$/, "")} (not added).xlsx`;
	return ok({ name, body: streamWorkbook(headings, rows()) });
};
