import { hubFor } from "#durable-objects/notification-hub/stub";
import type { Env } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import { topicsOf } from "#worker/events/topics";
import { log } from "#worker/log";

/**
 * Publishes committed events: their topics to the open pages, their ids to the queue. Never fails: what did not reach
 * the queue stays undispatched, and the sweep sends it again.
 */
export const publishEvents = async (
	env: Env,
	organisationId: string,
	events: readonly DomainEvent[],
): Promise<void> => {
	const outcomes = await Promise.allSettled([
		hubFor(env.NOTIFICATION_HUB, organisationId).notify(topicsOf(events)),
		env.EVENTS.send({ organisationId, eventIds: events.map((event) => event.id) }),
	]);
	for (const outcome of outcomes)
		if (outcome.status === "rejected")
			log("error", { message: "publish failed", organisationId, error: String(outcome.reason) });
};
