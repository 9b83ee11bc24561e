import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";

/** Rows that one statement of the sweep changes. */
const sliceSize = 1_000;

/**
 * Deletes mailings whose recipients were never all collected, and those of an undone stage change, with their emails:
 * nothing of either was sent, and the log of each applicant says so. The sweep of the store deletes their files.
 */
export const deleteUnsentMailings = async (
	db: Database,
	{ halfBefore, droppedBefore }: { halfBefore: number; droppedBefore: number },
): Promise<void> => {
	// why the literals: SQLite uses a partial index only for exactly its condition.
	await deleteMailings(db, sql`mailing.status = 'gathering' AND mailing.created_at < ${halfBefore}`);
	await deleteMailings(db, sql`mailing.status = 'dropped' AND mailing.created_at < ${droppedBefore}`);
};

const deleteMailings = (db: Database, isOld: SQL) =>
	db.batch([
		db.delete(emails).where(
			sql`${emails}.rowid IN (SELECT email.rowid FROM mailings AS mailing CROSS JOIN emails AS email
				ON email.organisation_id = mailing.organisation_id AND email.mailing_id = mailing.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(mailingAttachments).where(
			sql`${mailingAttachments}.rowid IN (SELECT file.rowid FROM mailings AS mailing CROSS JOIN mailing_attachments AS file
				ON file.organisation_id = mailing.organisation_id AND file.mailing_id = mailing.id
				WHERE ${isOld} LIMIT ${sliceSize})`,
		),
		db.delete(mailings).where(
			sql`${mailings}.rowid IN (SELECT mailing.rowid FROM mailings AS mailing WHERE ${isOld} AND NOT EXISTS (
				SELECT 1 FROM emails WHERE organisation_id = mailing.organisation_id AND mailing_id = mailing.id)
				LIMIT ${sliceSize})`,
		),
	]);
