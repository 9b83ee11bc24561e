import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { toAdminRole } from "#worker/services/users/queries";

/** Returns the signed-in staff member, with the privileges they hold now (§3 Current user). */
export const currentUser = async ({ actor }: OrgContext) => {
	const { id, firstName, lastName, email, roles, privileges } = actor;
	// why never blocked: a blocked user is not signed in.
	return ok({
		id,
		firstName,
		lastName,
		email,
		blocked: false,
		adminRoles: roles.map(toAdminRole),
		privileges: [...privileges],
	});
};
