import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";
import type { Env } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import { topicsOf } from "#worker/events/topics";
import { log } from "#worker/log";

/** Publishes topics to open pages and ids to the queue, after the commit. Never fails: the sweep resends lost ids. */
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

export type Wait = (ms: number) => Promise<unknown>;

/** How long open pages wait for a notice: changes must appear within a second. */
const sendEveryMs = 800;

/**
 * Returns a context whose events are published together, at the latest after 800 ms; `send` publishes the rest. why: a
 * task commits many times a second, and each publishing wakes every open page.
 */
export const gatherEvents = (
	ctx: OrgContext,
	wait: Wait = (ms) => scheduler.wait(ms),
): { ctx: OrgContext; send: () => void } => {
	let gathered: DomainEvent[] = [];
	const send = () => {
		if (gathered.length > 0) ctx.publish(gathered);
		gathered = [];
	};
	const publish = (events: readonly DomainEvent[]) => {
		if (gathered.length === 0) void wait(sendEveryMs).then(send);
		gathered.push(...events);
	};
	return { ctx: { ...ctx, publish }, send };
};
