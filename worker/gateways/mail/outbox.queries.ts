import { desc, eq } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** The newest messages of an organisation, newest first. */
export const latestMails = (db: Database, organisationId: string) =>
	db
		.select()
		.from(outboxMails)
		.where(eq(outboxMails.organisationId, organisationId))
		.orderBy(desc(outboxMails.createdAt))
		.limit(50);

export type OutboxMail = typeof outboxMails.$inferSelect;
