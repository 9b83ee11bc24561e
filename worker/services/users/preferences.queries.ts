import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { userPreferences } from "#worker/database/schema/user-preferences";

export const readPreferences = async ({ db, organisationId, actor }: OrgContext) => {
	const [own] = await db
		.select({ singleKeys: userPreferences.singleKeys, goesOn: userPreferences.goesOn })
		.from(userPreferences)
		.where(and(eq(userPreferences.organisationId, organisationId), eq(userPreferences.userId, actor.id)));
	return own;
};
