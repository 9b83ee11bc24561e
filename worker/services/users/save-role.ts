import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { pageOfChanges, stateAfter } from "#worker/records/queries";
import { RoleFields } from "#worker/services/users/contract";
import { heldEverywhere } from "#worker/services/users/given-roles";
import { reopenPages } from "#worker/services/users/open-pages";
import { findHolders, roleById, roleKind, takesLastAdministrator } from "#worker/services/users/queries";
import { changeRole, deleteUnheldRole, insertRole, writeRoleChange } from "#worker/services/users/writes";

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
	const changed = { id: ctx.newId(), recordId: role.id, action: "created" as const, after: stateOf(role) };
	try {
		await commit(ctx, {
			writes: [insertRole(ctx.db, { organisationId: ctx.organisationId, ...role }), ...writeRoleChange(ctx, changed)],
			event: {
				id: changed.id,
				type: "role.created",
				payload: { roleId: role.id, name: role.name, after: stateOf(role) },
			},
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
	isRestored?: boolean;
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
		const [before, after] = [stateOf(role), stateOf({ ...change, privileges: orderedPrivileges(change.privileges) })];
		// why: a change of nothing would be a line in the history, and a conflict for everybody who has the role open.
		if (JSON.stringify(before) === JSON.stringify(after)) return ok(role);
		if (change.version !== undefined && change.version !== role.version)
			return fail("changed_meanwhile", { details: { current: role } });
		if (changesMoreThanHeld(heldEverywhere(ctx.actor.roles), change.privileges, role.privileges))
			return fail("privilege_not_held");
		const changed = {
			...role,
			...after,
			// why: the version has to grow, and two changes may share a moment.
			updatedAt: Math.max(ctx.now(), role.version + 1),
		};
		const action = change.isRestored ? ("restored" as const) : ("updated" as const);
		const noted = { id: ctx.newId(), recordId: role.id, action, before, after };
		try {
			const write = changeRole(ctx.db, { organisationId: ctx.organisationId, ...changed }, role);
			const committed = await commit(ctx, {
				guarded: { write, expectedChanges: 1 },
				writes: writeRoleChange(ctx, noted, role),
				event: {
					id: noted.id,
					type: "role.updated" as const,
					payload: { roleId: role.id, name: changed.name, before, after },
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

/** Gives a role the name and the privileges again that it had after a change, by the rules of every change. */
export const restoreRole = async (ctx: OrgContext, id: string, { changeId, version }: Restoring) => {
	if (!(await roleById(ctx.db, ctx.organisationId, id))) return fail("not_found");
	const state = v.safeParse(v.object(RoleFields), await stateAfter(ctx, roleKind, { id, changeId }));
	if (!state.success) return fail("state_not_restorable");
	return updateRole(ctx, { id, ...state.output, version, isRestored: true });
};

export const listRoleChanges = async (ctx: OrgContext, id: string, query: { page: number; size: number }) =>
	(await roleById(ctx.db, ctx.organisationId, id))
		? ok(await pageOfChanges(ctx, roleKind, id, query))
		: fail("not_found");

interface Restoring {
	changeId: string;
	version?: number | undefined;
}

/** Deletes a role that nobody holds (§7); otherwise `role_in_use`. */
export const deleteRole = async (ctx: OrgContext, id: string) => {
	const role = await roleById(ctx.db, ctx.organisationId, id);
	if (!role) return fail("not_found");
	const before = stateOf(role);
	const noted = { id: ctx.newId(), recordId: id, action: "deleted" as const, before };
	const committed = await commit(ctx, {
		guarded: { write: deleteUnheldRole(ctx.db, ctx.organisationId, id), expectedChanges: 1 },
		writes: writeRoleChange(ctx, noted, role),
		event: { id: noted.id, type: "role.deleted", payload: { roleId: id, name: role.name, before } },
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
