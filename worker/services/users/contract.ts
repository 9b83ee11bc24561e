import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import {
	Keyword,
	PageIndex,
	PageOf,
	PageSize,
	QueryBoolean,
	QueryInteger,
	ShortListQuery,
} from "#worker/contract/page";
import { allPermissions, anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/text/visible-text";
import { AdminRole } from "#worker/services/auth/contract";

const UserRow = v.object({
	id: v.string(),
	firstName: v.string(),
	lastName: v.string(),
	email: v.string(),
	blocked: v.boolean(),
	adminRoles: v.array(AdminRole),
	lastLoginAt: v.nullable(v.number()),
	createdAt: v.number(),
});

export const listUsers = defineEndpoint({
	method: "GET",
	path: "/ums/users",
	summary: "Members of staff, by name; keyword matches the beginning of a name or email.",
	section: "§7 Authentication and users",
	access: anyOf("users", "roles"),
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		/** Instead of a page: how many rows to skip. */
		offset: v.optional(QueryInteger({ min: 0, max: 1_000_000 }, "The offset must be a whole number from 0.")),
		keyword: v.optional(Keyword),
		roleId: v.optional(Id),
		blocked: v.optional(QueryBoolean),
	}),
	aliases: { limit: "size" },
	response: PageOf(UserRow),
	problems: [],
});

const Role = v.object({
	id: v.string(),
	name: v.string(),
	privileges: v.array(v.string()),
	createdAt: v.number(),
	updatedAt: v.number(),
});

const RoleBody = v.strictObject({
	name: v.pipe(
		v.string("Enter a name"),
		v.transform(visibleLine),
		v.minLength(1, "Enter a name"),
		v.maxLength(100, "This is too long."),
	),
	privileges: v.pipe(
		v.array(v.picklist(allPermissions, "This privilege does not exist.")),
		v.maxLength(allPermissions.length, "Too many privileges."),
	),
});

const roleSection = "§6 and §7 Authentication and users";

export const listRoles = defineEndpoint({
	method: "GET",
	path: "/ums/roles",
	summary: "Every role with its privileges.",
	section: roleSection,
	access: ["roles:c", "roles:r", "roles:u", "roles:d", "users:r", "users:c", "users:u", "users:d"],
	query: ShortListQuery,
	response: PageOf(Role),
	problems: [],
});

export const createRole = defineEndpoint({
	method: "POST",
	path: "/ums/roles",
	summary: "Create a role. Nobody can grant a privilege they do not hold.",
	section: roleSection,
	access: ["roles:c"],
	body: RoleBody,
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
	problems: ["not_found"],
});

export const updateRole = defineEndpoint({
	method: "PUT",
	path: "/ums/roles/:id",
	summary: "Rename a role or change its privileges; takes effect at its holders' next request.",
	section: roleSection,
	access: ["roles:u"],
	params: IdParams,
	body: RoleBody,
	response: Role,
	problems: ["not_found", "role_exists", "role_changed", "privilege_not_held"],
});

export const deleteRole = defineEndpoint({
	method: "DELETE",
	path: "/ums/roles/:id",
	summary: "Delete a role nobody holds.",
	section: roleSection,
	access: ["roles:d"],
	params: IdParams,
	response: v.object({ id: v.string() }),
	problems: ["not_found", "role_in_use"],
});

export const listPrivileges = defineEndpoint({
	method: "GET",
	path: "/ums/privileges",
	summary: "Every privilege a role can hold.",
	section: "§6",
	access: anyOf("roles", "users"),
	query: ShortListQuery,
	response: PageOf(
		v.object({ name: v.string(), resource: v.string(), action: v.picklist(["create", "read", "update", "delete"]) }),
	),
	problems: [],
});

export const userStatistics = defineEndpoint({
	method: "GET",
	path: "/ums/statistics/users",
	summary: "How many members of staff there are, and how many are blocked.",
	section: "§7 Authentication and users",
	access: anyOf("users", "roles"),
	response: v.object({ total: v.number(), active: v.number(), blocked: v.number() }),
	problems: [],
});
