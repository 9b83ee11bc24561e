import { ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import type { CurrentUser } from "#worker/services/auth/contract";
import { findCurrentUser } from "#worker/services/auth/queries";

/** The signed-in member of staff, with the privileges they hold now (§3 Current user). */
export const currentUser = async (ctx: OrgContext): Promise<Result<CurrentUser>> => {
	const user = await findCurrentUser(ctx.db, ctx.organisationId, ctx.actor.id);
	if (!user) throw new Error("the signed-in user is gone");
	return ok(user);
};
