import type { OrgContext } from "#worker/context";
import { userPreferences } from "#worker/database/schema/user-preferences";
import type { UserPreferences } from "#worker/services/users/preferences.contract";

export const writePreferences = ({ db, organisationId, actor, now }: OrgContext, change: Partial<UserPreferences>) => {
	const set = { ...change, updatedAt: now() };
	return db
		.insert(userPreferences)
		.values({ organisationId, userId: actor.id, ...set })
		.onConflictDoUpdate({ target: [userPreferences.organisationId, userPreferences.userId], set });
};
