import type { OrgContext, RequestContext } from "#worker/context";
import type { Endpoint, EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { fail, ok, type Result } from "#worker/contract/result";
import { hasCourse, isBound } from "#worker/database/scope";
import { publishEvents } from "#worker/events/publish";
import { recordAudit } from "#worker/events/record-audit";
import { authenticate } from "#worker/http/authenticate";
import type { App, AppContext } from "#worker/http/create-app";
import { withIdempotency } from "#worker/http/idempotency";
import { answerLocally, requestOf } from "#worker/http/local-responses";
import { declaredProblems, problemResponse } from "#worker/http/problem-response";
import { readInput } from "#worker/http/read-input";
import { countRequest, tooManyRequests } from "#worker/http/request-limit";
import { coursesOfSubject, subjectOf } from "#worker/http/subjects.queries";
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
	const subject = subjectOf(endpoint);
	app.on(endpoint.method, endpoint.path, async (c) => {
		const request = c.var.request;
		const admitted = await admit(c, endpoint, request);
		if (!admitted.ok) return problemResponse(admitted.problem, request.requestId);
		const input = await readInput(c, endpoint);
		if (!input.ok) return problemResponse(input.problem, request.requestId);
		if (subject && "scope" in admitted.value && isBound(admitted.value)) {
			const courseIds = await coursesOfSubject(admitted.value, subject, c.req.param("id") ?? "");
			const refused = refuseOutside(admitted.value, endpoint, courseIds);
			if (refused) return problemResponse(refused.problem, request.requestId);
		}
		const idempotencyKey = endpoint.idempotent ? c.req.header("idempotency-key") : undefined;
		const answer = async (ctx: RequestContext | OrgContext) => {
			const result = await handler(ctx as ContextOf<E>, input.value as EndpointRequest<E>);
			if (!result.ok) {
				// why: clients know an endpoint's problems by its contract; a test that meets another one fails.
				if (request.env.ENVIRONMENT !== "production" && !declared.includes(result.problem.code))
					throw new Error(`${endpoint.method} ${endpoint.path} does not declare the problem ${result.problem.code}`);
				return problemResponse(result.problem, request.requestId);
			}
			if (result.value instanceof Response) return result.value;
			const body = responseBody(endpoint, result.value, c.req.url);
			// why reads alone: the answer to a write may be kept, to be given again.
			if (endpoint.method === "GET" && answerLocally(c.executionCtx, body)) return answeredLocally;
			const response = successResponse(endpoint, input.value, body);
			// why: the portal asks for each page anew, and would pay for a hash that it never reads.
			const mayBeKept = endpoint.method === "GET" && !c.var.isPortal;
			return mayBeKept ? withETag(response, c.req.header("if-none-match")) : response;
		};
		return idempotencyKey && "actor" in admitted.value
			? withIdempotency({ ...admitted.value, idempotencyKey }, idempotencyKey, endpoint, input.value, answer)
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
	const authenticated = token === undefined ? undefined : await authenticate(request, token, requestOf(c.executionCtx));
	if (!authenticated) return fail("unauthenticated");
	// why only for reading: a handler that writes decides by the current state, and must see its own writes.
	const { configVersion, ...who } = authenticated;
	const scope = who.scopeFor(endpoint.access === "signed-in" ? seesApplicants : endpoint.access);
	const ctx = orgContext(request, {
		...who,
		scope,
		configVersion: endpoint.method === "GET" ? configVersion : undefined,
	});
	// why not the portal's: it calls several times for one page, and a person opens few.
	if (!c.var.isPortal) {
		const allowance = countRequest(ctx.organisationId, ctx.actor.id, request.now());
		c.set("allowance", allowance);
		if (allowance.isExceeded) return { ok: false, problem: tooManyRequests(allowance) };
	}
	if (endpoint.usersOnly && ctx.actor.isApiKey) return forbid(ctx, endpoint);
	if (endpoint.access !== "signed-in" && !holdsAny(ctx.actor.privileges, endpoint.access)) return forbid(ctx, endpoint);
	if (endpoint.wholeInstitution && isBound(ctx)) return forbid(ctx, endpoint);
	return ok(ctx);
};

/** Who sees applicants at all. */
const seesApplicants = anyOf("candidate");

const forbid = (ctx: OrgContext, { method, path }: Endpoint) => {
	ctx.waitUntil(recordAudit(ctx, { action: `${method} ${path}`, status: "FAILED", subject: "forbidden" }));
	return fail("forbidden");
};

/**
 * Refuses an applicant outside the places where the user holds what the endpoint asks for: as `forbidden` one whom the
 * user may see, as `not_found` any other, like an applicant of another institution (README.md).
 */
const refuseOutside = (ctx: OrgContext, endpoint: Endpoint, courseIds: readonly string[]) => {
	if (courseIds.every((id) => hasCourse(ctx.scope, id))) return undefined;
	const visible = ctx.scopeFor(seesApplicants);
	return courseIds.every((id) => hasCourse(visible, id)) ? forbid(ctx, endpoint) : fail("not_found");
};

/** Returns the context of an organisation's request; jobs and consumers use it too. */
export const orgContext = (
	request: RequestContext,
	{
		organisationId,
		actor,
		scope,
		scopeFor,
		configVersion,
	}: Pick<OrgContext, "organisationId" | "actor" | "scope" | "scopeFor" | "configVersion">,
) => {
	const ctx: OrgContext = {
		...request,
		organisationId,
		actor,
		scope,
		scopeFor,
		configVersion,
		db: request.databaseFor(organisationId),
		publish: (events) => request.waitUntil(publishEvents(request.env, organisationId, events)),
	};
	return ctx;
};
