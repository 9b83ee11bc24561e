import { desc, eq } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { outboxTexts } from "#worker/database/schema/records";

/** One page of an organisation's texts, newest first, and whether there is another. */
export const pageOfTexts = async (
	db: Database,
	organisationId: string,
	{ page, size }: { page: number; size: number },
) => {
	const found = await db
		.select({
			id: outboxTexts.id,
			from: outboxTexts.sender,
			to: outboxTexts.recipient,
			text: outboxTexts.text,
			createdAt: outboxTexts.createdAt,
		})
		.from(outboxTexts)
		.where(eq(outboxTexts.organisationId, organisationId))
		.orderBy(desc(outboxTexts.createdAt), desc(outboxTexts.id))
		.limit(size + 1)
		.offset(page * size);
	return { data: found.slice(0, size), hasMore: found.length > size };
};
