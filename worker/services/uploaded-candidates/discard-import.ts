import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { putAway } from "#worker/services/uploaded-candidates/put-away.writes";

/** Puts an import away that nobody carried out; the sweep forgets its rows. */
export const discardImport = async (ctx: OrgContext, params: { id: string; importId: string }) => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	return (await putAway(ctx, found.id)) ? ok({ id: found.id }) : fail("import_elsewhere");
};
