import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import { createLoadContext } from "#app/load-context";
import { problem } from "#worker/contract/problems";
import type { Env } from "#worker/env";
import { servicesFetcher } from "#worker/fetcher";
import { answerProblem } from "#worker/http/problem-answer";
import { secureHeaders } from "#worker/http/secure-headers";

let handle: ReturnType<typeof createRequestHandler> | undefined;

/** A page, a loader's data or an action of the portal. */
export const servePortal = async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
	const isDevelopment = env.ENVIRONMENT !== "production";
	const page = { url: new URL(request.url), liveReload: env.LIVE_RELOAD !== undefined };
	if (!isFromThisSite(request, env.PORTAL_ORIGIN, isDevelopment)) {
		const refusal = answerProblem(problem("cross_site"), "");
		secureHeaders(refusal.headers, { ...page, nonce: crypto.randomUUID() });
		return refusal;
	}
	handle ??= createRequestHandler(build as unknown as ServerBuild, "production");
	const context = await createLoadContext(request, servicesFetcher(env, ctx), {
		secret: env.SECRET,
		client: { id: env.CLIENT_ID, secret: env.CLIENT_SECRET },
		portalOrigin: env.PORTAL_ORIGIN,
		authServiceUrl: env.AUTH_SERVICE_URL ?? (env.GOOGLE_CLIENT_ID ? "/api/auth" : undefined),
		isDevelopment,
	});
	const answer = await handle(request, context);
	const response = new Response(answer.body, answer);
	for (const cookie of await context.session.setCookies()) response.headers.append("set-cookie", cookie);
	secureHeaders(response.headers, { ...page, nonce: context.nonce });
	return response;
};

/** why: a form of another site must not write here, not even the login form; browsers tell who sent it. */
const isFromThisSite = (request: Request, portalOrigin: string, isDevelopment: boolean): boolean => {
	if (request.method === "GET" || request.method === "HEAD") return true;
	const site = request.headers.get("sec-fetch-site");
	if (site && site !== "same-origin" && site !== "none") return false;
	const origin = request.headers.get("origin");
	// why: on a developer's machine the same page answers to localhost, 127.0.0.1 and any port.
	return !origin || origin === portalOrigin || (isDevelopment && origin === new URL(request.url).origin);
};
