import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { listColumns } from "#worker/contract/list-columns";
import {
	Keyword,
	PageIndex,
	PageOf,
	PageSize,
	QueryBoolean,
	QueryInteger,
	ShortListQuery,
	SortKey,
} from "#worker/contract/page";
import { allPermissions, anyOf } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";
import { AdminRole } from "#worker/services/auth/contract";

export const UserRow = v.object({
	id: text("The id of the user."),
	firstName: text("The first name."),
	lastName: text("The last name."),
	email: text("The email address, which is also the username."),
	blocked: flag("Whether the user can no longer sign in."),
	isConfirmed: flag("Whether the user has confirmed the email address; until then the invitation is open."),
	adminRoles: described(v.array(AdminRole), "The roles that the user holds."),
	lastLoginAt: v.nullable(moment("When the user signed in last; null for never.")),
	createdAt: moment("When the account was created."),
});
export type UserRow = v.InferOutput<typeof UserRow>;

export const listUsers = defineEndpoint({
	method: "GET",
	path: "/ums/users",
	summary: "Members of staff, by name unless sorted otherwise; keyword matches the beginning of a name or email.",
	section: "§7 Authentication and users",
	access: anyOf("users", "roles"),
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		offset: described(
			v.optional(QueryInteger({ min: 0, max: 1_000_000 }, "The offset must be a whole number from 0.")),
			"How many rows to skip, instead of a page.",
		),
		keyword: described(v.optional(Keyword), "Users whose name or email address begins with each word of this text."),
		roleId: described(v.optional(Id), "Only users who hold this role."),
		blocked: described(v.optional(QueryBoolean), "Only blocked users, or only the others."),
		sort: SortKey(["name", "email", "login", "created"], "By `login`, users who never logged in come first."),
	}),
	aliases: { limit: "size" },
	response: PageOf(UserRow),
});

export const Role = v.object({
	id: text("The id of the role."),
	name: text("The name of the role; each has its own."),
	privileges: described(v.array(v.string()), "The privileges that the role grants, as `resource:action`."),
	createdAt: moment("When the role was created."),
	updatedAt: moment("When the role was last changed."),
	version: RecordVersion,
});
export type Role = v.InferOutput<typeof Role>;

export const ListedRole = v.object({ ...Role.entries, holders: whole("How many users hold it.") });
export type ListedRole = v.InferOutput<typeof ListedRole>;

export const RoleFields = {
	name: described(requiredLine("Enter a name", 100, "This is too long."), "The name of the role; each has its own."),
	privileges: described(
		v.pipe(
			v.array(v.picklist(allPermissions, "This privilege does not exist.")),
			v.maxLength(allPermissions.length, "Too many privileges."),
		),
		"The privileges that the role grants; nobody can grant what they do not hold.",
	),
};

const roleSection = "§6 and §7 Authentication and users";

export const listRoles = defineEndpoint({
	method: "GET",
	path: "/ums/roles",
	summary: "Every role with its privileges, and how many users hold it; by name unless sorted otherwise.",
	section: roleSection,
	access: ["roles:c", "roles:r", "roles:u", "roles:d", "users:r", "users:c", "users:u", "users:d"],
	query: v.strictObject({
		...ShortListQuery.entries,
		keyword: described(v.optional(Keyword, ""), "Only roles whose name contains every word of this text."),
		sort: SortKey(["name", "holders"]),
	}),
	response: PageOf(ListedRole),
});

export const createRole = defineEndpoint({
	method: "POST",
	path: "/ums/roles",
	summary: "Create a role. Nobody can grant a privilege they do not hold.",
	section: roleSection,
	access: ["roles:c"],
	usersOnly: true,
	body: v.strictObject(RoleFields),
	response: Role,
	created: "/ums/roles/{id}",
	problems: ["role_exists", "privilege_not_held"],
	idempotent: true,
});

export const getRole = defineEndpoint({
	method: "GET",
	path: "/ums/roles/:id",
	summary: "One role.",
	section: roleSection,
	access: ["roles:c", "roles:r", "roles:u", "roles:d"],
	params: IdParams,
	response: Role,
});

export const updateRole = defineEndpoint({
	method: "PUT",
	path: "/ums/roles/:id",
	summary: "Rename a role or change its privileges; takes effect at its holders' next request.",
	section: roleSection,
	access: ["roles:u"],
	usersOnly: true,
	params: IdParams,
	body: v.strictObject({ ...RoleFields, version: SeenVersion }),
	response: Role,
	problems: [
		"not_found",
		"role_exists",
		"role_changed",
		"changed_meanwhile",
		"privilege_not_held",
		"last_administrator",
	],
});

const changeProblems = [
	...(["role_exists", "role_changed", "changed_meanwhile", "privilege_not_held", "last_administrator"] as const),
] as const;

export const listRoleChanges = defineEndpoint({
	method: "GET",
	path: "/ums/roles/:id/history",
	summary: "Who changed a role, when, and what it was before and afterwards; the newest change first.",
	section: roleSection,
	access: ["roles:c", "roles:r", "roles:u", "roles:d"],
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(RecordChange),
});

export const restoreRole = defineEndpoint({
	method: "POST",
	path: "/ums/roles/:id/restore",
	summary: "Restore the name and privileges that a role had after a change. This counts as a new change.",
	section: roleSection,
	access: ["roles:u"],
	usersOnly: true,
	params: IdParams,
	body: v.strictObject({
		changeId: described(Id, "The id of the change, from the history."),
		version: SeenVersion,
	}),
	response: Role,
	problems: ["state_not_restorable", ...changeProblems],
	idempotent: true,
});

export const deleteRole = defineEndpoint({
	method: "DELETE",
	path: "/ums/roles/:id",
	summary: "Delete a role nobody holds.",
	section: roleSection,
	access: ["roles:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted role.") }),
	problems: ["not_found", "role_in_use"],
});

export const Privilege = v.object({
	name: text("The privilege, as `resource:action`."),
	resource: text("What it is about."),
	action: described(v.picklist(["create", "read", "update", "delete"]), "What it allows."),
});

export const listPrivileges = defineEndpoint({
	method: "GET",
	path: "/ums/privileges",
	summary: "Every privilege a role can hold.",
	section: "§6",
	access: anyOf("roles", "users"),
	query: ShortListQuery,
	response: PageOf(Privilege),
});

export const userStatistics = defineEndpoint({
	method: "GET",
	path: "/ums/statistics/users",
	summary: "How many members of staff there are, and how many are blocked.",
	section: "§7 Authentication and users",
	access: anyOf("users", "roles"),
	response: v.object({
		total: whole("How many users there are."),
		active: whole("How many of them can sign in."),
		blocked: whole("How many of them are blocked."),
	}),
});

export const UserPreferences = v.object({
	singleKeys: flag("Whether single keys run commands."),
	goesOn: flag("Whether the next applicant of the list opens after a stage change."),
	listColumns: described(
		v.nullable(v.pipe(v.array(v.picklist(listColumns, "Unknown column")), v.maxLength(listColumns.length))),
		"The columns of the applicants list after the name, in order; null for the usual ones.",
	),
});
export type UserPreferences = v.InferOutput<typeof UserPreferences>;

export const getPreferences = defineEndpoint({
	method: "GET",
	path: "/ums/me/preferences",
	summary: "How the user works with the portal, on any device.",
	section: "§7 Authentication and users",
	access: "signed-in",
	response: UserPreferences,
});

const isSomething = (change: object) => Object.keys(change).length > 0;

export const updatePreferences = defineEndpoint({
	method: "PATCH",
	path: "/ums/me/preferences",
	summary: "Changes some of them.",
	section: "§7 Authentication and users",
	access: "signed-in",
	body: v.pipe(v.partial(v.strictObject(UserPreferences.entries)), v.check(isSomething, "There is nothing to change.")),
	example: { goesOn: true },
	response: UserPreferences,
});
