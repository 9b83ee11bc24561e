import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";
import { UserRow } from "#worker/services/users/contract";

const section = "§7 Authentication and users";

const personName = (message: string) => requiredLine(message, 100, "This is too long.");

export const maxRolesOfUser = 20;

/** A role that a user is to hold. */
export const GivenRole = v.strictObject({
	roleId: described(Id, "The id of the role."),
	adminLevelItemId: described(
		v.optional(v.nullable(Id), null),
		"The id of the item of the structure that the role is held at; null for the whole institution.",
	),
});
export type GivenRole = v.InferOutput<typeof GivenRole>;

const isDistinct = (given: GivenRole[]) => new Set(given.map(({ roleId }) => roleId)).size === given.length;

/** What staff type of a user. */
export const StaffFields = {
	firstName: described(personName("Enter the first name"), "The first name."),
	lastName: described(personName("Enter the last name"), "The last name."),
	roles: described(
		v.pipe(
			v.array(GivenRole),
			v.maxLength(maxRolesOfUser, `A user can hold at most ${maxRolesOfUser} roles.`),
			v.check(isDistinct, "A role can be given once. Remove the second one."),
		),
		"The roles of the user; nobody can give a role that grants more than they hold.",
	),
};

export const InvitedEmail = v.pipe(
	v.string("Enter the email address"),
	v.trim(),
	v.toLowerCase(),
	v.minLength(1, "Enter the email address"),
	v.maxLength(320, "This is too long."),
	v.email("Invalid Email Address"),
);

export const StaffMember = v.object({
	...UserRow.entries,
	invitationEndsAt: v.nullable(moment("Until when the link of the invitation can be used; null without one.")),
	sessions: whole("How many sessions of the user are open."),
	version: RecordVersion,
});
export type StaffMember = v.InferOutput<typeof StaffMember>;

const Emailed = v.object({ emailed: flag("Whether the email could be sent; otherwise it can be sent again.") });

export const inviteUser = defineEndpoint({
	method: "POST",
	path: "/ums/users",
	summary: "Create an account and mail its holder a link to choose a password. Nobody can grant more than they hold.",
	section,
	access: ["users:c"],
	usersOnly: true,
	body: v.strictObject({
		...StaffFields,
		email: described(InvitedEmail, "The email address, which is also the username; it cannot be changed later."),
	}),
	response: v.object({ ...StaffMember.entries, ...Emailed.entries }),
	created: "/ums/users/{id}",
	problems: ["user_exists", "role_unknown", "place_unknown", "privilege_not_held", "role_or_place_changed"],
	idempotent: true,
});

export const getUser = defineEndpoint({
	method: "GET",
	path: "/ums/users/:id",
	summary: "One member of staff.",
	section,
	access: anyOf("users", "roles"),
	params: IdParams,
	response: StaffMember,
	problems: ["not_found"],
});

export const updateUser = defineEndpoint({
	method: "PUT",
	path: "/ums/users/:id",
	summary: "Change the name and the roles of a user; takes effect at the user's next request.",
	section,
	access: ["users:u"],
	usersOnly: true,
	params: IdParams,
	body: v.strictObject({ ...StaffFields, version: SeenVersion }),
	response: StaffMember,
	problems: [
		...(["not_found", "changed_meanwhile", "role_unknown", "place_unknown", "privilege_not_held"] as const),
		...(["role_or_place_changed", "last_administrator"] as const),
	],
});

export const blockUser = defineEndpoint({
	method: "PATCH",
	path: "/ums/users/:id",
	summary: "Block a user, which ends all their sessions at once, or unblock them.",
	section,
	access: ["users:u"],
	params: IdParams,
	body: v.strictObject({ blocked: flag("Whether the user can no longer sign in.") }),
	response: StaffMember,
	problems: ["not_found", "own_account", "privilege_not_held", "last_administrator"],
});

export const deleteUser = defineEndpoint({
	method: "DELETE",
	path: "/ums/users/:id",
	summary:
		"Delete an account that has never signed in and has no applicants; others can only be blocked, because the logs name them.",
	section,
	access: ["users:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted user.") }),
	problems: ["not_found", "privilege_not_held", "user_has_signed_in", "user_has_applicants", "last_administrator"],
});

export const resendInvitation = defineEndpoint({
	method: "POST",
	path: "/ums/users/:id/invitation",
	summary: "Mail the link to choose a password again. Earlier links no longer work.",
	section,
	access: ["users:c", "users:u"],
	params: IdParams,
	response: Emailed,
	problems: ["not_found", "already_confirmed", "user_blocked", "too_many_requests"],
});

export const sendPasswordReset = defineEndpoint({
	method: "POST",
	path: "/ums/users/:id/password-reset",
	summary: "Mail a user a link for a new password.",
	section,
	access: ["users:u"],
	params: IdParams,
	response: Emailed,
	problems: ["not_found", "privilege_not_held", "user_blocked", "too_many_requests"],
});

export const endSessions = defineEndpoint({
	method: "DELETE",
	path: "/ums/users/:id/sessions",
	summary: "End all sessions of a user, who has to sign in again.",
	section,
	access: ["users:u"],
	params: IdParams,
	response: v.object({ ended: whole("How many sessions were open.") }),
	problems: ["not_found", "privilege_not_held"],
});
