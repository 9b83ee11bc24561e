import * as v from "valibot";
import { OrganisationId } from "#worker/contract/ids";
import { problem } from "#worker/contract/problems";
import { openDatabase } from "#worker/database/database";
import { latestMails } from "#worker/gateways/mail/outbox.queries";
import type { App, AppContext } from "#worker/http/create-app";
import { answerProblem } from "#worker/http/problem-answer";
import {
	AuthorizeRequest,
	chooseAccount,
	exchangeCode,
	isKnownClient,
	TokenRequest,
} from "#worker/services/auth/dev-google";
import { devKeySet } from "#worker/services/auth/dev-google.key";
import { accountChooser } from "#worker/services/auth/dev-google.page";
import { outboxPage } from "#worker/services/auth/dev-outbox.page";
import { devPageHeaders } from "#worker/services/auth/dev-page";
import { readState } from "#worker/services/auth/google-state";
import { allOrganisationIds } from "#worker/services/organisation/queries";
import { staffToChoose } from "#worker/services/users/queries";

/** The outbox and a stand-in for Google: in development and tests; in production they do not exist. */
export const devRoutes = (app: App): void => {
	app.use("/dev/*", async (c, next) => {
		const { env, requestId } = c.var.request;
		if (env.ENVIRONMENT === "production") return answerProblem(problem("not_found"), requestId);
		await next();
	});

	app.get("/dev/outbox", async (c) => {
		const { env } = c.var.request;
		const mails = await readOutbox(c);
		return c.req.header("accept")?.includes("text/html")
			? c.html(outboxPage(mails, env.PORTAL_ORIGIN), 200, devPageHeaders)
			: c.json(mails, 200, { "cache-control": "no-store" });
	});

	app.get("/dev/google/authorize", async (c) => {
		const request = readRequest(c, c.req.query());
		if (!request) return answerProblem(problem("invalid_query"), c.var.request.requestId);
		// why: Google cannot read an application's state; this one looks inside to offer the right accounts.
		const state = await readState(c.var.request.env, request.state);
		const accounts = state ? await staffToChoose(databaseOf(c, state.organisationId), state.organisationId) : [];
		return c.html(accountChooser(request, accounts), 200, devPageHeaders);
	});

	app.post("/dev/google/authorize", async (c) => {
		const form = await c.req.parseBody();
		const request = readRequest(c, form);
		if (!request) return answerProblem(problem("malformed"), c.var.request.requestId);
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

/** Of one institution (`?organisation=`) or of all: a development database has a handful. */
const readOutbox = async (c: AppContext) => {
	const asked = v.safeParse(OrganisationId, c.req.query("organisation"));
	const ids = asked.success ? [asked.output] : await allOrganisationIds(openDatabase(c.var.request.env.DB));
	const mails = await Promise.all(ids.map((id) => latestMails(databaseOf(c, id), id)));
	return mails
		.flat()
		.sort((a, b) => b.createdAt - a.createdAt)
		.slice(0, 50);
};
