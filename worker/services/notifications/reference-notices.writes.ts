import { sql } from "drizzle-orm";
import { insertFrom } from "#worker/database/insert-from";
import { notifications } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";

/**
 * Notifies the staff who work on an applicant that a reference has arrived, as a BACKGROUND_TASK that succeeded (§3).
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
	const write = insertFrom(
		db,
		notifications,
		{
			organisationId: event.organisationId,
			userId: sql`value`,
			id: `reference-${refereeId}`,
			type: "BACKGROUND_TASK",
			message,
			createdAt: event.occurredAt,
		},
		sql`FROM json_each(${JSON.stringify(userIds)})`,
	);
	return { writes: [write], notify: userIds };
});
