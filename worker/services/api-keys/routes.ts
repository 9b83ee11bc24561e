import { pageOfAll } from "#worker/contract/page";
import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { createApiKey, revokeApiKey } from "#worker/services/api-keys/change-key";
import * as contract from "#worker/services/api-keys/contract";
import { allApiKeys, findApiKey } from "#worker/services/api-keys/queries";

export const apiKeysRoutes = (app: App): void => {
	serve(app, contract.listApiKeys, async (ctx, { query }) => ok(pageOfAll(await allApiKeys(ctx, query), query)));
	serve(app, contract.createApiKey, (ctx, { body }) => createApiKey(ctx, body));
	serve(app, contract.getApiKey, async (ctx, { params }) => okOr(await findApiKey(ctx, params.id), "not_found"));
	serve(app, contract.revokeApiKey, (ctx, { params }) => revokeApiKey(ctx, params.id));
};
