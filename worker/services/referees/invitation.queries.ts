import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { applicantLog, applicants, refereeInvitations, referees } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { users } from "#worker/database/schema/auth";
import { formDesignVersions, submissions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { designOfSubmission } from "#worker/services/forms/queries";
import { applicantOfReferee, applicationOfApplicant, submissionOfApplicant } from "#worker/services/referees/queries";

/** Finds the invitation of a token, with its referee and applicant. Undefined when no such token was sent. */
export const findInvitation = async (db: Database, organisationId: string, tokenHash: string) => {
	const [found] = await db
		.select({
			expiresAt: refereeInvitations.expiresAt,
			usedAt: refereeInvitations.usedAt,
			organisation: { id: organisations.id, name: organisations.name, logoUrl: organisations.logoUrl },
			refereeId: referees.id,
			refereeName: referees.name,
			status: referees.status,
			kind: referees.kind,
			applicantId: applicants.id,
			candidate: {
				firstName: applicants.firstName,
				middleName: applicants.middleName,
				lastName: applicants.lastName,
			},
			applicationId: applications.id,
			applicationTitle: applications.title,
			layout: formDesignVersions.layout,
		})
		.from(refereeInvitations)
		.innerJoin(organisations, eq(organisations.id, refereeInvitations.organisationId))
		.innerJoin(
			referees,
			and(
				eq(referees.organisationId, refereeInvitations.organisationId),
				eq(referees.id, refereeInvitations.refereeId),
			),
		)
		.innerJoin(applicants, applicantOfReferee)
		.innerJoin(applications, applicationOfApplicant)
		.leftJoin(submissions, submissionOfApplicant)
		.leftJoin(formDesignVersions, designOfSubmission)
		.where(and(eq(refereeInvitations.organisationId, organisationId), eq(refereeInvitations.tokenHash, tokenHash)));
	return found;
};
export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The most colleagues who are notified of one reference. */
const maxTold = 100;

/** Finds the staff who have worked on the applicant, or asked for this reference, and may still see applicants. */
export const findCaseworkers = async (db: Database, organisationId: string, applicantId: string): Promise<string[]> => {
	const found = await db
		.selectDistinct({ id: users.id })
		.from(applicantLog)
		.innerJoin(users, and(eq(users.organisationId, applicantLog.organisationId), eq(users.id, applicantLog.actorId)))
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				eq(applicantLog.applicantId, applicantId),
				isNotNull(applicantLog.actorId),
				eq(users.blocked, false),
				sql`EXISTS (
					SELECT 1 FROM user_roles AS held
					JOIN roles AS role ON role.organisation_id = held.organisation_id AND role.id = held.role_id
					JOIN json_each(role.privileges) AS privilege
					WHERE held.organisation_id = ${organisationId} AND held.user_id = ${users.id}
						AND privilege.value LIKE 'candidate:%')`,
			),
		)
		.limit(maxTold);
	return found.map(({ id }) => id);
};
