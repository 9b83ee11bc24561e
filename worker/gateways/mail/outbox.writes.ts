import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** Stores an email; one with the same Message-ID stays as it came first. */
export const insertOutboxMail = (db: Database, mail: typeof outboxMails.$inferInsert) =>
	db.insert(outboxMails).values(mail).onConflictDoNothing();
