import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail } from "#worker/contract/result";
import { removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { beginStep } from "#worker/services/uploaded-candidates/import-task";
import type { mapColumns as endpoint, ImportColumn } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { rememberColumns } from "#worker/services/uploaded-candidates/imports.writes";
import { faultsOfColumns, headerKeyOf } from "#worker/services/uploaded-candidates/suggest-columns";

type Mapping = EndpointRequest<typeof endpoint>;

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
