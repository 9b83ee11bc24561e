import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { attachments, formDrafts, submissions } from "#worker/database/schema/forms";

/** Deletes the forms of applicants with what was not saved yet, and the rows of their files. */
export const eraseForms = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write[] => {
	const forms: SQL = sql`(SELECT id FROM submissions WHERE organisation_id = ${organisationId}
		AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
	return [
		db
			.delete(attachments)
			.where(and(eq(attachments.organisationId, organisationId), sql`${attachments.submissionId} IN ${forms}`)),
		db
			.delete(formDrafts)
			.where(and(eq(formDrafts.organisationId, organisationId), sql`${formDrafts.submissionId} IN ${forms}`)),
		db
			.delete(submissions)
			.where(and(eq(submissions.organisationId, organisationId), isOneOf(submissions.applicantId, ids))),
	];
};
