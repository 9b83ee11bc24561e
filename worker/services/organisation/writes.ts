import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { organisations } from "#worker/database/schema/organisations";
import type { OrganisationChange } from "#worker/services/organisation/contract";

/** Settings by their name; null for one that is empty. */
type Settings = Readonly<Record<string, string | number | null>>;

/** Changes settings if each still is as it was seen. */
export const writeSettings = ({ db, organisationId }: OrgContext, seen: Settings, change: Settings): Write =>
	db
		.update(organisations)
		.set(change)
		.where(
			and(
				eq(organisations.id, organisationId),
				...Object.entries(seen).map(
					([name, value]) => sql`${organisations[name as keyof OrganisationChange]} IS ${value}`,
				),
			),
		);
