import { mayCall } from "#app/session/may-call";
import { type WebhookEvent, webhookEvents } from "#worker/services/webhooks/contract";

/** Returns the events that a user may choose, and those that are chosen already, in words. */
export const offeredEvents = (user: { privileges: readonly string[] }, chosen: readonly string[] = []) =>
	(Object.keys(webhookEvents) as WebhookEvent[])
		.filter((event) => chosen.includes(event) || mayCall(user, webhookEvents[event]))
		.map((event) => ({ event, label: webhookEvents[event].label }));
