import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import type { ImportColumn } from "#worker/contract/imports";
import { fail, ok, okOr } from "#worker/contract/result";
import { streamFailedRows } from "#worker/imports/failed-rows";
import { isAloneIn, putAway } from "#worker/imports/imports.writes";
import { startListImport } from "#worker/imports/start-import";
import { removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { begin, importTasks, noticesOf } from "#worker/services/uploaded-candidates/import-task";
import type * as contract from "#worker/services/uploaded-candidates/imports.contract";
import { findCandidateImport } from "#worker/services/uploaded-candidates/imports.queries";
import { rememberColumns } from "#worker/services/uploaded-candidates/imports.writes";
import { findGroup } from "#worker/services/uploaded-candidates/queries";
import { faultsOfColumns, headerKeyOf } from "#worker/services/uploaded-candidates/suggest-columns";

type Body = EndpointRequest<typeof contract.startImport>["body"];

/** Starts the import of a list into a group (§2 Uploaded candidates). */
export const startImport = async (ctx: OrgContext, groupId: string, { data: { name }, files }: Body) => {
	const group = await findGroup(ctx, groupId);
	if (!group) return fail("candidate_group_unavailable");
	const noticesOfIt = (id: string) => noticesOf(groupId, id);
	const list = { target: groupId, type: importTasks.read, name, title: `${name} for ${group.name}`, files };
	const started = await startListImport(ctx, { ...list, noticesOf: noticesOfIt });
	if (!started.ok) return started;
	return okOr(await findCandidateImport(ctx, { id: groupId, importId: started.value }), "not_found");
};

type Mapping = EndpointRequest<typeof contract.mapColumns>;

/** Sets what each column is, remembers it for the same headings, and begins to check the rows. */
export const mapColumns = async (ctx: OrgContext, { params, body }: Pick<Mapping, "params" | "body">) => {
	const found = await findCandidateImport(ctx, params);
	if (!found) return fail("not_found");
	if (!found.columns) return fail("import_elsewhere");
	const columns = found.columns.map((column, index) => ({ ...column, field: body.columns[index] ?? "" }));
	const faults = faultsOfColumns(columns);
	if (faults.size > 0)
		return fail("invalid", { fields: Object.fromEntries([...faults].map(([name, text]) => [name, [text]])) });
	return begin(ctx, found, "check", {
		from: ["mapping", "ready"],
		status: "checking",
		columns,
		counts: {},
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
	const found = await findCandidateImport(ctx, params);
	if (!found) return fail("not_found");
	const { new: added = 0, updated = 0, duplicate = 0 } = found.counts;
	if (found.status === "ready" && added + updated + (addDuplicates ? duplicate : 0) === 0)
		return fail("import_adds_nothing");
	return begin(ctx, found, "add", {
		from: ["ready"],
		status: "adding",
		addsDuplicates: addDuplicates,
		// why alone: two lists at once would each overwrite what the other has just compared with.
		onlyIf: isAloneIn(ctx, found.groupId),
	});
};

/** Begins to undo an import: removes its new candidates and restores those that it updated (§2 Uploaded candidates). */
export const undoImport = async (ctx: OrgContext, params: AddRequest["params"]) => {
	const found = await findCandidateImport(ctx, params);
	if (!found) return fail("not_found");
	const onlyIf = isAloneIn(ctx, found.groupId);
	return begin(ctx, found, "undo", { from: ["added"], status: "undoing", onlyIf });
};

/** Discards an import that was not carried out; the sweep deletes its rows. */
export const discardImport = async (ctx: OrgContext, params: AddRequest["params"]) => {
	const found = await findCandidateImport(ctx, params);
	if (!found) return fail("not_found");
	return (await putAway(ctx, found.id)) ? ok({ id: found.id }) : fail("import_elsewhere");
};

/** Streams a workbook of the rows that were not added. */
export const openFailedRows = async (ctx: OrgContext, params: { id: string; importId: string }) => {
	const found = await findCandidateImport(ctx, params);
	return found?.columns ? ok(streamFailedRows(ctx, found)) : fail("not_found");
};
