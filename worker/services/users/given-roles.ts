import type { Actor, OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { HeldRole } from "#worker/http/held-roles.queries";
import { deletedPlace } from "#worker/services/users/queries";
import type { GivenRole } from "#worker/services/users/staff.contract";
import { itemsWithAbove, rolesById } from "#worker/services/users/staff.queries";

/** A role with what it grants, and where: an item of the structure with those above it, or the whole institution. */
export interface PlacedRole {
	roleId: string;
	roleName: string;
	privileges: readonly string[];
	itemId: string | null;
	itemName: string | null;
	path: readonly string[];
}

/** Returns what the caller holds, and where: the scopes of an API key hold for the whole institution. */
export const heldBy = ({ isApiKey, privileges, roles }: Actor): readonly Pick<HeldRole, "privileges" | "placeId">[] =>
	isApiKey ? [{ privileges: [...privileges], placeId: null }] : roles;

/**
 * Checks whether a user holds all that a role grants, where it grants it (§6): by roles at the same item, at one above it,
 * or for the whole institution. A user can give, and take away, only such roles.
 */
export const holdsAll = (
	held: readonly Pick<HeldRole, "privileges" | "placeId">[],
	{ privileges, path }: Pick<PlacedRole, "privileges" | "path">,
): boolean =>
	privileges.every((privilege) =>
		held.some((role) => role.privileges.includes(privilege) && (role.placeId === null || path.includes(role.placeId))),
	);

/** Returns what a user holds for the whole institution: a role may be held anywhere, so only this can be put into one. */
export const heldEverywhere = (held: readonly Pick<HeldRole, "privileges" | "placeId">[]): string[] =>
	held.flatMap(({ privileges, placeId }) => (placeId === null ? privileges : []));

/**
 * Reads roles as they are to be given: `role_unknown` or `place_unknown` where one does not exist.
 * @param held what the user holds now: it may stay where it is, even at an item that is gone
 */
export const placeRoles = async (ctx: OrgContext, given: readonly GivenRole[], held: readonly PlacedRole[] = []) => {
	const itemIds = given.flatMap(({ adminLevelItemId }) => adminLevelItemId ?? []);
	const [roles, items] = await Promise.all([
		rolesById(
			ctx,
			given.map(({ roleId }) => roleId),
		),
		itemsWithAbove(ctx, itemIds),
	]);
	const placed: PlacedRole[] = [];
	for (const { roleId, adminLevelItemId: itemId } of given) {
		const role = roles.find(({ id }) => id === roleId);
		if (!role) return fail("role_unknown");
		const granted = { roleId, roleName: role.name, privileges: role.privileges };
		const item = itemId === null ? { name: null, path: [] } : items.get(itemId);
		const kept = held.find((one) => one.roleId === roleId && one.itemId === itemId);
		if (item) placed.push({ ...granted, itemId, itemName: item.name, path: item.path });
		else if (kept) placed.push({ ...kept, ...granted });
		else return fail("place_unknown");
	}
	return ok(placed);
};

/** Reads the roles that a user holds, with the items above those they are held at. */
export const placeHeldRoles = async (ctx: OrgContext, held: readonly HeldRole[]): Promise<PlacedRole[]> => {
	const items = await itemsWithAbove(
		ctx,
		held.flatMap(({ placeId }) => placeId ?? []),
	);
	return held.map(({ roleId, roleName, privileges, placeId, itemName }) => ({
		roleId,
		roleName,
		privileges,
		itemId: placeId,
		itemName: placeId === null ? null : (itemName ?? deletedPlace),
		path: placeId === null ? [] : (items.get(placeId)?.path ?? [placeId]),
	}));
};
