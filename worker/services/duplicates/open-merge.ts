import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import type { getMerge as endpoint } from "#worker/services/duplicates/contract";
import { findMerge } from "#worker/services/duplicates/merges.queries";

/** Returns a merge, and whether it was or can be undone. */
export const openMerge = async (ctx: OrgContext, id: string): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const merge = await findMerge(ctx, id);
	if (!merge) return fail("not_found");
	const { targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber } = merge;
	const { comment, createdByName, createdAt, fields, moved, undoneAt, undoneByName, cannotUndo } = merge;
	return ok({
		...{ id, targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber, comment, fields, moved },
		...{ by: createdByName, createdAt },
		undone: undoneAt === null ? null : { by: undoneByName ?? "", at: undoneAt },
		cannotUndo: undoneAt === null ? cannotUndo : null,
	});
};
