import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { compareApplicants } from "#worker/services/duplicates/compare-applicants";
import * as contract from "#worker/services/duplicates/contract";
import { dismissPair } from "#worker/services/duplicates/dismiss-pair";
import { listDuplicates, listDuplicatesOf } from "#worker/services/duplicates/list-duplicates";
import { mergeApplicants } from "#worker/services/duplicates/merge-applicants";
import { openMerge } from "#worker/services/duplicates/open-merge";
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
