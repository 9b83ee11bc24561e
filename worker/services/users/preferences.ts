import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { UserPreferences } from "#worker/services/users/preferences.contract";
import { readPreferences } from "#worker/services/users/preferences.queries";
import { writePreferences } from "#worker/services/users/preferences.writes";

/** How everybody works until they choose. */
const atFirst: UserPreferences = { singleKeys: true, goesOn: false };

/** The user's own preferences, or those of everybody at first. */
export const openPreferences = async (ctx: OrgContext) => ok((await readPreferences(ctx)) ?? atFirst);

/** Changes some of them and leaves the others. */
export const changePreferences = async (ctx: OrgContext, change: Partial<UserPreferences>) => {
	await writePreferences(ctx, change);
	return openPreferences(ctx);
};
