import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { refereeInvitations, referees } from "#worker/database/schema/applicants";

/** Deletes the referees of applicants with their answers and links. */
export const eraseReferees = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write[] => [
	db.delete(refereeInvitations).where(
		and(
			eq(refereeInvitations.organisationId, organisationId),
			sql`${refereeInvitations.refereeId} IN (SELECT id FROM referees WHERE organisation_id = ${organisationId}
				AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`,
		),
	),
	db.delete(referees).where(and(eq(referees.organisationId, organisationId), isOneOf(referees.applicantId, ids))),
];
