import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { organisations } from "#worker/database/schema/organisations";
import { modificationEntries } from "#worker/database/schema/records";

interface Settings {
	holdSeconds: number;
}

/** Sets them, if they still are as they were seen. */
export const writeSettings = ({ db, organisationId }: OrgContext, seen: Settings, { holdSeconds }: Settings): Write =>
	db
		.update(organisations)
		.set({ holdSeconds })
		.where(and(eq(organisations.id, organisationId), eq(organisations.holdSeconds, seen.holdSeconds)));

interface Changed {
	before: Settings;
	after: Settings;
	eventId: string;
}

/** The modification entry of the change (§2 Modification log). */
export const writeSettingsHistory = (ctx: OrgContext, { before, after, eventId }: Changed): Write => {
	const { db, organisationId, actor, now, newId } = ctx;
	return db.insert(modificationEntries).values({
		organisationId,
		id: newId(),
		entity: "organisation",
		entityId: organisationId,
		field: "holdSeconds",
		oldValue: String(before.holdSeconds),
		newValue: String(after.holdSeconds),
		userId: actor.id,
		username: actor.email,
		eventId,
		createdAt: now(),
	});
};
