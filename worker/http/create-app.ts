import { timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { routePath } from "hono/route";
import { type Clock, type RequestContext, systemClock } from "#worker/context";
import { type Problem, problem } from "#worker/contract/problems";
import { databaseMessage } from "#worker/database/commit";
import { databaseFor } from "#worker/database/database";
import { type Env, readEnv } from "#worker/env";
import { isAskedLocally, requestOf, wasAnsweredLocally } from "#worker/http/local-responses";
import { problemResponse } from "#worker/http/problem-response";
import { type Allowance, addAllowance } from "#worker/http/request-limit";
import { secureApiHeaders } from "#worker/http/secure-headers";
import { isNotable, log } from "#worker/log";

export type AppEnv = {
	Bindings: Env;
	Variables: { request: RequestContext; isPortal: boolean; allowance?: Allowance };
};
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** Creates an empty API under `/api`: request context, a log line for what is notable, and a response for every failure (§8). */
export const createApp = (clock: Clock = systemClock): App => {
	const app = new Hono<AppEnv>().basePath("/api");
	app.use(async (c, next) => {
		const env = readEnv(c.env);
		const startedAt = Date.now();
		c.set(
			"isPortal",
			isAskedLocally(c.executionCtx) || isSecret(c.req.header("x-client-secret") ?? "", env.CLIENT_SECRET),
		);
		c.set("request", requestContext(env, c, clock));
		await next();
		if (wasAnsweredLocally(c.executionCtx)) return;
		secureApiHeaders(c.res.headers, c.req.url);
		if (c.var.allowance) addAllowance(c.res.headers, c.var.allowance);
		const { requestId } = c.var.request;
		c.res.headers.set("x-request-id", requestId);
		const { status } = c.res;
		const ms = Date.now() - startedAt;
		if (env.ENVIRONMENT === "production" && isNotable(status, ms))
			log("info", { requestId, method: c.req.method, route: routePath(c, -1), status, ms });
	});
	app.notFound((c) => {
		const requestId = c.var.request?.requestId ?? "";
		const allowed = methodsAt(app, c.req.path);
		if (allowed.length === 0) return problemResponse(problem("not_found"), requestId);
		const refusal = problemResponse(problem("method_not_allowed"), requestId);
		refusal.headers.set("allow", allowed.join(", "));
		return refusal;
	});
	app.onError((error, c) => {
		const requestId = c.var.request?.requestId ?? "";
		log("error", { requestId, method: c.req.method, route: routePath(c, -1), error: describeDefect(error) });
		return problemResponse(problemOf(error), requestId);
	});
	return app;
};

/** Returns the problem of a defect: one that passes by itself where the database refuses for now. */
export const problemOf = (error: unknown): Problem =>
	refusals.test(databaseMessage(error)) ? problem("unavailable", { details: { retryAfter: 3 } }) : problem("internal");

/** What D1 and SQLite say when they are locked, overloaded, restarting or away. */
const refusals =
	/SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR)|database is locked|D1 DB is overloaded|D1_ERROR: (Network connection lost|.*(reset|restart|timed? ?out|storage caused object to be reset))/i;

const methodsAt = (app: App, path: string): string[] => {
	const methods = app.routes
		.filter(({ method, path: pattern }) => method !== "ALL" && patternOf(pattern).test(path))
		.map(({ method }) => method);
	return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)))].sort();
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);

const requestContext = (env: Env, c: AppContext, clock: Clock): RequestContext => ({
	...clock,
	env,
	requestId: c.req.header("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? crypto.randomUUID(),
	address: clientAddress(c),
	userAgent: clientAgent(c),
	isPortal: c.var.isPortal,
	databaseFor: (organisationId) => databaseFor(env, organisationId, requestOf(c.executionCtx)),
	waitUntil: (work) => c.executionCtx.waitUntil(work),
});

/** why: the portal calls on behalf of a browser; only a caller that knows the client secret may say whose. */
const clientAddress = (c: AppContext): string => {
	const vouched = c.var.isPortal ? c.req.header("x-client-address") : undefined;
	return vouched ?? c.req.header("cf-connecting-ip") ?? "unknown";
};

/** The longest name of a browser that is kept. */
const maxAgent = 300;

const clientAgent = (c: AppContext): string | undefined => {
	const vouched = c.var.isPortal ? c.req.header("x-client-agent") : undefined;
	return (vouched ?? c.req.header("user-agent"))?.slice(0, maxAgent) || undefined;
};

/** why: in constant time, so that the secret cannot be guessed letter by letter. */
const isSecret = (given: string, secret: string): boolean => {
	const [left, right] = [Buffer.from(given), Buffer.from(secret)];
	return left.length === right.length && timingSafeEqual(left, right);
};

/** why: drizzle puts the query's parameters, personal data, into its message; the cause and the stack say enough. */
export const describeDefect = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	if (error.cause instanceof Error) return `${error.name}: ${error.cause.message}`;
	return error.stack ?? error.message;
};
