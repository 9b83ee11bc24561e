import { sql } from "drizzle-orm";
import { topicOf } from "#worker/contract/topics";
import { insertFrom } from "#worker/database/insert-from";
import { notifications } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";
import { activeHolders } from "#worker/services/users/queries";

const types = {
	"release.proposed": "RELEASE_PROPOSED",
	"release.approved": "RELEASE_APPROVED",
	"release.returned": "RELEASE_RETURNED",
	"release.begun": "RELEASE_BEGUN",
} as const;

/**
 * Notifies those who may approve a release that it was proposed, and those who prepared and proposed it of the result of
 * it. Nobody hears of their own steps.
 */
export const releaseNotices = subscriber(
	"release-notices",
	["release.proposed", "release.approved", "release.returned", "release.begun"],
	async ({ db }, event) => {
		const { organisationId, actorId, actorName } = event;
		const { releaseId, stageName, applicants, reason, userIds = [] } = event.payload;
		const isProposed = event.type === "release.proposed";
		const approvers = isProposed
			? await activeHolders({ db, organisationId }, { privileges: ["candidate:u"], courseIds: [] })
			: [];
		const recipients = (isProposed ? approvers.map(({ id }) => id) : userIds).filter((id) => id !== actorId);
		if (recipients.length === 0) return { writes: [] };
		const message = JSON.stringify({
			type: types[event.type],
			status: event.type === "release.returned" ? "FAILED" : "SUCCESS",
			path: `releases/${releaseId}`,
			total: applicants,
			reason: [
				`${applicants.toLocaleString("en")} ${applicants === 1 ? "applicant" : "applicants"} to ${stageName}`,
				...(actorName && event.type !== "release.begun" ? [`by ${actorName}`] : []),
				...(reason === undefined ? [] : [reason]),
			].join(" · "),
		});
		const write = insertFrom(
			db,
			notifications,
			{
				organisationId,
				userId: sql`value`,
				id: `release-${event.id}`,
				type: "BACKGROUND_TASK",
				message,
				createdAt: event.occurredAt,
			},
			sql`FROM json_each(${JSON.stringify(recipients)})`,
		);
		return { writes: [write], topics: recipients.map((id) => topicOf("notifications", id)) };
	},
);
