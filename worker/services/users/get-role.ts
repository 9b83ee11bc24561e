import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { roleById } from "#worker/services/users/roles.queries";

/** Finds one role of the institution (§7). */
export const getRole = async (ctx: OrgContext, id: string) => {
	const role = await roleById(ctx.db, ctx.organisationId, id);
	return role ? ok(role) : fail("not_found");
};
