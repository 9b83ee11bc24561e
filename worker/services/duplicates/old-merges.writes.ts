import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { merges } from "#worker/database/schema/duplicates";
import { emptyForms } from "#worker/services/forms/merged-form.writes";

/** Merges that one sweep handles. */
const sliceSize = 50;

/**
 * Deletes what merges before then archived, since they can no longer be undone: the applicants' rows, and the answers and
 * files that stayed with the source. The merges themselves stay, for addresses that lead on.
 */
export const deleteOldArchives = async (db: Database, before: number): Promise<void> => {
	const old = sql`(SELECT rowid, organisation_id, archive ->> '$.rows.source.submission_id' AS form_id FROM merges
		WHERE archive IS NOT NULL AND created_at <= ${before} ORDER BY created_at LIMIT ${sliceSize})`;
	await db.batch([
		...emptyForms(db, old),
		db.update(merges).set({ archive: null }).where(sql`${merges}.rowid IN (SELECT rowid FROM ${old} AS old)`),
	]);
};
