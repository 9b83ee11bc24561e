import type { OrgContext } from "#worker/context";
import type { DomainEvent } from "#worker/events/catalogue";

/** Resolves after a number of milliseconds. */
export type Wait = (ms: number) => Promise<unknown>;

/** How long open pages wait for a hint: they show a change within a second. */
const sendEveryMs = 800;

/**
 * A context whose events are published together: before a second is over, and what is left by `send`.
 * why: a task commits many times a second, and each publishing wakes every open page and the consumer of events. What
 * a dead Worker did not publish the sweep finds in the database.
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
