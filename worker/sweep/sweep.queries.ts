import { and, asc, desc, gt, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { events } from "#worker/database/schema/records";

/** The most events that one sweep sends again from either end. */
const sliceSize = 500;

/**
 * Events that did not reach their subscribers: the oldest and the newest of them. why from both ends: events that no
 * subscriber can handle stay until they are too old, and must not keep the sweep from one that was lost since.
 */
export const readUndispatched = async (db: Database, { after, before }: { after: number; before: number }) => {
	const from = (order: SQL) =>
		db
			.select({ organisationId: events.organisationId, id: events.id })
			.from(events)
			.where(and(isNull(events.dispatchedAt), gt(events.occurredAt, after), lt(events.occurredAt, before)))
			.orderBy(order)
			.limit(sliceSize);
	const [oldest, newest] = await db.batch([from(asc(events.occurredAt)), from(desc(events.occurredAt))]);
	const seen = new Set(oldest.map(({ id }) => id));
	return [...oldest, ...newest.filter(({ id }) => !seen.has(id))];
};
