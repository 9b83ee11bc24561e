import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { heldAt, heldEverywhere, holdsAllOf } from "#app/routes/users/held-privileges";
import { mayCall } from "#app/session/may-call";
import type { Choice } from "#app/ui/form/choice";
import { listStructure } from "#worker/services/admin-levels/contract";
import type { PlacedUser } from "#worker/services/auth/contract";
import { listRoles } from "#worker/services/users/contract";

/**
 * Loads the roles and the places that a user can give, and the place that a further role is given at: the whole
 * institution, or their own. A role that grants more than they hold anywhere cannot be chosen.
 */
export const loadRoleChoices = async ({ call }: { call: ApiCall }, user: PlacedUser) => {
	const [roles, places] = await Promise.all([
		call(listRoles, {}).then((answer) => orThrow(answer).data),
		mayCall(user, listStructure) ? call(listStructure, {}).then((answer) => orThrow(answer).data) : [],
	]);
	const everywhere = heldEverywhere(user, roles);
	const held = places.map((place) => ({ place, privileges: heldAt(user, roles, { place, places }) }));
	const mayGive = (granted: readonly string[]) =>
		[everywhere, ...held.map(({ privileges }) => privileges)].some((own) =>
			granted.every((privilege) => own.includes(privilege)),
		);
	const reached = held.filter(({ privileges }) => privileges.length > 0).map(({ place }) => place);
	const choices: { roles: Choice[]; items: Choice[]; usualItemId: string } = {
		roles: roles.map(({ id, name, privileges }) => {
			const isHeld = mayGive(privileges);
			return { value: id, label: isHeld ? name : `${name} (grants more than you hold)`, disabled: !isHeld };
		}),
		items: reached.map(({ id, name, levelName }) => ({ value: id, label: `${name} (${levelName})` })),
		usualItemId: everywhere.length > 0 ? "" : (reached[0]?.id ?? ""),
	};
	/** Whether the user holds what another one does: only such accounts can be blocked, signed out and sent a link. */
	const holdsAll = (other: Pick<PlacedUser, "adminRoles">) => holdsAllOf(user, other, { roles, places });
	return { choices, holdsAll };
};
