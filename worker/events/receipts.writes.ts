import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { eventReceipts, events } from "#worker/database/schema/records";

/** Marks events whose subscribers have all run. */
export const markDispatched = (db: Database, organisationId: string, eventIds: readonly string[], now: number) =>
	db
		.update(events)
		.set({ dispatchedAt: now })
		.where(
			and(
				eq(events.organisationId, organisationId),
				sql`${events.id} IN (SELECT value FROM json_each(${JSON.stringify(eventIds)}))`,
				isNull(events.dispatchedAt),
			),
		);

/** Writes the receipt by which effects happen once: a second one violates the key, and its batch fails. */
export const writeReceipt = (
	db: Database,
	receipt: { organisationId: string; eventId: string; subscriber: string; handledAt: number },
) => db.insert(eventReceipts).values(receipt);
