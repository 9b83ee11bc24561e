import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { FormData } from "#worker/contract/forms/form-schema";
import type { CommitContext, Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { applicantLog, applicants, refereeInvitations, referees } from "#worker/database/schema/applicants";
import type { FoundInvitation } from "#worker/services/referees/invitation.queries";
import { submitted } from "#worker/services/referees/referee";

/** Uses a link up: of two who send at the same moment, one changes the row. */
export const consumeInvitation = ({ db, organisationId, now }: CommitContext, tokenHash: string): Write =>
	db
		.update(refereeInvitations)
		.set({ usedAt: now() })
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				eq(refereeInvitations.tokenHash, tokenHash),
				isNull(refereeInvitations.usedAt),
				gt(refereeInvitations.expiresAt, now()),
				sql`EXISTS (SELECT 1 FROM referees AS asked
					JOIN applicants AS named ON named.organisation_id = ${organisationId} AND named.id = asked.applicant_id
					WHERE asked.organisation_id = ${organisationId} AND asked.id = ${refereeInvitations.refereeId}
						AND asked.status <> ${submitted})`,
			),
		);

/** Keeps what the referee answered, and notes it on the applicant; the version of the record stays, nobody's save is stale. */
export const writeReference = (
	{ db, organisationId, now, newId }: CommitContext,
	{ refereeId, refereeName }: FoundInvitation,
	{ data, eventId }: { data: FormData; eventId: string },
): Write[] => [
	db
		.update(referees)
		.set({ status: submitted, data, answeredAt: now() })
		.where(and(eq(referees.organisationId, organisationId), eq(referees.id, refereeId))),
	db
		.update(applicants)
		.set({ updatedAt: now() })
		.where(
			and(
				eq(applicants.organisationId, organisationId),
				// why: the applicant may have been merged into another since the link was looked up.
				sql`${applicants.id} = ${applicantOf(organisationId, refereeId)}`,
			),
		),
	db.insert(applicantLog).values({
		organisationId,
		applicantId: applicantOf(organisationId, refereeId),
		id: newId(),
		type: "DATA_UPDATE",
		reason: `Reference received from ${refereeName}`,
		reviewedBy: refereeName,
		eventId,
		createdAt: now(),
	}),
];

const applicantOf = (organisationId: string, refereeId: string) => sql<string>`(SELECT applicant_id FROM referees
	WHERE organisation_id = ${organisationId} AND id = ${refereeId})`;

/** Deletes referees' links that ended before then. */
export const deleteEndedInvitations = (db: Database, before: number) =>
	db.delete(refereeInvitations).where(firstRows(refereeInvitations, lt(refereeInvitations.expiresAt, before)));
