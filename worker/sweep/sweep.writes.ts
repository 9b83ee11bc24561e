import { and, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { refereeInvitations } from "#worker/database/schema/applicants";
import { oneTimeTokens, rateLimits, sessions } from "#worker/database/schema/auth";
import { formDrafts } from "#worker/database/schema/forms";
import { tasks } from "#worker/database/schema/records";
import { candidateImports, identityKeys, importRows } from "#worker/database/schema/uploaded-candidates";

/** Rows one statement of the sweep touches. */
const sliceSize = 1_000;

/** Takes tasks that nobody has worked on; marked as looked at, so that the next sweep does not take them again. */
export const takeStuckTasks = (db: Database, { before, now }: { before: number; now: number }) =>
	db
		.update(tasks)
		.set({ updatedAt: now })
		// why the literal: SQLite takes the partial index only for the very condition it was made with.
		.where(and(sql`status = 'STARTED'`, lt(tasks.updatedAt, before)))
		.returning({ organisationId: tasks.organisationId, taskId: tasks.id });

type Sweepable = typeof oneTimeTokens | typeof rateLimits | typeof sessions | typeof refereeInvitations;

const firstRows = (table: Sweepable, expired: ReturnType<typeof lt>) =>
	sql`${table}.rowid IN (SELECT rowid FROM ${table} WHERE ${expired} LIMIT ${sliceSize})`;

export const deleteExpiredTokens = (db: Database, before: number) =>
	db.delete(oneTimeTokens).where(firstRows(oneTimeTokens, lt(oneTimeTokens.expiresAt, before)));

export const deleteOldRateLimits = (db: Database, before: number) =>
	db.delete(rateLimits).where(firstRows(rateLimits, lt(rateLimits.windowStartedAt, before)));

/** Sessions past their absolute end: whether they were ended before that no longer matters. */
export const deleteExpiredSessions = (db: Database, before: number) =>
	db.delete(sessions).where(firstRows(sessions, lt(sessions.expiresAt, before)));

/** Referees' links that ended before then. */
export const deleteEndedInvitations = (db: Database, before: number) =>
	db.delete(refereeInvitations).where(firstRows(refereeInvitations, lt(refereeInvitations.expiresAt, before)));

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

/** Rows of lists that nobody imported, discarded or left lying, and what they were known by: some thousand a sweep. */
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
		db.delete(identityKeys).where(
			sql`${identityKeys}.rowid IN (SELECT known.rowid FROM (${idle}) AS idle CROSS JOIN identity_keys AS known
				ON known.organisation_id = idle.organisation_id AND known.scope = idle.id LIMIT ${5 * sliceSize})`,
		),
		db.delete(candidateImports).where(
			sql`(${candidateImports.organisationId}, ${candidateImports.id}) IN (${idle}) AND NOT EXISTS (
				SELECT 1 FROM import_rows WHERE organisation_id = ${candidateImports.organisationId}
					AND import_id = ${candidateImports.id})`,
		),
	]);
};
