import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { sweepSliceSize as sliceSize } from "#worker/database/first-rows";
import { candidateImports, importRows } from "#worker/database/schema/uploaded-candidates";
import { removeIdentityKeysIn } from "#worker/services/duplicates/identity-keys.writes";

/** Deletes idle and discarded imports with their rows and identity keys, some thousand rows in each sweep. */
export const deleteIdleImports = async (db: Database, { before, now }: { before: number; now: number }) => {
	// why the literal: SQLite takes the partial index only for the very condition it was made with.
	const idle = sql`SELECT idle.organisation_id, idle.id FROM candidate_imports AS idle
		WHERE idle.status IN ('mapping', 'ready', 'refused', 'discarded')
			AND idle.created_at < ${now} AND (idle.status = 'discarded' OR idle.created_at < ${before})`;
	await db.batch([
		db.delete(importRows).where(
			sql`${importRows}.rowid IN (SELECT staged.rowid FROM (${idle}) AS idle CROSS JOIN import_rows AS staged
				ON staged.organisation_id = idle.organisation_id AND staged.import_id = idle.id LIMIT ${5 * sliceSize})`,
		),
		removeIdentityKeysIn(db, idle, 5 * sliceSize),
		db.delete(candidateImports).where(
			sql`(${candidateImports.organisationId}, ${candidateImports.id}) IN (${idle}) AND NOT EXISTS (
				SELECT 1 FROM import_rows WHERE organisation_id = ${candidateImports.organisationId}
					AND import_id = ${candidateImports.id})`,
		),
	]);
};
