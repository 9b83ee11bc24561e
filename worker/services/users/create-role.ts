import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { grantsMoreThanHeld, orderedPrivileges, stateOf } from "#worker/services/users/role";
import { insertRole } from "#worker/services/users/writes";

/** Creates a role that grants nothing that its creator does not hold (§6). */
export const createRole = async (ctx: OrgContext, body: { name: string; privileges: readonly string[] }) => {
	if (grantsMoreThanHeld(ctx.actor.privileges, body.privileges)) return fail("privilege_not_held");
	const now = ctx.now();
	const role = {
		id: ctx.newId(),
		name: body.name,
		privileges: orderedPrivileges(body.privileges),
		createdAt: now,
		updatedAt: now,
	};
	try {
		await commit(ctx, {
			writes: [insertRole(ctx.db, { organisationId: ctx.organisationId, ...role })],
			event: { type: "role.created", payload: { roleId: role.id, name: role.name, after: stateOf(role) } },
		});
	} catch (error) {
		if (isDuplicate(error, "roles", "roles_by_name")) return fail("role_exists");
		throw error;
	}
	return ok(role);
};
