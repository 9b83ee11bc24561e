import { hubFor, openSocket } from "#durable-objects/notification-hub/stub";
import { type Clock, type RequestContext, systemClock } from "#worker/context";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { problem } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { databaseFor } from "#worker/database/database";
import { type Env, readEnv } from "#worker/env";
import { type AccessClaims, verifyAccessToken } from "#worker/http/access-token";
import { type Authenticated, loadActor } from "#worker/http/authenticate";
import { describeDefect, problemOf } from "#worker/http/create-app";
import { problemResponse } from "#worker/http/problem-response";
import { log } from "#worker/log";
import { consumeSocketTicket } from "#worker/services/notifications/socket-ticket";

const pathPattern = /^\/api\/notifications\/([\w-]{1,64})$/;
const route = "/api/notifications/:userId";

const userIdOf = (request: Request) => pathPattern.exec(new URL(request.url).pathname)?.[1];

/** Checks whether the request asks for a live connection. Without `Upgrade` the same path belongs to the services. */
export const isSocketRequest = (request: Request): boolean =>
	request.headers.get("upgrade")?.toLowerCase() === "websocket" && userIdOf(request) !== undefined;

/** Authenticates a live connection and hands it to the organisation's hub (§7 Notifications). */
export const connectSocket = async (
	request: Request,
	env: Env,
	executionCtx: ExecutionContext,
	clock: Clock = systemClock,
): Promise<Response> => {
	const startedAt = Date.now();
	const ctx = requestContext(request, readEnv(env), executionCtx, clock);
	const response = await answer(request, ctx);
	if (ctx.env.ENVIRONMENT === "production")
		log("info", {
			requestId: ctx.requestId,
			method: request.method,
			route,
			status: response.status,
			ms: Date.now() - startedAt,
		});
	return response;
};

const requestContext = (request: Request, env: Env, executionCtx: ExecutionContext, clock: Clock): RequestContext => ({
	...clock,
	env,
	requestId: crypto.randomUUID(),
	address: request.headers.get("cf-connecting-ip") ?? "unknown",
	databaseFor: (organisationId) => databaseFor(env, organisationId),
	waitUntil: (work) => executionCtx.waitUntil(work),
});

const answer = async (request: Request, ctx: RequestContext): Promise<Response> => {
	try {
		const admitted = await admit(request, ctx);
		if (!admitted.ok) return problemResponse(admitted.problem, ctx.requestId);
		return await handOver(ctx, admitted.value);
	} catch (error) {
		log("error", { requestId: ctx.requestId, method: request.method, route, error: describeDefect(error) });
		return problemResponse(problemOf(error), ctx.requestId);
	}
};

const admit = async (request: Request, ctx: RequestContext): Promise<Result<Authenticated>> => {
	// why: a browser lets any site open a socket here; only the portal's own pages may.
	const origin = request.headers.get("origin");
	if (origin !== null && origin !== ctx.env.PORTAL_ORIGIN) return fail("forbidden");
	const claims = await readClaims(request, ctx);
	const authenticated = claims && (await loadActor(ctx, claims));
	if (!authenticated) return fail("socket_refused");
	return authenticated.actor.id === userIdOf(request) ? ok(authenticated) : fail("not_found");
};

/**
 * Reads the credentials: the portal's pages send a ticket; other clients their access token, in the address (§7) or
 * the header.
 */
const readClaims = async (request: Request, ctx: RequestContext): Promise<AccessClaims | undefined> => {
	const query = new URL(request.url).searchParams;
	const ticket = query.get("ticket");
	if (ticket !== null) return consumeSocketTicket(ctx, ticket);
	const bearer = /^Bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
	const token = query.get("token") ?? bearer;
	return token && /^[\w.-]{1,4096}$/.test(token) ? verifyAccessToken(ctx.env.SECRET, token, ctx.now()) : undefined;
};

/** Who sees applicants at all. */
const seesApplicants = anyOf("candidate");

const handOver = async (ctx: RequestContext, authenticated: Authenticated): Promise<Response> => {
	const { organisationId, actor, scopeFor, sessionExpiresAt } = authenticated;
	const { itemIds } = scopeFor(seesApplicants);
	const hub = hubFor(ctx.env.NOTIFICATION_HUB, organisationId);
	const response = await openSocket(hub, {
		userId: actor.id,
		userName: actor.name,
		sessionId: actor.sessionId,
		expiresAt: sessionExpiresAt,
		seesOthers: holdsAny(actor.privileges, seesApplicants),
		bound: itemIds && { organisationId, itemIds: [...itemIds] },
	});
	// why: a block between the look-up and the hand-over found no socket to close yet, so it is checked again.
	const claims = { organisationId, userId: actor.id, sessionId: actor.sessionId };
	const stillAdmitted = await loadActor(ctx, claims);
	if (stillAdmitted) return response;
	await hub.closeSession(actor.sessionId);
	return problemResponse(problem("socket_refused"), ctx.requestId);
};
