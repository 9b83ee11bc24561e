import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { UserPreferences } from "#worker/services/users/preferences.contract";
import { readPreferences } from "#worker/services/users/queries";
import { writePreferences } from "#worker/services/users/writes";

/** The preferences until a user chooses others. */
const atFirst: UserPreferences = { singleKeys: true, goesOn: false };

/** Returns the user's own preferences, or the defaults. */
export const openPreferences = async (ctx: OrgContext) => ok((await readPreferences(ctx)) ?? atFirst);

/** Changes some preferences and keeps the others. */
export const changePreferences = async (ctx: OrgContext, change: Partial<UserPreferences>) => {
	await writePreferences(ctx, change);
	return openPreferences(ctx);
};
