import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import { remembered } from "#worker/database/remembered";
import type { Scope } from "#worker/database/scope";
import { type HeldRole, heldRoles, privilegesOf } from "#worker/http/held-roles.queries";
import { boundTo, everywhere, scopeOfPlaces, scopesOf } from "#worker/http/places";
import { readPlaces } from "#worker/http/places.queries";

/** What a user holds. Two requests have the same object while nothing has changed. */
export interface Held {
	/** The user's first role first. */
	roles: readonly HeldRole[];
	privileges: string[];
	scopeFor: OrgContext["scopeFor"];
}

/** Reads what a user holds. Remembered with the configuration, whose version every change of roles and structure raises. */
export const readHeld = (
	ctx: Pick<OrgContext, "db" | "organisationId" | "configVersion">,
	userId: string,
): Promise<Held> =>
	remembered(ctx, `held by ${userId}`, async () => {
		const roles = await heldRoles(ctx.db, ctx.organisationId, [userId]);
		const scopeFor = scopesOf(roles, await readPlaces(ctx, boundTo(roles)));
		return { roles, privileges: privilegesOf(roles), scopeFor };
	});

/** Returns the applicants of the places where a user holds any of these privileges, for work in their name. */
export const scopeOfUser = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	userId: string,
	privileges: readonly Permission[],
): Promise<Scope> => {
	const { scopeFor } = await readHeld({ db, organisationId, configVersion: undefined }, userId);
	return scopeFor(privileges);
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
