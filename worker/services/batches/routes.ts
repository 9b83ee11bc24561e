import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/batches/contract";
import { listRowsOf, openBatch } from "#worker/services/batches/open-batch";
import { retryBatch } from "#worker/services/batches/retry-batch";

export const batchesRoutes = (app: App): void => {
	serve(app, contract.getBatch, (ctx, { params }) => openBatch(ctx, params.id));
	serve(app, contract.listBatchRows, (ctx, { params, query }) => listRowsOf(ctx, params.id, query));
	serve(app, contract.retryBatch, (ctx, { params }) => retryBatch(ctx, params.id));
};
