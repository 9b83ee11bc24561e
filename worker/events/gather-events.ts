import type { DomainEvent } from "#worker/events/catalogue";
import type { OrgContext } from "#worker/http/context";

/** How long the open pages wait for a hint: they are to show within a second what has moved. */
const sendEveryMs = 800;

/**
 * A context whose events are published together: before a second is over, and what is left by `send`.
 * why: a task commits many times a second, and each publishing wakes every open page and the consumer of events. What
 * a dead Worker did not publish the sweep finds in the database.
 */
export const gatherEvents = (ctx: OrgContext): { ctx: OrgContext; send: () => void } => {
	let gathered: DomainEvent[] = [];
	let sentAt = ctx.now();
	const send = () => {
		if (gathered.length > 0) ctx.publish(gathered);
		gathered = [];
		sentAt = ctx.now();
	};
	const publish = (events: readonly DomainEvent[]) => {
		gathered.push(...events);
		if (ctx.now() - sentAt >= sendEveryMs) send();
	};
	return { ctx: { ...ctx, publish }, send };
};
