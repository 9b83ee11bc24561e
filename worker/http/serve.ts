import type { OrgContext, RequestContext } from "#worker/context";
import type { Endpoint, EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { holdsAny } from "#worker/contract/permissions";
import { fail, ok, type Result } from "#worker/contract/result";
import { publishEvents } from "#worker/events/publish";
import { recordAudit } from "#worker/events/record-audit";
import { authenticate } from "#worker/http/authenticate";
import type { App, AppContext } from "#worker/http/create-app";
import { answerOnce } from "#worker/http/idempotency";
import { answerLocally } from "#worker/http/local-answers";
import { answerProblem, declaredProblems } from "#worker/http/problem-answer";
import { readInput } from "#worker/http/read-input";
import { countRequest, tooManyRequests } from "#worker/http/request-limit";
import { responseBody, successResponse, withETag } from "#worker/http/success-response";

type ContextOf<E extends Endpoint> = E["access"] extends "public" ? RequestContext : OrgContext;

export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, input: EndpointRequest<E>) => Promise<EndpointResult<E>>;

const served: Endpoint[] = [];

/** why one for all: nothing reads it, and to make it costs as much as a short handler. */
const answeredLocally = new Response(null);

/** Returns every endpoint that has been given a handler: what the documentation and the tests walk. */
export const servedEndpoints = (): readonly Endpoint[] => served;

/** Serves an endpoint: authenticates, authorises, validates, calls the handler, answers. No rule, no SQL. */
export const serve = <E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void => {
	if (!served.includes(endpoint)) served.push(endpoint);
	const declared = declaredProblems(endpoint);
	app.on(endpoint.method, endpoint.path, async (c) => {
		const request = c.var.request;
		const admitted = await admit(c, endpoint, request);
		if (!admitted.ok) return answerProblem(admitted.problem, request.requestId);
		const input = await readInput(c, endpoint);
		if (!input.ok) return answerProblem(input.problem, request.requestId);
		const idempotencyKey = endpoint.idempotent ? c.req.header("idempotency-key") : undefined;
		const answer = async (ctx: RequestContext | OrgContext) => {
			const result = await handler(ctx as ContextOf<E>, input.value as EndpointRequest<E>);
			if (!result.ok) {
				// why: clients know an endpoint's problems by its contract; a test that meets another one fails.
				if (request.env.ENVIRONMENT !== "production" && !declared.includes(result.problem.code))
					throw new Error(`${endpoint.method} ${endpoint.path} does not declare the problem ${result.problem.code}`);
				return answerProblem(result.problem, request.requestId);
			}
			if (result.value instanceof Response) return result.value;
			const body = responseBody(endpoint, result.value, c.req.url);
			// why reads alone: the answer to a write may be kept, to be given again.
			if (endpoint.method === "GET" && answerLocally(c.req.raw, body)) return answeredLocally;
			const response = successResponse(endpoint, input.value, body);
			// why: the portal asks for each page anew, and would pay for a hash that it never reads.
			const mayBeKept = endpoint.method === "GET" && !c.var.isPortal;
			return mayBeKept ? withETag(response, c.req.header("if-none-match")) : response;
		};
		return idempotencyKey && "actor" in admitted.value
			? answerOnce({ ...admitted.value, idempotencyKey }, idempotencyKey, endpoint, input.value, answer)
			: answer(admitted.value);
	});
};

/** Authenticates and authorises the caller: `unauthenticated`, or `forbidden`, which the audit log records. */
const admit = async (
	c: AppContext,
	endpoint: Endpoint,
	request: RequestContext,
): Promise<Result<RequestContext | OrgContext>> => {
	if (endpoint.access === "public") return ok(request);
	const token = /^Bearer +([\w.-]{1,4096})$/i.exec(c.req.header("authorization") ?? "")?.[1];
	const authenticated = token === undefined ? undefined : await authenticate(request, token, c.executionCtx);
	if (!authenticated) return fail("unauthenticated");
	// why only for reading: a handler that writes decides by the current state, and must see its own writes.
	const { configVersion, ...who } = authenticated;
	const ctx = orgContext(request, endpoint.method === "GET" ? { ...who, configVersion } : who);
	// why not the portal's: it calls several times for one page, and a person opens few.
	if (!c.var.isPortal) {
		const allowance = countRequest(ctx.organisationId, ctx.actor.id, request.now());
		c.set("allowance", allowance);
		if (allowance.isExceeded) return { ok: false, problem: tooManyRequests(allowance) };
	}
	const isForUsers = endpoint.usersOnly && ctx.actor.isApiKey;
	if (isForUsers || (endpoint.access !== "signed-in" && !holdsAny(ctx.actor.privileges, endpoint.access))) {
		ctx.waitUntil(
			recordAudit(ctx, { action: `${endpoint.method} ${endpoint.path}`, status: "FAILED", subject: "forbidden" }),
		);
		return fail("forbidden");
	}
	return ok(ctx);
};

/** Returns the context of an organisation's request; jobs and consumers use it too. */
export const orgContext = (
	request: RequestContext,
	{ organisationId, actor, configVersion }: Pick<OrgContext, "organisationId" | "actor" | "configVersion">,
) => {
	const ctx: OrgContext = {
		...request,
		organisationId,
		actor,
		configVersion,
		db: request.databaseFor(organisationId),
		publish: (events) => request.waitUntil(publishEvents(request.env, organisationId, events)),
	};
	return ctx;
};
