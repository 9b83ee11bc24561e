import * as v from "valibot";
import { problem } from "#worker/contract/problems";
import type { App, AppContext } from "#worker/http/create-app";
import { problemResponse } from "#worker/http/problem-response";
import {
	AuthorizeRequest,
	chooseAccount,
	devKeySet,
	exchangeCode,
	isKnownClient,
	TokenRequest,
} from "#worker/services/auth/dev-google";
import { accountChooser, devPageHeaders } from "#worker/services/auth/dev-page";
import { readState } from "#worker/services/auth/google";
import { staffToChoose } from "#worker/services/users/queries";

/** A stand-in for Google: in development and tests; in production it does not exist. */
export const devRoutes = (app: App): void => {
	app.use("/dev/*", async (c, next) => {
		const { env, requestId } = c.var.request;
		if (env.ENVIRONMENT === "production") return problemResponse(problem("not_found"), requestId);
		await next();
	});

	app.get("/dev/google/authorize", async (c) => {
		const request = readRequest(c, c.req.query());
		if (!request) return problemResponse(problem("invalid_query"), c.var.request.requestId);
		// why: Google cannot read an application's state; this one looks inside to offer the right accounts.
		const state = await readState(c.var.request.env, request.state);
		const accounts = state ? await staffToChoose(databaseOf(c, state.organisationId), state.organisationId) : [];
		return c.html(accountChooser(request, accounts), 200, devPageHeaders);
	});

	app.post("/dev/google/authorize", async (c) => {
		const form = await c.req.parseBody();
		const request = readRequest(c, form);
		if (!request) return problemResponse(problem("malformed"), c.var.request.requestId);
		const declined = `${request.redirect_uri}?${new URLSearchParams({ error: "access_denied", state: request.state })}`;
		const { email } = form;
		return c.redirect(typeof email === "string" ? await chooseAccount(c.var.request, request, email) : declined, 303);
	});

	app.post("/dev/google/token", async (c) => {
		const request = v.safeParse(TokenRequest, await c.req.parseBody());
		const idToken = request.success ? await exchangeCode(c.var.request, request.output) : undefined;
		return idToken
			? c.json({ id_token: idToken, token_type: "Bearer", expires_in: 3600, scope: "openid email" })
			: c.json({ error: "invalid_grant" }, 400);
	});

	app.get("/dev/google/certs", async (c) => c.json(await devKeySet(c.var.request.env)));
};

const databaseOf = (c: AppContext, organisationId: string) => c.var.request.databaseFor(organisationId);

const readRequest = (c: AppContext, input: unknown): AuthorizeRequest | undefined => {
	const request = v.safeParse(AuthorizeRequest, input);
	return request.success && isKnownClient(c.var.request.env, request.output) ? request.output : undefined;
};
