import { sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { runRows, runs } from "#worker/database/schema/runs";

/** Rows one statement of the sweep touches. */
const sliceSize = 2_000;
const hourMs = 3_600_000;

/** Deletes old runs, and those that were never begun. What they did is in the log of each applicant. */
export const deleteOldRuns = async (
	db: Database,
	{ before, halfBefore }: { before: number; halfBefore: number },
): Promise<void> => {
	// why only an hour's: it is asked for every minute, and what it misses grows old.
	const isOld = sql`(run.created_at < ${before} OR (run.created_at BETWEEN ${halfBefore - hourMs} AND ${halfBefore}
		AND run.status = 'gathering'))`;
	await db.batch([
		db.delete(runRows).where(
			sql`${runRows}.rowid IN (SELECT row.rowid FROM runs AS run CROSS JOIN run_rows AS row
				ON row.organisation_id = run.organisation_id AND row.run_id = run.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(runs).where(
			sql`${runs}.rowid IN (SELECT run.rowid FROM runs AS run WHERE ${isOld} AND NOT EXISTS (
				SELECT 1 FROM run_rows WHERE organisation_id = run.organisation_id AND run_id = run.id)
				LIMIT ${sliceSize})`,
		),
	]);
};
