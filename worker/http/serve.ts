import * as v from "valibot";
import type { OrgContext, RequestContext } from "#worker/context";
import type { Endpoint, EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { holdsAny } from "#worker/contract/permissions";
import { type Problem, problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";
import { publishEvents } from "#worker/events/publish";
import { recordAudit } from "#worker/events/record-audit";
import { authenticate } from "#worker/http/authenticate";
import type { App, AppContext } from "#worker/http/create-app";
import { answerOnce } from "#worker/http/idempotency";
import { answerProblem } from "#worker/http/problem-answer";
import { readBody } from "#worker/http/read-body";

type ContextOf<E extends Endpoint> = E["access"] extends "public" ? RequestContext : OrgContext;

export type Handler<E extends Endpoint> = (
	ctx: ContextOf<E>,
	input: EndpointRequest<E>,
) => Promise<Result<EndpointResponse<E>>>;

const served: Endpoint[] = [];

/** Every endpoint that has been given a handler: what the documentation and the tests walk. */
export const servedEndpoints = (): readonly Endpoint[] => served;

/** Serves an endpoint: authenticates, authorises, validates, calls the handler, answers. No rule, no SQL. */
export const serve = <E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void => {
	if (!served.includes(endpoint)) served.push(endpoint);
	app.on(endpoint.method, endpoint.path, async (c) => {
		const request = c.var.request;
		const admitted = await admit(c, endpoint, request);
		if (!admitted.ok) return answerProblem(admitted.problem, request.requestId);
		const input = await readInput(c, endpoint);
		if (!input.ok) return answerProblem(input.problem, request.requestId);
		const idempotencyKey = endpoint.idempotent ? c.req.header("idempotency-key") : undefined;
		const answer = async (ctx: RequestContext | OrgContext) => {
			const result = await handler(ctx as ContextOf<E>, input.value as EndpointRequest<E>);
			if (!result.ok) return answerProblem(result.problem, request.requestId);
			if (result.value instanceof Response) return result.value;
			return Response.json(v.parse(endpoint.response, result.value), { headers: { "cache-control": "no-store" } });
		};
		return idempotencyKey && "actor" in admitted.value
			? answerOnce({ ...admitted.value, idempotencyKey }, idempotencyKey, endpoint, input.value, answer)
			: answer(admitted.value);
	});
};

/** Who calls, and may they? */
const admit = async (
	c: AppContext,
	endpoint: Endpoint,
	request: RequestContext,
): Promise<Result<RequestContext | OrgContext>> => {
	if (endpoint.access === "public") return { ok: true, value: request };
	const token = /^Bearer ([\w.-]{1,4096})$/.exec(c.req.header("authorization") ?? "")?.[1];
	const authenticated = token === undefined ? undefined : await authenticate(request, token, c.executionCtx);
	if (!authenticated) return { ok: false, problem: problem("unauthenticated") };
	const ctx = orgContext(request, authenticated);
	if (endpoint.access !== "signed-in" && !holdsAny(ctx.actor.privileges, endpoint.access)) {
		ctx.waitUntil(
			recordAudit(ctx, { action: `${endpoint.method} ${endpoint.path}`, status: "FAILED", subject: "forbidden" }),
		);
		return { ok: false, problem: problem("forbidden") };
	}
	return { ok: true, value: ctx };
};

/** The context of an organisation's request. Jobs and consumers make theirs with it too. */
export const orgContext = (
	request: RequestContext,
	{ organisationId, actor }: Pick<OrgContext, "organisationId" | "actor">,
) => {
	const ctx: OrgContext = {
		...request,
		organisationId,
		actor,
		db: request.databaseFor(organisationId),
		publish: (events) => request.waitUntil(publishEvents(request.env, organisationId, events)),
	};
	return ctx;
};

/** Params, query and body, each by its schema. A wrong param is an id that does not exist. */
const readInput = async (c: AppContext, endpoint: Endpoint): Promise<Result<Record<string, unknown>>> => {
	const input: Record<string, unknown> = {};
	if (endpoint.params) {
		const params = v.safeParse(endpoint.params, c.req.param());
		if (!params.success) return { ok: false, problem: problem("not_found") };
		input.params = params.output;
	}
	if (endpoint.query) {
		const query = v.safeParse(endpoint.query, c.req.query());
		if (!query.success) return { ok: false, problem: invalid("invalid_query", query.issues) };
		input.query = query.output;
	}
	if (endpoint.headers) {
		const headers = v.safeParse(endpoint.headers, c.req.header());
		if (!headers.success) return { ok: false, problem: problem("malformed") };
		input.headers = headers.output;
	}
	if (endpoint.body) {
		const raw = await readBody(c.req.raw, endpoint);
		if (!raw.ok) return raw;
		const body = v.safeParse(endpoint.body, raw.value);
		if (!body.success)
			return { ok: false, problem: invalid("invalid", body.issues, endpoint.encoding === "multipart") };
		input.body = body.output;
	}
	return { ok: true, value: input };
};

/** why: the fields' names and messages only; the rejected values may be passwords. */
const invalid = (
	code: "invalid" | "invalid_query",
	issues: readonly v.BaseIssue<unknown>[],
	isMultipart = false,
): Problem => {
	// why: a Map, because a hostile body names a field `__proto__`.
	const fields = new Map<string, string[]>();
	for (const issue of issues) {
		const path = v.getDotPath(issue) ?? "";
		// why: a field is called the same whether its JSON came alone or as the part `data` of a multipart body.
		const name = isMultipart ? path.replace(/^data\./, "") : path;
		const message = issue.message.includes("received") ? messageFor(issue) : issue.message;
		fields.set(name, [...(fields.get(name) ?? []), message]);
	}
	return problem(code, { fields: Object.fromEntries(fields) });
};

/** why: valibot's own texts quote what was received. */
const messageFor = (issue: v.BaseIssue<unknown>): string =>
	issue.received === "undefined" ? "This is required." : "This is not a valid value.";
