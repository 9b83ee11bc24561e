import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/** The condition that no applicant is assigned to a user. why by application: so is the index that has the reviewer. */
export const hasNoApplicants = (organisationId: string, userId: string): SQL => sql`NOT EXISTS (
	SELECT 1 FROM applications AS application
	CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId}
		AND applicant.application_id = application.id AND applicant.reviewer_id = ${userId}
	WHERE application.organisation_id = ${organisationId}
)`;

/** Checks whether applicants are assigned to a user. */
export const isReviewer = async ({ db, organisationId }: OrgContext, userId: string): Promise<boolean> => {
	const found = await db.get<{ none: number }>(sql`SELECT ${hasNoApplicants(organisationId, userId)} AS none`);
	return found.none === 0;
};
