import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { compareApplicants } from "#worker/services/duplicates/compare-applicants";
import * as contract from "#worker/services/duplicates/contract";
import { dismissPair } from "#worker/services/duplicates/dismiss-pair";
import { listDuplicates, listDuplicatesOf } from "#worker/services/duplicates/list-duplicates";
import { mergeApplicants } from "#worker/services/duplicates/merge-applicants";
import { findMerge } from "#worker/services/duplicates/merges.queries";
import { undoMerge } from "#worker/services/duplicates/undo-merge";

export const duplicatesRoutes = (app: App): void => {
	serve(app, contract.listDuplicates, (ctx, { query }) => listDuplicates(ctx, query));
	serve(app, contract.listDuplicatesOf, (ctx, { params, query }) => listDuplicatesOf(ctx, params.id, query));
	serve(app, contract.compareApplicants, (ctx, { query }) => compareApplicants(ctx, query));
	serve(app, contract.dismissPair, (ctx, { body }) => dismissPair(ctx, body));
	serve(app, contract.mergeApplicants, (ctx, { body }) => mergeApplicants(ctx, body));
	serve(app, contract.getMerge, (ctx, { params }) => openMerge(ctx, params.id));
	serve(app, contract.undoMerge, (ctx, { params }) => undoMerge(ctx, params.id));
};

/** Returns a merge, and whether it was or can be undone. */
const openMerge = async (ctx: OrgContext, id: string) => {
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
