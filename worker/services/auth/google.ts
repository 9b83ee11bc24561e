import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { type Env, wordsOf } from "#worker/env";
import { recordAudit } from "#worker/events/record-audit";
import { googleSignIn } from "#worker/gateways/google/real";
import { hashToken, randomToken, sign, verifySignature } from "#worker/http/keys";
import { consumeToken, mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";
import { accountByEmail, findCurrentUser } from "#worker/services/auth/queries";
import { signInUser } from "#worker/services/auth/sessions";
import { organisationById } from "#worker/services/organisation/queries";

/** The address to which Google sends every browser back. */
export const googleRedirectUri = (portalOrigin: string): string => `${portalOrigin}/api/auth/google/callback`;

/** Returns this Worker's own portal and those it is the auth service of. */
const portalsOf = (env: Env): string[] => [env.PORTAL_ORIGIN, ...wordsOf(env.SIGN_IN_PORTALS)];

/** Begins a Google sign-in: returns the browser's next address and the secret for its cookie (§7). */
export const googleAuthorize = async (
	ctx: RequestContext,
	{ callbackUrl, organisationId }: { callbackUrl: string; organisationId: string },
) => {
	const { env } = ctx;
	const google = googleSignIn(env);
	if (!google) return fail("not_found");
	const callback = readCallbackUrl(portalsOf(env), organisationId, callbackUrl);
	if (!callback) return fail("invalid_query", { fields: { callback_url: ["This is not a page of this portal."] } });
	const [organisation] = await organisationById(ctx.databaseFor(organisationId), organisationId);
	if (!organisation) return fail("organisation_not_found");

	const browserSecret = randomToken();
	const flow = randomToken();
	const state = await writeState(env, {
		organisationId,
		callbackUrl: callback.href,
		flow,
		browser: await hashToken(browserSecret),
		expiresAt: ctx.now() + stateLifetimeMs,
	});
	const secrets = await secretsOf(env, flow, browserSecret);
	const redirectUri = googleRedirectUri(env.PORTAL_ORIGIN);
	return ok({ location: await google.authorizeUrl({ redirectUri, state, ...secrets }), browserSecret });
};

interface CallbackInput {
	state: string;
	/** Absent when the user declined. */
	code: string | undefined;
	browserSecret: string | undefined;
}

/**
 * Returns the browser's address after Google: the portal's page, with a transfer code if Google proved an address of
 * the institution's staff. Without one the page says 'User Not Found' (§2), or that the user cancelled.
 */
export const googleCallback = async (
	ctx: RequestContext,
	{ state: stateText, code, browserSecret }: CallbackInput,
): Promise<string> => {
	const state = await readState(ctx.env, stateText);
	if (!state) return `${ctx.env.PORTAL_ORIGIN}/`;
	const isOurs = browserSecret !== undefined && (await isStateOf(state, browserSecret, ctx.now()));
	if (!isOurs) return state.callbackUrl;
	if (!code) return withParameter(state.callbackUrl, "cancelled", "true");
	const transferCode = await transferCodeFor(ctx, state, code, browserSecret);
	return transferCode ? withParameter(state.callbackUrl, "transfer_code", transferCode) : state.callbackUrl;
};

const withParameter = (address: string, name: string, value: string): string => {
	const url = new URL(address);
	url.searchParams.set(name, value);
	return url.href;
};

const transferCodeFor = async (
	ctx: RequestContext,
	{ organisationId, flow }: State,
	code: string,
	browserSecret: string,
): Promise<string | undefined> => {
	const email = await googleSignIn(ctx.env)?.verifiedEmail({
		...(await secretsOf(ctx.env, flow, browserSecret)),
		redirectUri: googleRedirectUri(ctx.env.PORTAL_ORIGIN),
		code,
		now: ctx.now(),
	});
	if (!email) return undefined;
	const [account] = await accountByEmail(ctx.databaseFor(organisationId), organisationId, email);
	if (account && !account.blocked) return mintOneTimeToken(ctx, { organisationId, userId: account.id }, "transfer");
	await recordAudit(
		{ ...ctx, organisationId },
		{
			action: "login",
			status: "FAILED",
			subject: account ? "blocked" : "unknown account",
			userId: account?.id,
			username: email,
			details: { method: "google" },
		},
	);
	return undefined;
};

/** Exchanges the code that a browser brought from Google for a session: once, within a minute (§7). */
export const googleTransfer = async (
	ctx: RequestContext,
	{ organisationId, code }: { organisationId: string; code: string },
) => {
	const db = ctx.databaseFor(organisationId);
	const tokenHash = await hashToken(code);
	const [used] = await consumeToken(db, { organisationId, tokenHash, purpose: "transfer", now: ctx.now() });
	const user = used && (await findCurrentUser(db, organisationId, used.userId));
	if (!user || user.blocked) return fail("google_user_not_found");
	const signedIn = await signInUser(ctx, { organisationId, userId: user.id }, { method: "google" });
	return ok({
		user: {
			id: user.id,
			roles: signedIn.user.adminRoles.map(({ adminLevel, role }) => ({ admin_level: adminLevel, role })),
		},
		access_token: signedIn.accessToken,
		refresh_token: signedIn.refreshToken,
	});
};

/** Milliseconds a user may take to choose an account. */
export const stateLifetimeMs = 10 * 60_000;

const State = v.object({
	organisationId: v.string(),
	/** Checked before the state was signed. */
	callbackUrl: v.string(),
	flow: v.string(),
	/** Hash of the secret in the cookie of the browser that began. */
	browser: v.string(),
	expiresAt: v.number(),
});
type State = v.InferOutput<typeof State>;

/** Returns the state as it travels to Google and back: readable, but not to be changed. */
const writeState = async (env: Env, state: State): Promise<string> => {
	const body = Buffer.from(JSON.stringify(state)).toString("base64url");
	return `${body}.${await sign(env.SECRET, "oauth-state", body)}`;
};

/** Returns the state, or undefined when it was not written here. */
export const readState = async (env: Env, text: string): Promise<State | undefined> => {
	const [, body, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(text) ?? [];
	if (!body || !signature) return undefined;
	if (!(await verifySignature(env.SECRET, "oauth-state", body, signature))) return undefined;
	return v.parse(State, JSON.parse(Buffer.from(body, "base64url").toString()));
};

/** Checks whether the state has not expired and belongs to this browser (ASVS 7.6.2). */
const isStateOf = async (state: State, browserSecret: string, now: number): Promise<boolean> =>
	state.expiresAt > now && state.browser === (await hashToken(browserSecret));

/** Derives PKCE's verifier and OpenID's nonce from the browser's secret, so that nothing is stored in between. */
const secretsOf = async (env: Env, flow: string, browserSecret: string) => ({
	verifier: await sign(env.SECRET, "oauth-state", `verifier ${flow} ${browserSecret}`),
	nonce: await sign(env.SECRET, "oauth-state", `nonce ${flow} ${browserSecret}`),
});

/**
 * Returns the page to which a Google sign-in returns, `{portal}/{orgName}/auth` of a known portal (ASVS 3.7.2);
 * undefined for any other. It may carry a `state` of the portal's own, which comes back beside the code.
 */
export const readCallbackUrl = (
	portalOrigins: readonly string[],
	organisationId: string,
	text: string,
): URL | undefined => {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isKnown = portalOrigins.some((origin) => url.origin === new URL(origin).origin);
	if (!isKnown || url.pathname !== `/${organisationId}/auth`) return undefined;
	if (url.username || url.password || url.hash) return undefined;
	const isOwnState = [...url.searchParams].every(([name, value]) => name === "state" && /^[\w-]{1,100}$/.test(value));
	return isOwnState && url.searchParams.size <= 1 ? url : undefined;
};
