import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { stateOf } from "#worker/services/users/role";
import { roleById } from "#worker/services/users/roles.queries";
import { deleteUnheldRole } from "#worker/services/users/writes";

/** Deletes a role that nobody holds (§7). */
export const deleteRole = async (ctx: OrgContext, id: string) => {
	const role = await roleById(ctx.db, ctx.organisationId, id);
	if (!role) return fail("not_found");
	const committed = await commit(ctx, {
		guarded: { write: deleteUnheldRole(ctx.db, ctx.organisationId, id), expectedChanges: 1 },
		event: { type: "role.deleted", payload: { roleId: id, name: role.name, before: stateOf(role) } },
	});
	if (committed) return ok({ id });
	return (await roleById(ctx.db, ctx.organisationId, id)) ? fail("role_in_use") : fail("not_found");
};
