import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxMails } from "#worker/database/schema/records";

/** Who reads: a user, and whether they may read mails to other users of the institution. */
export interface OutboxReader {
	organisationId: string;
	email: string;
	readsMailsToStaff: boolean;
}

/** why: a mail to a user may hold a link that signs in as that user. */
const readableBy = ({ organisationId, email, readsMailsToStaff }: OutboxReader) =>
	and(
		eq(outboxMails.organisationId, organisationId),
		readsMailsToStaff
			? undefined
			: sql`(lower(${outboxMails.recipient}) = ${email} OR NOT EXISTS (SELECT 1 FROM users
				WHERE users.organisation_id = ${organisationId} AND users.email = lower(${outboxMails.recipient})))`,
	);

/** Reads one page of the messages that a user may read, newest first, without their texts, and how many there are. */
export const pageOfMails = async (
	db: Database,
	reader: OutboxReader,
	{ page, size }: { page: number; size: number },
) => {
	const kept = readableBy(reader);
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
	reader: OutboxReader,
	id: string,
): Promise<typeof outboxMails.$inferSelect | undefined> => {
	const [mail] = await db
		.select()
		.from(outboxMails)
		.where(and(readableBy(reader), eq(outboxMails.id, id)));
	return mail;
};
