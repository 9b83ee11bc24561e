import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { organisations } from "#worker/database/schema/organisations";

interface Settings {
	undoWindowSeconds: number;
}

/** Changes the settings if they still are as they were seen. */
export const writeSettings = (
	{ db, organisationId }: OrgContext,
	seen: Settings,
	{ undoWindowSeconds }: Settings,
): Write =>
	db
		.update(organisations)
		.set({ undoWindowSeconds })
		.where(and(eq(organisations.id, organisationId), eq(organisations.undoWindowSeconds, seen.undoWindowSeconds)));
