import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { organisations } from "#worker/database/schema/organisations";
import type { OrganisationRow } from "#worker/services/organisation/queries";

/** Changes columns if each still is as it was seen, and the condition holds. */
export const writeSettings = (
	{ db, organisationId }: OrgContext,
	{ seen, change, condition }: { seen: Partial<OrganisationRow>; change: Partial<OrganisationRow>; condition?: SQL },
): Write => {
	const asSeen = Object.entries(seen).map(([name, value]) => {
		const column = organisations[name as keyof OrganisationRow];
		return sql`${column} IS ${sql.param(value, column)}`;
	});
	return db
		.update(organisations)
		.set(change)
		.where(and(eq(organisations.id, organisationId), ...asSeen, condition));
};
