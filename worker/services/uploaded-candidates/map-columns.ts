import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { newImportTask } from "#worker/services/uploaded-candidates/import-task";
import type { mapColumns as endpoint, ImportColumn } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { moveImport, rememberColumns } from "#worker/services/uploaded-candidates/imports.writes";
import { faultsOfColumns, headerKeyOf } from "#worker/services/uploaded-candidates/suggest-columns";

type Mapping = EndpointRequest<typeof endpoint>;

/** Takes columns for what somebody says they are, remembers that, and has the rows checked. */
export const mapColumns = async (ctx: OrgContext, { params, body }: Pick<Mapping, "params" | "body">) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	if (!found.columns) return fail("import_elsewhere");
	const columns = found.columns.map((column, index) => ({ ...column, field: body.columns[index] ?? "" }));
	const faults = faultsOfColumns(columns);
	if (faults.size > 0)
		return fail("invalid", { fields: Object.fromEntries([...faults].map(([name, text]) => [name, [text]])) });
	const task = newImportTask(ctx, "check", { id: found.id, groupId: found.groupId, title: found.name }, found.rows);
	const { taskId } = task;
	const begun = await commit(ctx, {
		guarded: {
			write: moveImport(ctx, found.id, { from: ["mapping", "ready"], status: "checking", columns, counts: {}, taskId }),
			expectedChanges: 1,
		},
		writes: [removeIdentityKeys(ctx, found.id), rememberColumns(ctx, choicesOf(columns)), task.write],
		event: task.event,
	});
	if (!begun) return fail("import_elsewhere");
	await task.send();
	const now = await findImport(ctx, params);
	return now ? ok(now) : fail("not_found");
};

/** What each heading was taken for. Of columns that are called alike, the one that was taken for something counts. */
const choicesOf = (columns: readonly ImportColumn[]): [key: string, field: string][] => {
	const choices = new Map<string, string>();
	for (const { header, field } of columns) choices.set(headerKeyOf(header), choices.get(headerKeyOf(header)) || field);
	return [...choices];
};
