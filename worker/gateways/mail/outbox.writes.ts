import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

export const insertOutboxMail = (db: Database, mail: typeof outboxMails.$inferInsert) =>
	db.insert(outboxMails).values(mail);
