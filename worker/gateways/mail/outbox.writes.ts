import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** Stores an email; one with the same Message-ID stays as it came first. */
export const insertOutboxMail = (db: Database, mail: typeof outboxMails.$inferInsert) =>
	db.insert(outboxMails).values(mail).onConflictDoNothing();

/** Deletes copies of emails. @param ids a query of them */
export const eraseOutboxMails = (db: Database, organisationId: string, ids: SQL) =>
	db.delete(outboxMails).where(and(eq(outboxMails.organisationId, organisationId), sql`${outboxMails.id} IN ${ids}`));
