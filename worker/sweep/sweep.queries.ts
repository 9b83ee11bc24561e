import { and, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { events } from "#worker/database/schema/records";

/** The most events that one sweep sends again. */
const sliceSize = 1_000;

/** Events that did not reach their subscribers, oldest first. */
export const readUndispatched = (db: Database, { after, before }: { after: number; before: number }) =>
	db
		.select({ organisationId: events.organisationId, id: events.id })
		.from(events)
		.where(and(isNull(events.dispatchedAt), gt(events.occurredAt, after), lt(events.occurredAt, before)))
		.orderBy(events.occurredAt)
		.limit(sliceSize);
