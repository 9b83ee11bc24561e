import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** Keeps a mail; one that is there already, by its Message-ID, is kept as it came first. */
export const insertOutboxMail = (db: Database, mail: typeof outboxMails.$inferInsert) =>
	db.insert(outboxMails).values(mail).onConflictDoNothing();
