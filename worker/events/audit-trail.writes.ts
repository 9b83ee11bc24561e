import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { auditEvents } from "#worker/database/schema/records";
import { type DomainEvent, type EventType, eventPayloads } from "#worker/events/catalogue";
import { subscriber } from "#worker/events/subscriber";

/** Writes a line of the audit log for an event: actor, change, and the former value if known (§7 audit). */
export const auditTrail = subscriber("audit-trail", Object.keys(eventPayloads) as EventType[], ({ db }, event) => ({
	writes: [
		db.insert(auditEvents).values({
			organisationId: event.organisationId,
			// why: an event has one line, and so one id; a second line would be refused.
			id: event.id,
			userId: event.actorId,
			username: sql`coalesce(
				(SELECT email FROM users WHERE organisation_id = ${event.organisationId} AND id = ${event.actorId}),
				(SELECT name || ' (API key)' FROM api_keys
					WHERE organisation_id = ${event.organisationId} AND id = ${event.actorId}))`,
			actorName: event.actorName,
			actorKind: kindOfActor(event),
			action: actionOf(event),
			status: event.type === "task.finished" ? event.payload.status : "SUCCESS",
			subject: subjectOf(event),
			address: ofEvent(event, sql`address`),
			userAgent: ofEvent(event, sql`user_agent`),
			requestId: ofEvent(event, sql`request_id`),
			// why: the payload names everybody that a batch changed; it is copied inside the database.
			details: ofEvent(event, sql`payload`),
			createdAt: event.occurredAt,
		}),
	],
}));

/** why: a record's change is read by what it is of: `location.updated`. */
const actionOf = ({ type, payload }: DomainEvent): string =>
	type.startsWith("record.") && "kind" in payload ? type.replace("record", payload.kind) : type;

/** why by a look at the keys: an event names who acted, and not of what kind they are. */
const kindOfActor = ({ organisationId, type, actorId }: DomainEvent) => {
	if (actorId !== null)
		return sql<"api_key" | "staff">`iif(EXISTS (SELECT 1 FROM api_keys
			WHERE organisation_id = ${organisationId} AND id = ${actorId}), 'api_key', 'staff')`;
	// why never an applicant: their own site acts by an API key, and a payment's link proves nobody's identity.
	return type === "referee.answered" ? "referee" : "system";
};

const ofEvent = ({ organisationId, id }: DomainEvent, column: SQL): SQL =>
	sql`(SELECT ${column} FROM events WHERE organisation_id = ${organisationId} AND id = ${id})`;

const subjectOf = (event: DomainEvent): string => {
	switch (event.type) {
		case "applicants.stage_changed":
		case "applicants.stage_change_undone":
		case "applicants.course_changed":
		case "applicants.course_change_undone":
		case "applicants.posted":
		case "applicants.posting_undone":
		case "applicants.assigned":
		case "applicants.assignment_undone":
		case "applicants.registered":
		case "applicants.form_updated":
		case "applicants.identity_corrected":
		case "applicants.noted":
		case "applicants.letters_made":
		case "applicants.letter_withdrawn":
		case "applicants.data_downloaded":
		case "applicants.answers_revealed":
		case "referee.added":
		case "referee.corrected":
		case "referee.removed":
		case "referees.notified": {
			const [first, ...others] = event.payload.applicantIds;
			return others.length === 0 && first ? first : `${event.payload.applicantIds.length} applicants`;
		}
		case "applicants.erased": {
			const [first, ...others] = event.payload.applicationNumbers;
			return others.length === 0 && first ? first : `${event.payload.applicationNumbers.length} applicants`;
		}
		case "applicants.merged":
		case "applicants.merge_undone":
			return `${event.payload.sourceName} (${event.payload.sourceNumber}) and ${event.payload.targetName}`;
		case "applicants.pair_reviewed":
			return event.payload.applicantIds.join(" and ");
		case "referee.answered":
			return event.payload.applicantId;
		case "applicants.answers_disclosed":
			return event.payload.applicants === 1 ? "1 applicant" : `${event.payload.applicants} applicants`;
		case "applicants.emailed":
		case "applicants.texted":
			return event.payload.total === 1 ? "1 applicant" : `${event.payload.total} applicants`;
		case "candidates.imported":
		case "candidates.import_undone":
			return `${event.payload.groupName}: ${event.payload.fileName}`;
		case "courses.imported":
		case "courses.import_undone":
		case "settlements.imported":
			return event.payload.fileName;
		case "release.prepared":
		case "release.rows_changed":
		case "release.proposed":
		case "release.approved":
		case "release.returned":
		case "release.scheduled":
		case "release.cancelled":
		case "release.begun":
			return `${event.payload.stageName}: ${event.payload.applicants} applicants`;
		case "payment_day.closed":
			return `${event.payload.platform} ${event.payload.day}`;
		case "payment.started":
		case "payment.succeeded":
		case "payment.failed":
		case "payment.reversed":
		case "payment.questioned":
		case "payment.dispute_decided":
		case "payment_exception.refund_requested":
		case "payment_exception.resolved":
			return event.payload.reference;
		case "task.started":
		case "task.finished":
			return event.payload.taskId;
		default:
			return event.payload.name;
	}
};

/** Deletes entries that a purge has named; the table refuses any others. */
export const deleteActivities = (db: Database, condition: SQL) => db.delete(auditEvents).where(condition);
