import { and, asc, count, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { locations } from "#worker/database/schema/organisations";

export const pageOfLocations = async (
	{ db, organisationId }: OrgContext,
	{ page, size, name }: { page: number; size: number; name: string },
) => {
	const matching = and(eq(locations.organisationId, organisationId), containsWords(name, locations.name));
	const [data, total] = await db.batch([
		db
			.select({ id: locations.id, name: locations.name })
			.from(locations)
			.where(matching)
			.orderBy(asc(locations.name), asc(locations.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(locations).where(matching),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};
