import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { getSubscription } from "#worker/services/subscriptions/contract";
import { readSubscription } from "#worker/services/subscriptions/read-subscription";

export const subscriptionsRoutes = (app: App): void => {
	serve(app, getSubscription, async (ctx, { params }) =>
		params.id === ctx.organisationId ? ok(await readSubscription(ctx)) : fail("not_found"),
	);
};
