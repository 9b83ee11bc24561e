import { sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { merges } from "#worker/database/schema/duplicates";
import { attachments, submissions } from "#worker/database/schema/forms";

/** Merges that one sweep handles. */
const sliceSize = 50;

/**
 * Deletes what merges before then archived, since they can no longer be undone: the applicants' rows, and the answers and
 * files that stayed with the source. The merges themselves stay, for addresses that lead on.
 */
export const deleteOldArchives = async (db: Database, before: number): Promise<void> => {
	const old = sql`(SELECT rowid, organisation_id, archive ->> '$.rows.source.submission_id' AS form_id FROM merges
		WHERE archive IS NOT NULL AND created_at <= ${before} ORDER BY created_at LIMIT ${sliceSize})`;
	const writes: [Write, ...Write[]] = [
		db.delete(attachments).where(
			sql`${attachments}.rowid IN (SELECT file.rowid FROM ${old} AS old CROSS JOIN attachments AS file
				ON file.organisation_id = old.organisation_id AND file.submission_id = old.form_id)`,
		),
		// why the row stays: through it the sweep finds whose the files are that moved to the target.
		db
			.update(submissions)
			.set({ data: {}, repeats: { sections: {}, rows: {} } })
			.where(
				sql`${submissions}.rowid IN (SELECT form.rowid FROM ${old} AS old CROSS JOIN submissions AS form
					ON form.organisation_id = old.organisation_id AND form.id = old.form_id)`,
			),
		db.update(merges).set({ archive: null }).where(sql`${merges}.rowid IN (SELECT rowid FROM ${old} AS old)`),
	];
	await db.batch(writes);
};
