import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/notifications/contract";
import { deleteNotification, markAll, markNotification } from "#worker/services/notifications/mark-notification";
import { pageOfNotifications, readCounts } from "#worker/services/notifications/queries";
import { mintSocketTicket } from "#worker/services/notifications/socket-ticket";

export const notificationsRoutes = (app: App): void => {
	serve(app, contract.listNotifications, async (ctx, { query }) => ok(await pageOfNotifications(ctx, query)));
	serve(app, contract.notificationStatistics, async (ctx) => ok(await readCounts(ctx)));
	serve(app, contract.markAllRead, (ctx) => markAll(ctx, "read"));
	serve(app, contract.markSeen, (ctx) => markAll(ctx, "seen"));
	serve(app, contract.createSocketTicket, async (ctx) => {
		const { ticket } = await mintSocketTicket(ctx);
		return ok({ userId: ctx.actor.id, ticket });
	});
	serve(app, contract.updateNotification, (ctx, { params, body }) => markNotification(ctx, params.id, body.read));
	serve(app, contract.deleteNotification, (ctx, { params }) => deleteNotification(ctx, params.id));
};
