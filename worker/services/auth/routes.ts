import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { OrganisationId } from "#worker/contract/ids";
import type { Permission } from "#worker/contract/permissions";
import { problem } from "#worker/contract/problems";
import { ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
import { recordAudit } from "#worker/events/record-audit";
import type { App, AppContext } from "#worker/http/create-app";
import { problemResponse } from "#worker/http/problem-response";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/auth/contract";
import { devRoutes } from "#worker/services/auth/dev.routes";
import { googleAuthorize, googleCallback, googleTransfer, stateLifetimeMs } from "#worker/services/auth/google";
import { login } from "#worker/services/auth/login";
import { confirmEmail, resetPassword } from "#worker/services/auth/mailed-links";
import { requestPasswordReset } from "#worker/services/auth/request-reset";
import { endSession, refreshToken } from "#worker/services/auth/sessions";
import { toAdminRole } from "#worker/services/users/queries";

export const authRoutes = (app: App): void => {
	serve(app, endpoints.login, (ctx, { body }) => login(ctx, body));
	serve(app, endpoints.logout, (ctx) => logout(ctx));
	serve(app, endpoints.currentUser, (ctx) => currentUser(ctx));
	serve(app, endpoints.refreshToken, (ctx, { body }) => refreshToken(ctx, body));
	serve(app, endpoints.requestPasswordReset, (ctx, { body }) => requestPasswordReset(ctx, body));
	serve(app, endpoints.resetPassword, (ctx, { body }) => resetPassword(ctx, body));
	serve(app, endpoints.confirmEmail, (ctx, { body }) => confirmEmail(ctx, body));
	serve(app, endpoints.googleTransfer, (ctx, { params, body }) =>
		googleTransfer(ctx, { organisationId: params.orgName, code: body.code }),
	);
	googleRoutes(app);
	devRoutes(app);
};

/** Returns the signed-in staff member, with the privileges they hold now (§3 Current user). */
const currentUser = async ({ actor, scope, scopeFor }: OrgContext) => {
	const { id, firstName, lastName, email, roles, privileges } = actor;
	const names = new Map(roles.map(({ itemId, itemName }) => [itemId, itemName]));
	// why never blocked: a blocked user is not signed in.
	return ok({
		id,
		firstName,
		lastName,
		email,
		blocked: false,
		adminRoles: roles.map(toAdminRole),
		privileges: [...privileges],
		places: scope.itemIds?.flatMap((itemId) => names.get(itemId) ?? []).sort() ?? null,
		privilegesAtPlaces: privileges.filter((privilege) => isBound({ scope: scopeFor([privilege as Permission]) })),
	});
};

/** Ends the session on the server: its tokens are refused from the next request on (ASVS 7.4.1). */
const logout = async (ctx: OrgContext) => {
	await endSession(ctx, { organisationId: ctx.organisationId, sessionId: ctx.actor.sessionId }, "logout");
	await recordAudit(ctx, { action: "logout", status: "SUCCESS" });
	return ok({ message: "You are logged out." });
};

const AuthorizeQuery = v.object({
	callback_url: v.pipe(v.string(), v.maxLength(2000)),
	organization: OrganisationId,
	product: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Holds the secret that ties an attempt to the browser that began it. */
const cookieName = "google-sign-in";

/** Pages a browser is sent through, not calls of the portal: redirects, so no contract (§7 Google). */
const googleRoutes = (app: App): void => {
	app.get("/auth/google/authorize", async (c) => {
		const ctx = c.var.request;
		const query = v.safeParse(AuthorizeQuery, c.req.query());
		if (!query.success) return problemResponse(problem("invalid_query"), ctx.requestId);
		const { callback_url, organization } = query.output;
		const begun = await googleAuthorize(ctx, { callbackUrl: callback_url, organisationId: organization });
		if (!begun.ok) return problemResponse(begun.problem, ctx.requestId);
		setCookie(c, cookieName, begun.value.browserSecret, {
			...cookieScope(c),
			httpOnly: true,
			sameSite: "Lax",
			maxAge: stateLifetimeMs / 1000,
		});
		return leave(c, begun.value.location);
	});

	app.get("/auth/google/callback", async (c) => {
		const location = await googleCallback(c.var.request, {
			state: c.req.query("state") ?? "",
			code: c.req.query("code"),
			browserSecret: getCookie(c, cookieName),
		});
		deleteCookie(c, cookieName, cookieScope(c));
		return leave(c, location);
	});
};

const cookieScope = (c: AppContext) => ({
	path: "/api/auth",
	secure: c.var.request.env.PORTAL_ORIGIN.startsWith("https:"),
});

/** why: the addresses carry codes; they stay out of caches and of the next page's referrer. */
const leave = (c: AppContext, location: string): Response => {
	c.header("cache-control", "no-store");
	c.header("referrer-policy", "no-referrer");
	return c.redirect(location);
};
