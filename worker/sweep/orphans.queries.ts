import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";

/** A file in the store, and the applicant, the form or the mailing whose rows would name it. */
export interface OwnedFile {
	objectKey: string;
	ownerId: string;
}

/**
 * Returns the object keys that no row names, merged applicants' rows included. why one statement: a file that moves
 * from a draft to the form is found in one of the two.
 */
export const findUnnamed = async (
	db: Database,
	organisationId: string,
	files: readonly OwnedFile[],
): Promise<string[]> => {
	const stored = JSON.stringify(files.map(({ objectKey, ownerId }) => [objectKey, ownerId]));
	const rows = await db.all<{ objectKey: string }>(sql`
		SELECT stored.value ->> 0 AS objectKey FROM json_each(${stored}) AS stored
		WHERE NOT EXISTS (SELECT 1 FROM attachments
				WHERE organisation_id = ${organisationId} AND submission_id = stored.value ->> 1
					AND object_key = stored.value ->> 0)
			AND NOT EXISTS (WITH RECURSIVE kin(id) AS (
				SELECT coalesce((SELECT applicant_id FROM submissions
					WHERE organisation_id = ${organisationId} AND id = stored.value ->> 1), stored.value ->> 1)
				UNION SELECT merges.source_id FROM kin CROSS JOIN merges
					ON merges.organisation_id = ${organisationId} AND merges.target_id = kin.id AND merges.undone_at IS NULL
				UNION SELECT merges.target_id FROM kin CROSS JOIN merges
					ON merges.organisation_id = ${organisationId} AND merges.source_id = kin.id AND merges.undone_at IS NULL)
				SELECT 1 FROM kin WHERE EXISTS (SELECT 1 FROM letters
						WHERE organisation_id = ${organisationId} AND applicant_id = kin.id
							AND object_key = stored.value ->> 0)
					OR EXISTS (SELECT 1 FROM submissions CROSS JOIN attachments
						ON attachments.organisation_id = ${organisationId} AND attachments.submission_id = submissions.id
							AND attachments.object_key = stored.value ->> 0
						WHERE submissions.organisation_id = ${organisationId} AND submissions.applicant_id = kin.id)
					OR EXISTS (SELECT 1 FROM applicants WHERE organisation_id = ${organisationId} AND id = kin.id
						AND photo_key = stored.value ->> 0)
					OR EXISTS (SELECT 1 FROM merges WHERE organisation_id = ${organisationId} AND target_id = kin.id
						AND stored.value ->> 0
							IN (archive ->> '$.rows.source.photo_key', archive ->> '$.rows.target.photo_key')))
			AND NOT EXISTS (SELECT 1 FROM mailing_attachments
				WHERE organisation_id = ${organisationId} AND mailing_id = stored.value ->> 1
					AND object_key = stored.value ->> 0)
			AND stored.value ->> 0 NOT IN (SELECT waiting.value ->> 'objectKey'
				FROM form_drafts JOIN json_each(form_drafts.files) AS waiting
				WHERE form_drafts.organisation_id = ${organisationId})`);
	return rows.map(({ objectKey }) => objectKey);
};
