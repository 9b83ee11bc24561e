import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deliverWebhook, deliveryErrand, webhookDeliveries } from "#worker/services/webhooks/deliver";
import { findOverdue } from "#worker/services/webhooks/queries";
import { deleteOldDeliveries } from "#worker/services/webhooks/writes";
import { sendErrand } from "#worker/tasks/start-task";

const deliveriesLiveMs = 30 * dayMs;
/** The queue has had time for deliveries that were due before. */
const overdueAfterMs = 120_000;
const mostOverdue = 200;

export const webhooksBackground: Background = {
	subscribers: [webhookDeliveries],
	errands: [deliverWebhook],
	sweeps: [
		{
			name: "lost webhook deliveries",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findOverdue(db, now - overdueAfterMs, mostOverdue))
					await sendErrand(env, { organisationId, taskId: id, errand: deliveryErrand });
			},
		},
		{ name: "old webhook deliveries", run: ({ db, now }) => deleteOldDeliveries(db, now - deliveriesLiveMs) },
	],
};
