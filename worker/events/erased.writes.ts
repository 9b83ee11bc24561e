import { type SQL, sql } from "drizzle-orm";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { auditEvents, events } from "#worker/database/schema/records";

/** The activities that are about one of these applicants alone: those that name them, and their merges. */
const ofErased = (organisationId: string, ids: readonly string[]): SQL => sql`(
	SELECT audit.id FROM json_each(${JSON.stringify(ids)}) AS erased CROSS JOIN audit_events AS audit
		ON audit.organisation_id = ${organisationId} AND audit.subject = erased.value
	UNION SELECT log.event_id FROM json_each(${JSON.stringify(ids)}) AS erased CROSS JOIN applicant_log AS log
		ON log.organisation_id = ${organisationId} AND log.applicant_id = erased.value
			AND log.type IN ('MERGE', 'MERGE_UNDONE') AND log.event_id IS NOT NULL)`;

/** Replaces names and what people wrote in what an event says. */
const withoutNames = (json: SQL): SQL => sql`json_replace(${json}, '$.reason', '', '$.comment', '', '$.subject', '',
	'$.applicantName', ${erasedName}, '$.refereeName', '', '$.targetName', ${erasedName}, '$.sourceName', ${erasedName})`;

/**
 * Removes names, what people wrote, and where applicants and referees were from the activities of applicants and from their events;
 * who of the staff did what and when stays.
 */
export const eraseActivities = (db: Database, organisationId: string, ids: readonly string[]): Write[] => {
	const isReferee = sql`actor_id IS NULL AND type = 'referee.answered'`;
	const isOutside = sql`actor_kind IN ('applicant', 'referee')`;
	return [
		db
			.update(events)
			.set({
				payload: withoutNames(sql`payload`),
				actorName: sql`iif(${isReferee}, ${erasedName}, actor_name)`,
				address: sql`iif(actor_id IS NULL, NULL, address)`,
				userAgent: sql`iif(actor_id IS NULL, NULL, user_agent)`,
			})
			.where(sql`organisation_id = ${organisationId} AND id IN ${ofErased(organisationId, ids)}`),
		db
			.update(auditEvents)
			.set({
				details: withoutNames(sql`details`),
				subject: sql`iif(action LIKE 'applicants.merge%', ${erasedName}, subject)`,
				actorName: sql`iif(${isOutside}, ${erasedName}, actor_name)`,
				address: sql`iif(${isOutside}, NULL, address)`,
				userAgent: sql`iif(${isOutside}, NULL, user_agent)`,
			})
			.where(sql`organisation_id = ${organisationId} AND id IN ${ofErased(organisationId, ids)}`),
	];
};
