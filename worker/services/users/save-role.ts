import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { heldEverywhere } from "#worker/services/users/given-roles";
import { reopenPages } from "#worker/services/users/open-pages";
import { findHolders, roleById, takesLastAdministrator } from "#worker/services/users/queries";
import { changeRole, deleteUnheldRole, insertRole } from "#worker/services/users/writes";

/** Creates a role (§6): `privilege_not_held` if it grants what its creator has not, `role_exists` by its name. */
export const createRole = async (ctx: OrgContext, body: { name: string; privileges: readonly string[] }) => {
	if (changesMoreThanHeld(heldEverywhere(ctx.actor.roles), body.privileges)) return fail("privilege_not_held");
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
	return ok({ ...role, version: now });
};

interface RoleChange {
	id: string;
	name: string;
	privileges: readonly string[];
	version?: number | undefined;
}

/** How often a change is tried again while others change the same role. */
const maxAttempts = 5;

/**
 * Changes a role, from its holders' next request on. The author must hold what is added and what is taken away at that
 * moment (§6), and somebody must still be able to administer users and roles.
 */
export const updateRole = async (ctx: OrgContext, change: RoleChange) => {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const role = await roleById(ctx.db, ctx.organisationId, change.id);
		if (!role) return fail("not_found");
		if (change.version !== undefined && change.version !== role.version)
			return fail("changed_meanwhile", { details: { current: role } });
		if (changesMoreThanHeld(heldEverywhere(ctx.actor.roles), change.privileges, role.privileges))
			return fail("privilege_not_held");
		const changed = {
			...role,
			name: change.name,
			privileges: orderedPrivileges(change.privileges),
			// why: the version has to grow, and two changes may share a moment.
			updatedAt: Math.max(ctx.now(), role.version + 1),
		};
		try {
			const write = changeRole(ctx.db, { organisationId: ctx.organisationId, ...changed }, role);
			const committed = await commit(ctx, {
				guarded: { write, expectedChanges: 1 },
				event: {
					type: "role.updated",
					payload: { roleId: role.id, name: changed.name, before: stateOf(role), after: stateOf(changed) },
				},
			});
			if (committed) {
				reopenPages(ctx, () => findHolders(ctx.db, ctx.organisationId, changed.id));
				return ok({ ...changed, version: changed.updatedAt });
			}
			if (await takesLastAdministrator(ctx, role, changed)) return fail("last_administrator");
		} catch (error) {
			if (isDuplicate(error, "roles", "roles_by_name")) return fail("role_exists");
			throw error;
		}
	}
	return fail("role_changed");
};

/** Deletes a role that nobody holds (§7); otherwise `role_in_use`. */
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

/** Sorts privileges and removes repeats, so that equal grants are equal rows. */
const orderedPrivileges = (privileges: readonly string[]): string[] => [...new Set(privileges)].sort();

/**
 * Checks whether the change would grant or take away something that its author does not hold. Existing grants may stay
 * (§6).
 */
const changesMoreThanHeld = (
	held: readonly string[],
	wanted: readonly string[],
	granted: readonly string[] = [],
): boolean =>
	[...wanted, ...granted].some(
		(privilege) => wanted.includes(privilege) !== granted.includes(privilege) && !held.includes(privilege),
	);

const stateOf = ({ name, privileges }: { name: string; privileges: readonly string[] }) => ({
	name,
	privileges: [...privileges],
});
