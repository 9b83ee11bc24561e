import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";

/** Empties the values that the modification log has of applicants; that something was changed, when and by whom, stays. */
export const eraseModifications = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write =>
	db
		.update(modificationEntries)
		.set({ oldValue: null, newValue: null })
		.where(
			and(
				eq(modificationEntries.organisationId, organisationId),
				eq(modificationEntries.entity, "applicant"),
				isOneOf(modificationEntries.entityId, ids),
			),
		);

/** Deletes the logs and the rows of applicants. Everything that is found by them has to be erased before. */
export const eraseApplicants = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write[] => [
	db
		.delete(applicantLog)
		.where(and(eq(applicantLog.organisationId, organisationId), isOneOf(applicantLog.applicantId, ids))),
	// why the plus: each applicant is found by id; otherwise SQLite may read the whole institution.
	db.delete(applicants).where(
		sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
			SELECT found.seq FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN applicants AS found
				ON found.organisation_id = ${organisationId} AND found.id = asked.value)`,
	),
];
