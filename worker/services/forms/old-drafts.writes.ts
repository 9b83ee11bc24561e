import { lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { formDrafts } from "#worker/database/schema/forms";

/** why: each may hold files, which are taken out of the store one sweep's worth at a time. */
const draftsPerSweep = 50;

/** Drafts of forms that nobody went on with. @returns where the files that waited in them are. */
export const deleteOldDrafts = async (db: Database, before: number): Promise<string[]> => {
	const rows = await db
		.delete(formDrafts)
		.where(
			sql`${formDrafts}.rowid IN (SELECT rowid FROM ${formDrafts} WHERE ${lt(formDrafts.updatedAt, before)} LIMIT ${draftsPerSweep})`,
		)
		.returning({ files: formDrafts.files });
	return rows.flatMap(({ files }) => files.map(({ objectKey }) => objectKey));
};
