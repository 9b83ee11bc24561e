import * as v from "valibot";
import { defineEndpoint, type EndpointInput, type EndpointResponse } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";
import type { Result } from "#worker/contract/result";

const text = (message: string, max = 320) =>
	v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(max, "This is too long."));

export const LoginForm = v.object({
	username: text("Enter Username"),
	password: v.pipe(v.string("Enter Password"), v.minLength(1, "Enter Password"), v.maxLength(200, "This is too long.")),
});

export const ResetRequestForm = v.object({ username: text("Enter Email Address") });

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

const Named = v.object({ id: v.string(), name: v.string() });

/** A role that the user holds, with its level and item (§3 Current user). */
export const AdminRole = v.object({
	role: Named,
	adminLevel: v.nullable(Named),
	adminLevelItem: v.nullable(Named),
});

export const CurrentUser = v.object({
	id: v.string(),
	firstName: v.string(),
	lastName: v.string(),
	email: v.string(),
	blocked: v.boolean(),
	adminRoles: v.array(AdminRole),
	/** Every privilege of those roles, `resource:action`. */
	privileges: v.array(v.string()),
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

/** §3 Login response. */
export const SignedIn = v.object({ accessToken: v.string(), refreshToken: v.string(), user: CurrentUser });
export type SignedIn = v.InferOutput<typeof SignedIn>;

const Done = v.object({ message: v.string() });

export const login = defineEndpoint({
	method: "POST",
	path: "/ums/login",
	summary: "Sign in with a username and a password.",
	section: "§7 Authentication and users",
	access: "public",
	body: v.strictObject({ ...LoginForm.entries, organisation: OrganisationId }),
	response: SignedIn,
	problems: ["login_failed", "too_many_requests"],
});

export const logout = defineEndpoint({
	method: "POST",
	path: "/ums/logout",
	summary: "End the session on the server.",
	section: "§2 Top bar",
	access: "signed-in",
	response: Done,
	problems: [],
});

export const currentUser = defineEndpoint({
	method: "GET",
	path: "/ums/me",
	summary: "The signed-in member of staff with the privileges they hold now.",
	section: "§3 Current user",
	access: "signed-in",
	response: CurrentUser,
	problems: [],
});

export const refreshToken = defineEndpoint({
	method: "POST",
	path: "/ums/token",
	summary: "Exchange a refresh token for a new pair. A token that was already exchanged ends the whole session.",
	section: "§7",
	access: "public",
	encoding: "form",
	body: v.strictObject({
		grant_type: v.literal("refresh_grant", "Only refresh_grant is known."),
		refresh_token: v.pipe(v.string(), v.maxLength(1000, "This is not a valid value.")),
		client_id: v.pipe(v.string(), v.maxLength(100, "This is not a valid value.")),
		client_secret: v.pipe(v.string(), v.maxLength(200, "This is not a valid value.")),
	}),
	response: v.object({ access_token: v.string(), refresh_token: v.string() }),
	problems: ["token_refused", "session_unknown"],
});

export const requestPasswordReset = defineEndpoint({
	method: "POST",
	path: "/ums/password/reset-request",
	summary: "Mail a link for a new password. Answers alike for known and unknown accounts.",
	section: "§7 Authentication and users",
	access: "public",
	body: v.strictObject({ ...ResetRequestForm.entries, organisation: OrganisationId }),
	response: Done,
	problems: ["too_many_requests"],
});

const tokenBody = {
	organisation: OrganisationId,
	userId: v.pipe(v.string(), v.maxLength(64, "This is not a valid value.")),
	token: v.pipe(v.string(), v.maxLength(200, "This is not a valid value.")),
};

export const resetPassword = defineEndpoint({
	method: "POST",
	path: "/ums/password/reset",
	summary: "Set a new password with a mailed token. Ends every session of the account.",
	section: "§7 Authentication and users",
	access: "public",
	// why: held to NewPassword only after the token, so that a link can be asked about before a password is typed.
	body: v.strictObject({ ...tokenBody, password: v.pipe(v.string(), v.maxLength(200, "This is too long.")) }),
	response: Done,
	problems: ["reset_failed", "common_password", "too_many_requests"],
});

export const confirmEmail = defineEndpoint({
	method: "POST",
	path: "/ums/confirm",
	summary: "Confirm an email address with a mailed token.",
	section: "§7 Authentication and users",
	access: "public",
	body: v.strictObject(tokenBody),
	response: Done,
	problems: ["verification_failed", "too_many_requests"],
});

/** why: it becomes part of a cookie and of a header, so another auth service's response is checked. */
const Token = v.pipe(v.string(), v.regex(/^[\w.~+/=-]{1,1000}$/));

export const googleTransfer = defineEndpoint({
	method: "POST",
	path: "/auth/products/:product/organisations/:orgName/transfer",
	summary: "Exchange the transfer code of a Google sign-in for a session.",
	section: "§7 Authentication and users",
	access: "public",
	params: v.strictObject({ product: v.pipe(v.string(), v.maxLength(64)), orgName: OrganisationId }),
	body: v.strictObject({ code: v.pipe(v.string(), v.maxLength(200, "This is not a valid value.")) }),
	response: v.object({
		user: v.object({
			id: v.string(),
			roles: v.array(v.object({ admin_level: v.nullable(Named), role: Named })),
		}),
		access_token: Token,
		refresh_token: Token,
	}),
	problems: ["google_user_not_found"],
});
export type Transferred = EndpointResponse<typeof googleTransfer>;

/** Exchanges a transfer code, wherever the auth service is. */
export type GoogleTransfer = (
	input: EndpointInput<typeof googleTransfer>,
	requestId: string,
) => Promise<Result<Transferred>>;
