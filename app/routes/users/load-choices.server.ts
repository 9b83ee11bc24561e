import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { mayCall } from "#app/session/may-call";
import type { Choice } from "#app/ui/form/choice";
import { listAdminLevelItems } from "#worker/services/admin-levels/contract";
import { listRoles } from "#worker/services/users/contract";

/** Pages of the structure that the choice of a place has; a hundred items each. */
const maxPages = 10;

/** Loads the roles and the places that a user can be given. A role that grants more than one holds cannot be chosen. */
export const loadRoleChoices = async (
	{ call }: { call: ApiCall },
	user: { privileges: readonly string[] },
): Promise<{ roles: Choice[]; items: Choice[] }> => {
	const roles = orThrow(await call(listRoles, {})).data.map(({ id, name, privileges }) => {
		const mayGive = privileges.every((privilege) => user.privileges.includes(privilege));
		return { value: id, label: mayGive ? name : `${name} (grants more than you hold)`, disabled: !mayGive };
	});
	const items: Choice[] = [];
	for (let page = 0; page < maxPages && mayCall(user, listAdminLevelItems); page++) {
		const found = orThrow(await call(listAdminLevelItems, { query: { page: String(page), size: "100" } }));
		items.push(...found.data.map(({ id, name, level }) => ({ value: id, label: `${name} (${level.name})` })));
		if (found.next === null) break;
	}
	return { roles, items };
};
