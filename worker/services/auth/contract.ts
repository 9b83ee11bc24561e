import * as v from "valibot";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint, type EndpointInput, type EndpointResponse } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import type { Result } from "#worker/contract/result";

const required = (message: string, max = 320) =>
	v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(max, "This is too long."));

export const LoginForm = v.object({
	username: described(required("Enter Username"), "The email address of the user."),
	password: described(
		v.pipe(v.string("Enter Password"), v.minLength(1, "Enter Password"), v.maxLength(200, "This is too long.")),
		"The password.",
	),
});

export const ResetRequestForm = v.object({
	username: described(required("Enter Email Address"), "The email address of the user."),
});

const passwordRule =
	"Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and One Special Case Character e.g @,#";

/** §5 New password. Spaces and any length up to 200 are allowed. */
export const NewPassword = v.pipe(
	v.string("Enter New Password"),
	v.minLength(1, "Enter New Password"),
	v.maxLength(200, "This is too long."),
	v.check(
		(password) =>
			password.length >= 8 && [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u].every((kind) => kind.test(password)),
		passwordRule,
	),
);

export const NewPasswordForm = v.pipe(
	v.object({
		password: NewPassword,
		confirmPassword: v.pipe(v.string("Confirm New Password"), v.minLength(1, "Confirm New Password")),
	}),
	v.forward(
		v.partialCheck(
			[["password"], ["confirmPassword"]],
			(form) => form.password === form.confirmPassword,
			"Confirm password does not match password",
		),
		["confirmPassword"],
	),
);

/** A role that the user holds, with its level and item (§3 Current user). */
export const AdminRole = v.object({
	role: described(Named, "The role."),
	adminLevel: described(
		v.nullable(Named),
		"The level of the institution that the role is held at; null for all of it.",
	),
	adminLevelItem: described(
		v.nullable(Named),
		"The item of that level; null for all of it. One that no longer exists is called “Deleted place”, and has no level.",
	),
});

export const CurrentUser = v.object({
	id: text("The id of the user."),
	firstName: text("The first name."),
	lastName: text("The last name."),
	email: text("The email address."),
	blocked: flag("Whether the user can no longer sign in."),
	adminRoles: described(v.array(AdminRole), "The roles that the user holds."),
	privileges: described(v.array(v.string()), "Every privilege of those roles, as `resource:action`."),
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

/** The user with the places of their roles. */
export const PlacedUser = v.object({
	...CurrentUser.entries,
	places: described(
		v.nullable(v.array(v.string())),
		"The names of the structure items whose applicants the user sees; null for everybody's.",
	),
	privilegesAtPlaces: described(
		v.array(v.string()),
		"Those of the privileges that the user holds only at places of the institution, and not for all of it.",
	),
});
export type PlacedUser = v.InferOutput<typeof PlacedUser>;

/** §3 Login response. */
export const SignedIn = v.object({
	accessToken: text("Sent with every call as a bearer token; it lasts 15 minutes."),
	refreshToken: text("Exchanged for a new pair of tokens."),
	user: described(CurrentUser, "The user that signed in."),
});
export type SignedIn = v.InferOutput<typeof SignedIn>;

const Done = v.object({ message: text("What was done, in plain words.") });

export const login = defineEndpoint({
	method: "POST",
	path: "/ums/login",
	summary: "Sign in with a username and a password.",
	section: "§7 Authentication and users",
	access: "public",
	body: v.strictObject({ ...LoginForm.entries, organisation: described(OrganisationId, "The id of the institution.") }),
	response: SignedIn,
	problems: ["login_failed", "too_many_requests", "busy"],
});

export const logout = defineEndpoint({
	method: "POST",
	path: "/ums/logout",
	summary: "End the session on the server.",
	section: "§2 Top bar",
	access: "signed-in",
	usersOnly: true,
	response: Done,
});

export const currentUser = defineEndpoint({
	method: "GET",
	path: "/ums/me",
	summary: "The signed-in member of staff with the privileges they hold now.",
	section: "§3 Current user",
	access: "signed-in",
	response: PlacedUser,
});

export const refreshToken = defineEndpoint({
	method: "POST",
	path: "/ums/token",
	summary:
		"Exchange a refresh token for a new pair. A token that was already exchanged ends the whole session. A session that was opened by this API itself needs no secret.",
	section: "§7",
	access: "public",
	encoding: "form",
	body: v.strictObject({
		grant_type: described(v.literal("refresh_grant", "Only refresh_grant is known."), "Always `refresh_grant`."),
		refresh_token: described(
			v.pipe(v.string(), v.maxLength(1000, "This is not a valid value.")),
			"The refresh token of the last pair.",
		),
		client_id: described(
			v.optional(v.pipe(v.string(), v.maxLength(100, "This is not a valid value."))),
			"The id of the client; only for a session that the portal opened.",
		),
		client_secret: described(
			v.optional(v.pipe(v.string(), v.maxLength(200, "This is not a valid value."))),
			"The secret of the client; only for a session that the portal opened.",
		),
	}),
	response: v.object({
		access_token: text("The new access token."),
		token_type: described(v.literal("Bearer"), "Always `Bearer`: how the access token is sent."),
		expires_in: whole("The seconds that the access token lasts."),
		refresh_token: text("The new refresh token."),
	}),
	problems: ["token_refused", "session_unknown"],
});

export const requestPasswordReset = defineEndpoint({
	method: "POST",
	path: "/ums/password/reset-request",
	summary: "Mail a link for a new password. Answers alike for known and unknown accounts.",
	section: "§7 Authentication and users",
	access: "public",
	body: v.strictObject({
		...ResetRequestForm.entries,
		organisation: described(OrganisationId, "The id of the institution."),
	}),
	response: Done,
	problems: ["too_many_requests"],
});

const tokenBody = {
	organisation: described(OrganisationId, "The id of the institution."),
	userId: described(
		v.pipe(v.string(), v.maxLength(64, "This is not a valid value.")),
		"The id of the user, from the link.",
	),
	token: described(v.pipe(v.string(), v.maxLength(200, "This is not a valid value.")), "The token, from the link."),
};

export const resetPassword = defineEndpoint({
	method: "POST",
	path: "/ums/password/reset",
	summary: "Set a new password with a mailed token. Ends every session of the account.",
	section: "§7 Authentication and users",
	access: "public",
	// why: held to NewPassword only after the token, so that a link can be asked about before a password is typed.
	body: v.strictObject({
		...tokenBody,
		password: described(v.pipe(v.string(), v.maxLength(200, "This is too long.")), "The new password."),
	}),
	response: Done,
	problems: ["reset_failed", "common_password", "too_many_requests", "busy"],
});

export const confirmEmail = defineEndpoint({
	method: "POST",
	path: "/ums/confirm",
	summary: "Confirm an email address with a mailed token, and set the first password of an account that has none.",
	section: "§7 Authentication and users",
	access: "public",
	// why: held to NewPassword only after the token, so that a link can be asked about before a password is typed.
	body: v.strictObject({
		...tokenBody,
		password: described(
			v.optional(v.pipe(v.string(), v.maxLength(200, "This is too long."))),
			"The first password of the account. An empty one confirms nothing: it only asks about the link.",
		),
	}),
	response: v.object({
		...Done.entries,
		needsPassword: flag("Whether the account still has no password; asked with an empty one."),
	}),
	problems: ["verification_failed", "common_password", "too_many_requests", "busy"],
});

/** why: it becomes part of a cookie and of a header, so another auth service's response is checked. */
const Token = v.pipe(v.string(), v.regex(/^[\w.~+/=-]{1,1000}$/));

export const googleTransfer = defineEndpoint({
	method: "POST",
	path: "/auth/products/:product/organisations/:orgName/transfer",
	summary: "Exchange the transfer code of a Google sign-in for a session.",
	section: "§7 Authentication and users",
	access: "public",
	params: v.strictObject({
		product: described(v.pipe(v.string(), v.maxLength(64)), "The product that is signed in to; it changes nothing."),
		orgName: described(OrganisationId, "The id of the institution."),
	}),
	body: v.strictObject({
		code: described(
			v.pipe(v.string(), v.maxLength(200, "This is not a valid value.")),
			"The `transfer_code` that the browser came back with.",
		),
	}),
	response: v.object({
		user: described(
			v.object({
				id: text("The id of the user."),
				roles: described(
					v.array(
						v.object({
							admin_level: described(
								v.nullable(Named),
								"The level that the role is held at; null for the whole institution.",
							),
							role: described(Named, "The role."),
						}),
					),
					"The roles that the user holds.",
				),
			}),
			"The user that signed in.",
		),
		access_token: described(Token, "Sent with every call as a bearer token."),
		refresh_token: described(Token, "Exchanged for a new pair of tokens."),
	}),
	problems: ["google_user_not_found"],
});
export type Transferred = EndpointResponse<typeof googleTransfer>;

/** Exchanges a transfer code, wherever the auth service is. */
export type GoogleTransfer = (
	input: EndpointInput<typeof googleTransfer>,
	requestId: string,
) => Promise<Result<Transferred>>;
