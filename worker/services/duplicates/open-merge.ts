import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findMerge } from "#worker/services/duplicates/merges.queries";

/** Returns a merge, and whether it was or can be undone. */
export const openMerge = async (ctx: OrgContext, id: string) => {
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
