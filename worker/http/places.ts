import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import type { Scope } from "#worker/database/scope";
import type { HeldRole } from "#worker/http/held-roles.queries";
import type { Place } from "#worker/http/places.queries";

const scopeOf = (of: Pick<Scope, "courseIds" | "itemIds">) => of as Scope;

/** The scope of work for the whole institution: of its events, and of users with a role for all of it. */
export const everywhere = scopeOf({ courseIds: null, itemIds: null });

/** Returns the scope of some structure items. An item that no longer exists has no courses. */
export const scopeOfPlaces = (places: readonly Place[]): Scope =>
	places.some(({ isTop }) => isTop)
		? everywhere
		: scopeOf({
				courseIds: [...new Set(places.flatMap(({ courseIds }) => courseIds))],
				itemIds: [...new Set(places.map(({ itemId }) => itemId))].sort(),
			});

/** Returns the structure items to which roles are bound; none for users who see everybody. */
export const boundTo = (roles: readonly Pick<HeldRole, "placeId">[]): string[] => [
	...new Set(roles.flatMap(({ placeId }) => placeId ?? [])),
];

/**
 * Returns how a user's scope is found: the places of all their roles that grant any of the privileges. A role without a
 * place, or at the top of the structure, is a role for the whole institution.
 */
export const scopesOf = (
	roles: readonly Pick<HeldRole, "placeId" | "privileges">[],
	places: readonly Place[],
): OrgContext["scopeFor"] => {
	/** By the list itself: those of endpoints stay, and one that was made for a call goes with it. */
	const known = new WeakMap<readonly Permission[], Scope>();
	return (privileges) => {
		const scope = known.get(privileges) ?? scopeOfRolesWith(roles, places, privileges);
		known.set(privileges, scope);
		return scope;
	};
};

const scopeOfRolesWith = (
	roles: readonly Pick<HeldRole, "placeId" | "privileges">[],
	places: readonly Place[],
	privileges: readonly Permission[],
): Scope => {
	const granting = roles.filter((role) => role.privileges.some((held) => privileges.includes(held as Permission)));
	if (granting.some(({ placeId }) => placeId === null)) return everywhere;
	const ids = boundTo(granting);
	return scopeOfPlaces(places.filter(({ itemId }) => ids.includes(itemId)));
};
