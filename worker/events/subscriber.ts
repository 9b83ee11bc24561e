import type { Clock } from "#worker/context";
import type { Topic } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import type { DomainEvent, EventOf, EventType } from "#worker/events/catalogue";

export interface SubscriberContext extends Clock {
	organisationId: string;
	db: Database;
}

/** The effects of an event. */
export interface Effects {
	/** Written in one batch with the receipt. */
	writes: readonly Write[];
	/** Topics that the writes have changed, for the open pages. */
	topics?: readonly Topic[];
	/** Tasks that the writes have created, to be put on the queue afterwards. */
	taskIds?: readonly string[];
	/** Errands that the writes call for, each with the id of its subject. */
	errands?: readonly { errand: string; id: string }[];
}

/** A reaction to events, which runs once for each, however often it is delivered. */
export interface Subscriber {
	/** Never changed: receipts are kept under it. */
	name: string;
	handles(event: DomainEvent): boolean;
	react(ctx: SubscriberContext, event: DomainEvent): Effects | Promise<Effects>;
}

/** Makes a subscriber of these types of events. */
export const subscriber = <T extends EventType>(
	name: string,
	types: readonly T[],
	react: (ctx: SubscriberContext, event: EventOf<T>) => Effects | Promise<Effects>,
): Subscriber => {
	const isMine = (event: DomainEvent): event is EventOf<T> => types.some((type) => type === event.type);
	return {
		name,
		handles: isMine,
		react: (ctx, event) => (isMine(event) ? react(ctx, event) : { writes: [] }),
	};
};
