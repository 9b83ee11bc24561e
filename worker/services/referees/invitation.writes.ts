import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { FormData } from "#worker/contract/forms/form-schema";
import type { CommitContext, Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { refereeInvitations, referees } from "#worker/database/schema/applicants";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { FoundInvitation } from "#worker/services/referees/invitation.queries";
import { submitted } from "#worker/services/referees/referee";

/** Uses a link up: of two requests at the same moment, one changes the row. */
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

/** Stores the referee's answers, and logs them. The record's version stays: nobody's edit becomes stale. */
export const writeReference = (
	ctx: CommitContext,
	{ refereeId, refereeName }: FoundInvitation,
	{ data, eventId }: { data: FormData; eventId: string },
): Write[] => {
	const { db, organisationId, now, newId } = ctx;
	// why looked up here: the applicant may have been merged into another since the link was looked up.
	const applicant = sql`(SELECT json_object('id', applicant_id, 'applicantId', applicant_id) AS value FROM referees
		WHERE organisation_id = ${organisationId} AND id = ${refereeId})`;
	return [
		db
			.update(referees)
			.set({ status: submitted, data, answeredAt: now() })
			.where(and(eq(referees.organisationId, organisationId), eq(referees.id, refereeId))),
		annotateApplicants(ctx, applicant),
		logApplicants(ctx, applicant, {
			id: newId(),
			type: "DATA_UPDATE",
			reason: `Reference received from ${refereeName}`,
			reviewedBy: refereeName,
			eventId,
		}),
	];
};

/** Deletes referees' links that ended before then. */
export const deleteEndedInvitations = (db: Database, before: number) =>
	db.delete(refereeInvitations).where(firstRows(refereeInvitations, lt(refereeInvitations.expiresAt, before)));
