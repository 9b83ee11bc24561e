import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/corrections/contract";
import { correctIdentity } from "#worker/services/corrections/correct-identity";

export const correctionsRoutes = (app: App): void =>
	serve(app, contract.correctIdentity, (ctx, { params, body }) => correctIdentity(ctx, params.id, body));
