import { count, desc, eq } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxTexts } from "#worker/database/schema/records";

/** One page of an organisation's texts, newest first, and how many there are. */
export const pageOfTexts = async (
	db: Database,
	organisationId: string,
	{ page, size }: { page: number; size: number },
) => {
	const kept = eq(outboxTexts.organisationId, organisationId);
	const [data, [total]] = await db.batch([
		db
			.select({
				id: outboxTexts.id,
				from: outboxTexts.sender,
				to: outboxTexts.recipient,
				text: outboxTexts.text,
				createdAt: outboxTexts.createdAt,
			})
			.from(outboxTexts)
			.where(kept)
			.orderBy(desc(outboxTexts.createdAt), desc(outboxTexts.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(outboxTexts).where(kept),
	]);
	return { data, resultTotal: total?.rows ?? 0, page, size };
};
