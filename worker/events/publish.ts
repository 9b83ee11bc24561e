import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";
import type { Env } from "#worker/env";
import type { DomainEvent } from "#worker/events/catalogue";
import { topicsOf } from "#worker/events/topics";
import { log } from "#worker/log";

/** Events that one message names. why: a queue takes 128 kB at a time, and what a task gathers may be thousands. */
const mostInMessage = 1_000;

/** Publishes topics to open pages and ids to the queue, after the commit. Never fails: the sweep resends lost ids. */
export const publishEvents = async (
	env: Env,
	organisationId: string,
	events: readonly DomainEvent[],
): Promise<void> => {
	const ids = events.map(({ id }) => id);
	const lots = Array.from({ length: Math.ceil(ids.length / mostInMessage) }, (_, lot) =>
		ids.slice(lot * mostInMessage, (lot + 1) * mostInMessage),
	);
	const outcomes = await Promise.allSettled([
		hubFor(env.NOTIFICATION_HUB, organisationId).notify(topicsOf(events)),
		...lots.map((eventIds) => env.EVENTS.send({ organisationId, eventIds })),
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
