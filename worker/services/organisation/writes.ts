import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { organisations } from "#worker/database/schema/organisations";

interface Settings {
	holdSeconds: number;
}

/** Sets them, if they still are as they were seen. */
export const writeSettings = ({ db, organisationId }: OrgContext, seen: Settings, { holdSeconds }: Settings): Write =>
	db
		.update(organisations)
		.set({ holdSeconds })
		.where(and(eq(organisations.id, organisationId), eq(organisations.holdSeconds, seen.holdSeconds)));
