import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import * as v from "valibot";
import type { Env } from "#worker/env";
import { fetchBounded } from "#worker/gateways/fetch-bounded";
import { hashToken } from "#worker/http/keys";
import { log } from "#worker/log";

const TokenAnswer = v.object({ id_token: v.pipe(v.string(), v.maxLength(16_384)) });
const Identity = v.object({
	email: v.pipe(v.string(), v.maxLength(320)),
	email_verified: v.literal(true),
	nonce: v.string(),
});

/** Google's keys, cached in the isolate for as long as jose decides. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

const keySetAt = (url: string) => {
	const keySet =
		keySets.get(url) ??
		createRemoteJWKSet(new URL(url), { [customFetch]: (address, init) => fetchBounded(address, init as RequestInit) });
	keySets.set(url, keySet);
	return keySet;
};

/** Returns the sign-in by Google's OpenID Connect, or undefined when it is not configured. */
export const googleSignIn = (env: Env): GoogleSignIn | undefined => {
	const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
	if (!clientId || !clientSecret) return undefined;

	const exchange = async (code: string, redirectUri: string, verifier: string): Promise<string> => {
		const answer = await fetchBounded(env.GOOGLE_TOKEN_URL, {
			method: "POST",
			body: new URLSearchParams({
				grant_type: "authorization_code",
				code,
				redirect_uri: redirectUri,
				client_id: clientId,
				client_secret: clientSecret,
				code_verifier: verifier,
			}),
		});
		if (!answer.ok) throw new Error(`the token endpoint answered ${answer.status}`);
		return v.parse(TokenAnswer, await answer.json()).id_token;
	};

	return {
		authorizeUrl: async ({ redirectUri, verifier, nonce, state }) => {
			const url = new URL(env.GOOGLE_AUTHORIZE_URL);
			url.search = new URLSearchParams({
				response_type: "code",
				client_id: clientId,
				redirect_uri: redirectUri,
				scope: "openid email",
				state,
				nonce,
				// why: hashToken is SHA-256 in URL-safe base64, which is PKCE's S256.
				code_challenge: await hashToken(verifier),
				code_challenge_method: "S256",
				prompt: "select_account",
			}).toString();
			return url.href;
		},
		verifiedEmail: async ({ code, redirectUri, verifier, nonce, now }) => {
			try {
				const idToken = await exchange(code, redirectUri, verifier);
				const { payload } = await jwtVerify(idToken, keySetAt(env.GOOGLE_JWKS_URL), {
					algorithms: ["RS256"],
					// why: Google writes its issuer with and without the scheme.
					issuer: [env.GOOGLE_ISSUER, env.GOOGLE_ISSUER.replace("https://", "")],
					audience: clientId,
					requiredClaims: ["exp", "iat"],
					clockTolerance: 5,
					currentDate: new Date(now),
				});
				const identity = v.parse(Identity, payload);
				return identity.nonce === nonce ? identity.email.toLowerCase() : undefined;
			} catch (error) {
				// why: the browser is on its way back and gets 'User Not Found'; Google's mistake belongs in the log.
				log("error", { message: "google sign-in failed", error: error instanceof Error ? error.message : "unknown" });
				return undefined;
			}
		},
	};
};

/** One sign-in attempt, as it travels to Google and back. */
interface GoogleAttempt {
	redirectUri: string;
	/** PKCE: the secret whose hash was sent ahead. */
	verifier: string;
	/** Ties the response to this attempt. */
	nonce: string;
}

interface GoogleSignIn {
	/** Returns Google's page where the user chooses an account. */
	authorizeUrl(attempt: GoogleAttempt & { state: string }): Promise<string>;
	/** Returns the verified email address of a code, in lower case; undefined when Google does not prove one. */
	verifiedEmail(attempt: GoogleAttempt & { code: string; now: number }): Promise<string | undefined>;
}
