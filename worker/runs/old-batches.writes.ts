import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { batches, batchRows } from "#worker/database/schema/batches";

/** Rows one statement of the sweep touches. */
const sliceSize = 2_000;
const hourMs = 3_600_000;

/**
 * Batches whose rows nobody asks for any more, and those that were never begun. What they did is in the log of each
 * applicant.
 */
export const deleteOldBatches = async (
	db: Database,
	{ before, halfBefore }: { before: number; halfBefore: number },
): Promise<void> => {
	// why only an hour's: it is asked for every minute, and what it misses grows old.
	const isOld = sql`(batch.created_at < ${before} OR (batch.created_at BETWEEN ${halfBefore - hourMs} AND ${halfBefore}
		AND batch.status = 'gathering'))`;
	await db.batch([
		db.delete(batchRows).where(
			sql`${batchRows}.rowid IN (SELECT row.rowid FROM batches AS batch CROSS JOIN batch_rows AS row
				ON row.organisation_id = batch.organisation_id AND row.batch_id = batch.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(batches).where(
			sql`${batches}.rowid IN (SELECT batch.rowid FROM batches AS batch WHERE ${isOld} AND NOT EXISTS (
				SELECT 1 FROM batch_rows WHERE organisation_id = batch.organisation_id AND batch_id = batch.id)
				LIMIT ${sliceSize})`,
		),
	]);
};
