import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantViews } from "#worker/database/schema/applicants";
import { visitGapMs } from "#worker/services/applicants/contract";

/** The most views kept for each user; changes since are marked only on these. */
const keptViews = 1_000;

/**
 * Records that the user opened an applicant, and deletes the user's oldest views. The first view of a visit stores
 * when the previous visit ended, from which changes are counted.
 */
export const recordView = async ({ db, organisationId, actor, now }: OrgContext, applicantId: string) => {
	const viewedAt = now();
	await db.batch([
		db
			.insert(applicantViews)
			.values({ organisationId, userId: actor.id, applicantId, viewedAt })
			.onConflictDoUpdate({
				target: [applicantViews.organisationId, applicantViews.userId, applicantViews.applicantId],
				set: {
					viewedAt,
					previouslyViewedAt: sql`iif(${applicantViews.viewedAt} < ${viewedAt - visitGapMs},
						${applicantViews.viewedAt}, ${applicantViews.previouslyViewedAt})`,
				},
			}),
		db.delete(applicantViews).where(
			and(
				eq(applicantViews.organisationId, organisationId),
				eq(applicantViews.userId, actor.id),
				sql`${applicantViews.viewedAt} < (SELECT viewed_at FROM applicant_views
						WHERE organisation_id = ${organisationId} AND user_id = ${actor.id}
						ORDER BY viewed_at DESC LIMIT 1 OFFSET ${keptViews - 1})`,
			),
		),
	]);
};
