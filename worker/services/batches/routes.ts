import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { findUndoable, pageOfRuns } from "#worker/runs/run.queries";
import * as contract from "#worker/services/batches/contract";
import { findHandled, listRowsOf, openBatch, type RunHandlers } from "#worker/services/batches/open-batch";

const mostUndoable = 5;

export const batchesRoutes =
	(handlers: RunHandlers) =>
	(app: App): void => {
		serve(app, contract.listUndoable, async (ctx, { query }) =>
			ok(pageOfAll(await findUndoable(ctx, mostUndoable), query)),
		);
		serve(app, contract.listBatches, async (ctx, { query }) => ok(await pageOfRuns(ctx, query, contract.mostListed)));
		serve(app, contract.getBatch, (ctx, { params }) => openBatch(ctx, handlers, params.id));
		serve(app, contract.listBatchRows, (ctx, { params, query }) => listRowsOf(ctx, handlers, params.id, query));
		serve(app, contract.retryBatch, async (ctx, { params }) => {
			const found = await findHandled(ctx, handlers, params.id);
			return found ? found.handler.retry(ctx, found.run) : fail("not_found");
		});
		serve(app, contract.undoBatch, async (ctx, { params }) => {
			const found = await findHandled(ctx, handlers, params.id);
			return (await found?.handler.undo?.(ctx, params.id)) ?? fail("not_found");
		});
	};
