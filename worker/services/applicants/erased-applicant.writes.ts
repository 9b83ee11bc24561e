import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";

/**
 * Empties the values that the modification log has of applicants, also as uploaded candidates and in records that they were merged with;
 * that something was changed, when and by whom, stays.
 * @param named what is erased: applicants, candidates and events @param merged with whom they were merged
 */
export const eraseModifications = ({ db, organisationId }: OrgContext, named: SQL, merged: SQL): Write[] => {
	const { entity, entityId, eventId } = modificationEntries;
	const own = sql`${entity} IN ('applicant', 'uploaded_candidate') AND ${entityId} IN ${named}`;
	const inOthers = sql`${entity} = 'applicant' AND ${entityId} IN ${merged} AND ${eventId} IN ${named}`;
	return [own, inOthers].map((condition) =>
		db
			.update(modificationEntries)
			.set({ oldValue: null, newValue: null })
			.where(and(eq(modificationEntries.organisationId, organisationId), condition)),
	);
};

/** Removes the names from the lines that the logs of others have of merges with applicants. */
export const eraseMergeLines = ({ db, organisationId }: OrgContext, named: SQL, merged: SQL): Write =>
	db
		.update(applicantLog)
		.set({
			reason: sql`iif(type = 'MERGE', 'An erased applicant was merged into this record.',
				'The merge with an erased applicant was undone.')`,
		})
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				sql`${applicantLog.applicantId} IN ${merged} AND ${applicantLog.eventId} IN ${named}
					AND ${applicantLog.type} IN ('MERGE', 'MERGE_UNDONE')`,
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
