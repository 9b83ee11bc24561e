/** Resources on which privileges are granted, in the specification's spelling (§6). */
export const permissionResources = [
	"appreport",
	"application",
	"forms",
	"course",
	"users",
	"roles",
	"templates",
	"adminlevel",
	"levelitem",
	"appgroups",
	"groupitem",
	"paylog",
	"candigroup",
	"candidate",
	"statistics",
	"organisation",
	"candiemail",
	"coupons",
	"reminder",
	"payments",
] as const;

export type PermissionResource = (typeof permissionResources)[number];
export type PermissionAction = "c" | "r" | "u" | "d";
/** `resource:action`; payments knows only r and u (§6). */
export type Permission = `${Exclude<PermissionResource, "payments">}:${PermissionAction}` | "payments:r" | "payments:u";

export const permissionActions: readonly PermissionAction[] = ["c", "r", "u", "d"];

const actionsOf = (resource: PermissionResource): readonly PermissionAction[] =>
	resource === "payments" ? ["r", "u"] : permissionActions;

export const allPermissions = permissionResources.flatMap((resource) =>
	actionsOf(resource).map((action) => `${resource}:${action}` as Permission),
);

/** Returns every privilege on these resources: "any candidate" in the specification's table of guards. */
export const anyOf = (...resources: PermissionResource[]): readonly Permission[] =>
	allPermissions.filter((permission) => resources.some((resource) => permission.startsWith(`${resource}:`)));

/** Checks access, which is granted when the user holds any listed privilege (§6). */
export const holdsAny = (held: readonly string[], needed: readonly Permission[]): boolean =>
	needed.some((permission) => held.includes(permission));
