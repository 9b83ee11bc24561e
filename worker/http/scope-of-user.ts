import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import type { Scope } from "#worker/database/scope";
import { heldRoles } from "#worker/http/held-roles.queries";
import { boundTo, everywhere, scopeOfPlaces, scopesOf } from "#worker/http/places";
import { readPlaces } from "#worker/http/places.queries";

/** Returns the applicants of the places where a user holds any of these privileges, for work in their name. */
export const scopeOfUser = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	userId: string,
	privileges: readonly Permission[],
): Promise<Scope> => {
	const roles = await heldRoles(db, organisationId, [userId]);
	const places = await readPlaces({ db, organisationId, configVersion: undefined }, boundTo(roles));
	return scopesOf(roles, places)(privileges);
};

/** Returns the applicants of the places where a user holds any of these roles; none for an API key, which has no role. */
export const scopeOfRoles = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	userId: string,
	roleIds: readonly string[],
): Promise<Scope> => {
	const roles = (await heldRoles(db, organisationId, [userId])).filter(({ roleId }) => roleIds.includes(roleId));
	const places = await readPlaces({ db, organisationId, configVersion: undefined }, boundTo(roles));
	return roles.some(({ placeId }) => placeId === null) ? everywhere : scopeOfPlaces(places);
};
