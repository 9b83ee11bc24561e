import type { RequestHandler, ServerBuild } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import { createLoadContext } from "#app/load-context";
import { problem } from "#worker/contract/problems";
import { fileFolders } from "#worker/contract/reserved-names";
import type { Env } from "#worker/env";
import { servicesFetcher } from "#worker/fetcher";
import { transferAt } from "#worker/gateways/auth-service";
import { pageHandler } from "#worker/handle-page";
import { assumeSessions, assumptionsHold } from "#worker/http/authenticate";
import { readPostedForm } from "#worker/http/posted-form";
import { problemResponse } from "#worker/http/problem-response";
import type { RequestScope } from "#worker/http/request-scope";
import { secureHeaders } from "#worker/http/secure-headers";
import { isNotable, log } from "#worker/log";
import { serviceWorkerPath, serviceWorkerResponse } from "#worker/service-worker";
import { googleTransfer } from "#worker/services/auth/contract";

let handle: RequestHandler | undefined;

/** A page, a loader's data or an action of the portal. */
export const servePortal = async (sent: Request, env: Env, ctx: RequestScope): Promise<Response> => {
	const isDevelopment = env.ENVIRONMENT !== "production";
	const page = { url: new URL(sent.url), liveReload: env.LIVE_RELOAD !== undefined };
	if (page.url.pathname === serviceWorkerPath) return atOnce(serviceWorkerResponse(sent, hasServiceWorker(env)), page);
	const isOwn = isFromThisSite(sent, env.PORTAL_ORIGIN, isDevelopment);
	const request = isOwn ? sent : returnOfPayer(sent, page.url);
	if (!request || isFile(page.url)) return atOnce(isFile(page.url) ? noFile() : refuseCrossSite(sent), page);
	const elsewhere = leadToLowerCase(request, page.url);
	if (elsewhere) return atOnce(elsewhere, page);
	const startedAt = Date.now();
	if (request.method === "GET") assumeSessions(ctx);
	let { answer, context } = await makePage(request, env, ctx);
	if (!(await assumptionsHold(ctx))) {
		await answer.body?.cancel();
		({ answer, context } = await makePage(request, env, ctx));
	}
	const response = new Response(answer.body, answer);
	for (const cookie of await context.session.setCookies()) response.headers.append("set-cookie", cookie);
	const { nonce, formTargets, isFramed } = context;
	secureHeaders(response.headers, { ...page, nonce, formTargets, isFramed });
	const ms = Date.now() - startedAt;
	const { status } = response;
	if (!isDevelopment && isNotable(status, ms)) {
		const { requestId } = context;
		log("info", { requestId, method: request.method, page: withoutIds(page.url.pathname), status, ms });
	}
	return response;
};

/** why not in development: what is compiled anew at every change would be announced as an update each time. */
const hasServiceWorker = (env: Env): boolean => env.SERVICE_WORKER === "on" && env.LIVE_RELOAD === undefined;

/** Returns a response that needs no page of Remix. */
const atOnce = (response: Response, page: { url: URL; liveReload: boolean }): Response => {
	secureHeaders(response.headers, { ...page, nonce: crypto.randomUUID() });
	return response;
};

const noFile = () =>
	new Response("Not Found", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });

const makePage = async (request: Request, env: Env, ctx: RequestScope) => {
	handle ??= pageHandler(build as unknown as ServerBuild);
	const isDevelopment = env.ENVIRONMENT !== "production";
	const context = await createLoadContext(request, servicesFetcher(env, ctx), {
		readPostedForm,
		secret: env.SECRET,
		client: { id: env.CLIENT_ID, secret: env.CLIENT_SECRET },
		portalOrigin: env.PORTAL_ORIGIN,
		authServiceUrl: env.AUTH_SERVICE_URL ?? (env.GOOGLE_CLIENT_ID ? "/api" : undefined),
		transferElsewhere:
			env.AUTH_SERVICE_URL === undefined ? undefined : transferAt(env.AUTH_SERVICE_URL, googleTransfer.response),
		isDevelopment,
		hasOutbox: isDevelopment && env.MAIL_TRANSPORT === "outbox",
		hasServiceWorker: hasServiceWorker(env),
	});
	return { answer: await handle(request, context), context };
};

/** why: a public summary's id admits its reader, and a referee's link admits its referee. */
const withoutIds = (path: string): string => path.replaceAll(/[^/]*\d[^/]*|[^/]{24,}/g, ":id");

/**
 * why: existing files are served before this; a missing one, such as an older page's script, is no page to log in
 * for.
 */
const isFile = ({ pathname }: URL): boolean => fileFolders.some((folder) => pathname.startsWith(`/${folder}/`));

/**
 * Redirects an organisation's address to lower case (§2). why: cookies are kept by path, and to a browser /Crestfield
 * is another path than /crestfield.
 */
const leadToLowerCase = ({ method }: Request, { pathname, search }: URL): Response | undefined => {
	const orgName = /^\/([\w.-]+)/.exec(pathname)?.[1] ?? "";
	const lower = orgName.toLowerCase();
	if (method !== "GET" || orgName === lower) return undefined;
	return new Response(null, {
		status: 308,
		headers: { location: `/${lower}${pathname.slice(1 + orgName.length)}${search}` },
	});
};

/**
 * why: a form of another site must not write here, not even the login form. Every browser sends at least one of the
 * two headers; a request with neither is no browser's form, and has the API.
 */
const isFromThisSite = (request: Request, portalOrigin: string, isDevelopment: boolean): boolean => {
	if (request.method === "GET" || request.method === "HEAD") return true;
	const site = request.headers.get("sec-fetch-site");
	if (site && site !== "same-origin" && site !== "none") return false;
	const origin = request.headers.get("origin");
	// why: on a developer's machine the same page answers to localhost, 127.0.0.1 and any port.
	if (!origin) return site !== null;
	return origin === portalOrigin || (isDevelopment && origin === new URL(request.url).origin);
};

/**
 * Returns the request by which a payer comes back to the page of a payment (§7 Payments), without anything of what was
 * sent: Interswitch returns its payers by a form of its own page, and so could anybody. Undefined for any other address.
 */
const returnOfPayer = ({ method, headers }: Request, { pathname, origin }: URL): Request | undefined => {
	if (method !== "POST" || !/^\/[\w.-]+\/payment\/[\w.-]+$/.test(pathname)) return undefined;
	const kept = ["accept", "cf-connecting-ip", "host"].flatMap((name): [string, string][] => {
		const value = headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	return new Request(origin + pathname, { method, headers: kept });
};

/** Answers a form with a page, and a script with the problem. */
const refuseCrossSite = (request: Request): Response => {
	const refused = problem("cross_site");
	if (!request.headers.get("accept")?.includes("text/html")) return problemResponse(refused, "");
	// why: whole in itself; nothing that the request brought is written into it.
	const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Access Denied · Matricula</title></head><body style="font:14px/1.5 system-ui,sans-serif;max-width:28rem;margin:16vh auto;padding:0 1.5rem;text-align:center;color-scheme:light dark"><main><h1>Access Denied</h1><p>${refused.error}</p><p><a href="">Reload the page</a></p></main></body></html>`;
	return new Response(page, { status: refused.status, headers: { "content-type": "text/html; charset=utf-8" } });
};
