import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { eventReceipts, events } from "#worker/database/schema/records";

const ids = (eventIds: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(eventIds)}))`;

/** Reads events, oldest first, and the receipts of the subscribers who have seen them. */
export const readEvents = async (db: Database, organisationId: string, eventIds: readonly string[]) => {
	const [rows, receipts] = await db.batch([
		db
			.select({
				organisationId: events.organisationId,
				id: events.id,
				type: events.type,
				payload: events.payload,
				actorId: events.actorId,
				actorName: events.actorName,
				occurredAt: events.occurredAt,
			})
			.from(events)
			.where(and(eq(events.organisationId, organisationId), sql`${events.id} IN ${ids(eventIds)}`))
			.orderBy(events.occurredAt),
		db
			.select({ eventId: eventReceipts.eventId, subscriber: eventReceipts.subscriber })
			.from(eventReceipts)
			.where(and(eq(eventReceipts.organisationId, organisationId), sql`${eventReceipts.eventId} IN ${ids(eventIds)}`)),
	]);
	return { rows, receipts };
};
