import { type SQL, sql } from "drizzle-orm";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { auditEvents, events } from "#worker/database/schema/records";

/** The activities that are about those who are being erased alone: that name one of them, or are named themselves. */
const ofErased = (organisationId: string): SQL => sql`(
	SELECT audit.id FROM erasing AS erased CROSS JOIN audit_events AS audit
		ON audit.organisation_id = ${organisationId} AND audit.subject = erased.id
		WHERE erased.organisation_id = ${organisationId}
	UNION SELECT id FROM erasing WHERE organisation_id = ${organisationId})`;

/** Replaces names and what people wrote in what an event says. */
const withoutNames = (json: SQL): SQL => sql`json_replace(${json}, '$.reason', '', '$.comment', '', '$.subject', '',
	'$.name', ${erasedName}, '$.applicantName', ${erasedName}, '$.refereeName', '', '$.targetName', ${erasedName},
	'$.sourceName', ${erasedName})`;

/**
 * Removes names, what people wrote, and where referees were from the activities of applicants and from their events;
 * who of the staff did what and when stays. `erasing` names the applicants, and the events that name them otherwise.
 */
export const eraseActivities = (db: Database, organisationId: string): Write[] => {
	const isReferee = sql`actor_id IS NULL AND type = 'referee.answered'`;
	const isByReferee = sql`actor_kind = 'referee'`;
	return [
		db
			.update(events)
			.set({
				payload: withoutNames(sql`payload`),
				actorName: sql`iif(${isReferee}, ${erasedName}, actor_name)`,
				address: sql`iif(actor_id IS NULL, NULL, address)`,
				userAgent: sql`iif(actor_id IS NULL, NULL, user_agent)`,
			})
			.where(sql`organisation_id = ${organisationId} AND id IN ${ofErased(organisationId)}`),
		db
			.update(auditEvents)
			.set({
				details: withoutNames(sql`details`),
				subject: sql`iif(action LIKE 'applicants.merge%' OR action LIKE 'uploaded_candidate.%', ${erasedName}, subject)`,
				actorName: sql`iif(${isByReferee}, ${erasedName}, actor_name)`,
				address: sql`iif(${isByReferee}, NULL, address)`,
				userAgent: sql`iif(${isByReferee}, NULL, user_agent)`,
			})
			.where(sql`organisation_id = ${organisationId} AND id IN ${ofErased(organisationId)}`),
	];
};
