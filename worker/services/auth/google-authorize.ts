import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { type Env, wordsOf } from "#worker/env";
import { googleSignIn } from "#worker/gateways/google/real";
import { hashToken, randomToken } from "#worker/http/keys";
import { readCallbackUrl } from "#worker/services/auth/google-callback-url";
import { secretsOf, stateLifetimeMs, writeState } from "#worker/services/auth/google-state";
import { organisationById } from "#worker/services/organisation/queries";

/** The address to which Google sends every browser back. */
export const googleRedirectUri = (portalOrigin: string): string => `${portalOrigin}/api/auth/google/callback`;

/** The portals whose staff may sign in here: this Worker's own and those it is the auth service of. */
const portalsOf = (env: Env): string[] => [env.PORTAL_ORIGIN, ...wordsOf(env.SIGN_IN_PORTALS)];

interface AuthorizeInput {
	callbackUrl: string;
	organisationId: string;
}

/**
 * Begins a Google sign-in: returns the browser's next address and the secret that it keeps in a cookie meanwhile
 * (§7).
 */
export const googleAuthorize = async (ctx: RequestContext, { callbackUrl, organisationId }: AuthorizeInput) => {
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
