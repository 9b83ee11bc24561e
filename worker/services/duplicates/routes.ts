import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import type { listDuplicates as list, listDuplicatesOf as listOf } from "#worker/services/duplicates/contract";
import * as contract from "#worker/services/duplicates/contract";
import { findMergeOf, mergeApplicants, undoMerge } from "#worker/services/duplicates/merges";
import { readMergesInto } from "#worker/services/duplicates/merges.queries";
import { compareApplicants, dismissPair } from "#worker/services/duplicates/pairs";
import { pageOfPairs, readPairsOf } from "#worker/services/duplicates/pairs.queries";

export const duplicatesRoutes = (app: App): void => {
	serve(app, contract.listDuplicates, (ctx, { query }) => listDuplicates(ctx, query));
	serve(app, contract.listDuplicatesOf, (ctx, { params, query }) => listDuplicatesOf(ctx, params.id, query));
	serve(app, contract.compareApplicants, (ctx, { query }) => compareApplicants(ctx, query));
	serve(app, contract.dismissPair, (ctx, { body }) => dismissPair(ctx, body));
	serve(app, contract.mergeApplicants, (ctx, { body }) => mergeApplicants(ctx, body));
	serve(app, contract.getMerge, (ctx, { params }) => openMerge(ctx, params.id));
	serve(app, contract.undoMerge, (ctx, { params }) => undoMerge(ctx, params.id));
};

const openMerge = async (ctx: OrgContext, id: string) => {
	const merge = await findMergeOf(ctx, id);
	if (!merge) return fail("not_found");
	const { targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber } = merge;
	const { comment, createdByName, createdAt, fields, moved, undoneAt, undoneByName, cannotUndo } = merge;
	return ok({
		id,
		targetId,
		targetName,
		targetNumber,
		sourceId,
		sourceName,
		sourceNumber,
		comment,
		fields,
		moved,
		by: createdByName,
		createdAt,
		undone: undoneAt === null ? null : { by: undoneByName ?? "", at: undoneAt },
		cannotUndo: undoneAt === null ? cannotUndo : null,
	});
};

/** Lists an application's pairs, which are kept as identity keys are written: nothing is compared at read time. */
const listDuplicates = async (
	ctx: OrgContext,
	{ applicationId, dismissed, page, size }: EndpointRequest<typeof list>["query"],
): Promise<EndpointResult<typeof list>> => {
	const found = await pageOfPairs(ctx, { applicationId, isDismissed: dismissed !== undefined, page, size });
	return found ? ok({ data: found.data, resultTotal: found.total, page, size }) : fail("application_unavailable");
};

const listDuplicatesOf = async (
	ctx: OrgContext,
	applicantId: string,
	query: EndpointRequest<typeof listOf>["query"],
): Promise<EndpointResult<typeof listOf>> => {
	const [merges, data] = await Promise.all([readMergesInto(ctx, applicantId), readPairsOf(ctx, applicantId)]);
	return merges ? ok({ ...pageOfAll(data, query), merges }) : fail("not_found");
};
