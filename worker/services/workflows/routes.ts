import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/workflows/contract";
import { findWorkflow, pageOfWorkflows } from "#worker/services/workflows/queries";

export const workflowsRoutes = (app: App): void => {
	serve(app, contract.listWorkflows, async (ctx, { query }) => ok(await pageOfWorkflows(ctx, query)));
	serve(app, contract.getWorkflow, async (ctx, { params }) => okOr(await findWorkflow(ctx, params.id), "not_found"));
};
