import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { mayCall } from "#app/session/may-call";
import type { Choice } from "#app/ui/form/choice";
import { listStructure } from "#worker/services/admin-levels/contract";
import { listRoles } from "#worker/services/users/contract";

/** Loads the roles and the places that a user can be given. A role that grants more than one holds cannot be chosen. */
export const loadRoleChoices = async (
	{ call }: { call: ApiCall },
	user: { privileges: readonly string[] },
): Promise<{ roles: Choice[]; items: Choice[] }> => {
	const roles = orThrow(await call(listRoles, {})).data.map(({ id, name, privileges }) => {
		const mayGive = privileges.every((privilege) => user.privileges.includes(privilege));
		return { value: id, label: mayGive ? name : `${name} (grants more than you hold)`, disabled: !mayGive };
	});
	const found = mayCall(user, listStructure) ? orThrow(await call(listStructure, {})).data : [];
	const items = found.map(({ id, name, levelName }) => ({ value: id, label: `${name} (${levelName})` }));
	return { roles, items };
};
