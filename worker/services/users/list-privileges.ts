import { allPermissions } from "#worker/contract/permissions";
import { ok } from "#worker/contract/result";

const actions = { c: "create", r: "read", u: "update", d: "delete" } as const;

const privileges = allPermissions.map((name) => {
	const [resource = "", action] = name.split(":");
	return { name, resource, action: actions[action as keyof typeof actions] };
});

/** Every privilege a role can hold (§6). */
export const listPrivileges = async () => ok({ data: privileges });
