import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog } from "#worker/database/schema/applicants";

/** A line of an applicant's log, with the stage they are at. */
export const writeLogLine = (
	{ db, organisationId, actor, now }: OrgContext,
	applicantId: string,
	{ type, reason, eventId }: { type: "MERGE" | "MERGE_UNDONE"; reason: string; eventId: string },
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, applicant.id, ${eventId}, ${type}, step.id, step.name, NULL, ${reason}, ${actor.id},
			${actor.name}, ${eventId}, ${now()}
		FROM applicants AS applicant
		LEFT JOIN workflow_steps AS step
			ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id
		WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId}`);
