import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** Reads one page of an organisation's messages, newest first, without their texts, and how many there are. */
export const pageOfMails = async (
	db: Database,
	organisationId: string,
	{ page, size }: { page: number; size: number },
) => {
	const kept = eq(outboxMails.organisationId, organisationId);
	const [data, [total]] = await db.batch([
		db
			.select({
				id: outboxMails.id,
				from: outboxMails.sender,
				to: outboxMails.recipient,
				subject: outboxMails.subject,
				createdAt: outboxMails.createdAt,
				attachmentCount: sql<number>`coalesce(json_array_length(${outboxMails.attachments}), 0)`,
			})
			.from(outboxMails)
			.where(kept)
			.orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(outboxMails).where(kept),
	]);
	return { data, resultTotal: total?.rows ?? 0, page, size };
};

export const findMail = async (
	db: Database,
	organisationId: string,
	id: string,
): Promise<typeof outboxMails.$inferSelect | undefined> => {
	const [mail] = await db
		.select()
		.from(outboxMails)
		.where(and(eq(outboxMails.organisationId, organisationId), eq(outboxMails.id, id)));
	return mail;
};
