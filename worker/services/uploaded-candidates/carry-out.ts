import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { beginStep } from "#worker/services/uploaded-candidates/import-task";
import type { addImport as endpoint } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { isAloneIn, putAway } from "#worker/services/uploaded-candidates/imports.writes";

type AddRequest = EndpointRequest<typeof endpoint>;

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
