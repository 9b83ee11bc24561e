import type { Database } from "#worker/database/database";
import { outboxTexts } from "#worker/database/schema/records";

/** Keeps a text; one that is there already is kept as it came first. */
export const insertOutboxText = (db: Database, text: typeof outboxTexts.$inferInsert) =>
	db.insert(outboxTexts).values(text).onConflictDoNothing();
