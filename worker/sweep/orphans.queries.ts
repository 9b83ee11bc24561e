import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";

/** A file in the store, and the applicant, the form or the mailing whose rows would name it. */
export interface OwnedFile {
	objectKey: string;
	ownerId: string;
}

/**
 * Which of these files no row names. Rows of applicants who were ever made one may have gone from one to the
 * other, and may go back; until a merge is undone it names what that wants back, taken off though it was. A form that a
 * merge gave has the merge's id. why one statement: while an answer's file goes from a draft to the form, one
 * moment sees it in one of the two.
 */
export const findUnnamed = async (
	db: Database,
	organisationId: string,
	files: readonly OwnedFile[],
): Promise<string[]> => {
	const stored = JSON.stringify(files.map(({ objectKey, ownerId }) => [objectKey, ownerId]));
	const rows = await db.all<{ objectKey: string }>(sql`
		SELECT stored.value ->> 0 AS objectKey FROM json_each(${stored}) AS stored
		WHERE NOT EXISTS (SELECT 1 FROM letters
				WHERE organisation_id = ${organisationId} AND applicant_id = stored.value ->> 1
					AND object_key = stored.value ->> 0)
			AND NOT EXISTS (SELECT 1 FROM attachments
				WHERE organisation_id = ${organisationId} AND submission_id = stored.value ->> 1
					AND object_key = stored.value ->> 0)
			AND NOT EXISTS (SELECT 1 FROM submissions
				JOIN applicants ON applicants.organisation_id = ${organisationId}
					AND applicants.id = submissions.applicant_id
				WHERE submissions.organisation_id = ${organisationId} AND submissions.id = stored.value ->> 1
					AND applicants.photo_key = stored.value ->> 0)
			AND NOT EXISTS (WITH RECURSIVE kin(id) AS (
				SELECT coalesce((SELECT applicant_id FROM submissions
					WHERE organisation_id = ${organisationId} AND id = stored.value ->> 1),
					(SELECT kept_id FROM merges WHERE organisation_id = ${organisationId} AND id = stored.value ->> 1),
					stored.value ->> 1)
				UNION SELECT merges.merged_id FROM kin CROSS JOIN merges
					ON merges.organisation_id = ${organisationId} AND merges.kept_id = kin.id
				UNION SELECT merges.kept_id FROM kin CROSS JOIN merges
					ON merges.organisation_id = ${organisationId} AND merges.merged_id = kin.id)
				SELECT 1 FROM kin WHERE EXISTS (SELECT 1 FROM letters
						WHERE organisation_id = ${organisationId} AND applicant_id = kin.id
							AND object_key = stored.value ->> 0)
					OR EXISTS (SELECT 1 FROM submissions CROSS JOIN attachments
						ON attachments.organisation_id = ${organisationId} AND attachments.submission_id = submissions.id
							AND attachments.object_key = stored.value ->> 0
						WHERE submissions.organisation_id = ${organisationId} AND submissions.applicant_id = kin.id)
					OR EXISTS (SELECT 1 FROM merges WHERE organisation_id = ${organisationId} AND kept_id = kin.id
						AND undone_at IS NULL AND (stored.value ->> 0
							IN (merges.merged ->> '$.photo_key', merges.before ->> '$.photoKey.was')
							OR EXISTS (SELECT 1 FROM json_each(merges.moved, '$.files') AS file
								WHERE file.value ->> 'objectKey' = stored.value ->> 0))))
			AND NOT EXISTS (SELECT 1 FROM mailing_attachments
				WHERE organisation_id = ${organisationId} AND mailing_id = stored.value ->> 1
					AND object_key = stored.value ->> 0)
			AND stored.value ->> 0 NOT IN (SELECT waiting.value ->> 'objectKey'
				FROM form_drafts JOIN json_each(form_drafts.files) AS waiting
				WHERE form_drafts.organisation_id = ${organisationId})`);
	return rows.map(({ objectKey }) => objectKey);
};
