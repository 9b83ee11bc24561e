import type { OrgContext } from "#worker/context";
import type { DomainEvent } from "#worker/events/catalogue";

/** Resolves after a number of milliseconds. */
export type Wait = (ms: number) => Promise<unknown>;

/** How long open pages wait for a notice: changes must appear within a second. */
const sendEveryMs = 800;

/**
 * Returns a context whose events are published together, within a second; `send` publishes the rest. why: a task
 * commits many times a second, and each publishing wakes every open page and the consumer.
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
