import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import { OrganisationId } from "#worker/contract/ids";
import { problem } from "#worker/contract/problems";
import type { App, AppContext } from "#worker/http/create-app";
import { answerProblem } from "#worker/http/problem-answer";
import { googleAuthorize } from "#worker/services/auth/google-authorize";
import { googleCallback } from "#worker/services/auth/google-callback";
import { stateLifetimeMs } from "#worker/services/auth/google-state";

const AuthorizeQuery = v.object({
	callback_url: v.pipe(v.string(), v.maxLength(2000)),
	organization: OrganisationId,
	product: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Holds the secret that ties an attempt to the browser that began it. */
const cookieName = "google-sign-in";

/** Pages a browser is sent through, not calls of the portal: redirects, so no contract (§7 Google). */
export const googleRoutes = (app: App): void => {
	app.get("/auth/google/authorize", async (c) => {
		const ctx = c.var.request;
		const query = v.safeParse(AuthorizeQuery, c.req.query());
		if (!query.success) return answerProblem(problem("invalid_query"), ctx.requestId);
		const { callback_url, organization } = query.output;
		const begun = await googleAuthorize(ctx, { callbackUrl: callback_url, organisationId: organization });
		if (!begun.ok) return answerProblem(begun.problem, ctx.requestId);
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
