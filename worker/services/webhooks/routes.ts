import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import {
	createWebhook,
	deleteWebhook,
	listChanges,
	replaceSecret,
	resendDelivery,
	toResponse,
	updateWebhook,
} from "#worker/services/webhooks/change-webhook";
import * as contract from "#worker/services/webhooks/contract";
import { allWebhooks, findWebhook, pageOfDeliveries } from "#worker/services/webhooks/queries";

export const webhooksRoutes = (app: App): void => {
	serve(app, contract.listWebhooks, async (ctx, { query }) =>
		ok(pageOfAll((await allWebhooks(ctx, query)).map(toResponse), query)),
	);
	serve(app, contract.createWebhook, (ctx, { body }) => createWebhook(ctx, body));
	serve(app, contract.getWebhook, async (ctx, { params }) => {
		const found = await findWebhook(ctx, params.id);
		return found ? ok(toResponse(found)) : fail("not_found");
	});
	serve(app, contract.updateWebhook, (ctx, { params, body }) => updateWebhook(ctx, params.id, body));
	serve(app, contract.listWebhookChanges, (ctx, { params, query }) => listChanges(ctx, params.id, query));
	serve(app, contract.deleteWebhook, (ctx, { params }) => deleteWebhook(ctx, params.id));
	serve(app, contract.replaceSecret, (ctx, { params }) => replaceSecret(ctx, params.id));
	serve(app, contract.listDeliveries, async (ctx, { params, query }) =>
		(await findWebhook(ctx, params.id)) ? ok(await pageOfDeliveries(ctx, params.id, query)) : fail("not_found"),
	);
	serve(app, contract.resendDelivery, (ctx, { params }) => resendDelivery(ctx, params));
};
