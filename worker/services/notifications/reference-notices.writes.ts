import { sql } from "drizzle-orm";
import { topicOf } from "#worker/contract/topics";
import { notifications } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";

/**
 * A reference that has arrived is told to those who work on the applicant, as a BACKGROUND_TASK that succeeded (§3).
 * why not APPLICATION_SUBMISSION_SUMMARY: that one counts applicants who submitted, and this one did so long ago.
 */
export const referenceNotices = subscriber("reference-notices", ["referee.answered"], ({ db }, event) => {
	const { refereeId, refereeName, applicantId, applicantName, applicationId, applicationTitle, userIds } =
		event.payload;
	const message = JSON.stringify({
		...{ type: "REFERENCE", status: "SUCCESS", applicationId, applicationTitle },
		candidateIds: [applicantId],
		reason: `${refereeName} for ${applicantName}`,
	});
	const write = db.insert(notifications).select(sql`
		SELECT ${event.organisationId}, value, ${`reference-${refereeId}`}, 'BACKGROUND_TASK', ${message}, 0, 0,
			${event.occurredAt}
		FROM json_each(${JSON.stringify(userIds)})`);
	return { writes: [write], topics: userIds.map((id) => topicOf("notifications", id)) };
});
