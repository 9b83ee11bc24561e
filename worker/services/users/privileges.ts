import { allPermissions } from "#worker/contract/permissions";

const actions = { c: "create", r: "read", u: "update", d: "delete" } as const;

/** Every privilege a role can hold (§6). */
export const privileges = allPermissions.map((name) => {
	const [resource = "", action] = name.split(":");
	return { name, resource, action: actions[action as keyof typeof actions] };
});
