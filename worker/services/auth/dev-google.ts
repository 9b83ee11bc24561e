import { Buffer } from "node:buffer";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import * as v from "valibot";
import type { RequestContext } from "#worker/context";
import type { Env } from "#worker/env";
import { hashToken, sign, verifySignature } from "#worker/http/keys";
import { googleRedirectUri } from "#worker/services/auth/google";

/** why: every isolate must sign and publish the same key, and a key in the source would be a secret in the source. */
const objectKey = "dev/google-key.json";
const algorithm = "RS256";
const keyId = "local-google";

let privateJwk: Promise<JWK> | undefined;

const loadKey = async (env: Env): Promise<JWK> => {
	const kept = await env.FILES.get(objectKey);
	if (kept) return kept.json<JWK>();
	const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
	const jwk = await exportJWK(privateKey);
	const put = await env.FILES.put(objectKey, JSON.stringify(jwk), { onlyIf: { etagDoesNotMatch: "*" } });
	// why: another isolate was faster; its key counts.
	return put === null ? loadKey(env) : jwk;
};

const devKey = (env: Env): Promise<JWK> => {
	privateJwk ??= loadKey(env).catch((error: unknown) => {
		privateJwk = undefined;
		throw error;
	});
	return privateJwk;
};

const devSigningKey = async (env: Env) => ({
	header: { alg: algorithm, kid: keyId },
	key: await importJWK(await devKey(env), algorithm),
});

export const devKeySet = async (env: Env) => {
	const { kty, n, e } = await devKey(env);
	return { keys: [{ kty, n, e, alg: algorithm, kid: keyId, use: "sig" }] };
};

export const AuthorizeRequest = v.object({
	response_type: v.literal("code"),
	client_id: v.string(),
	redirect_uri: v.string(),
	scope: v.pipe(v.string(), v.regex(/\bopenid\b/)),
	state: v.pipe(v.string(), v.maxLength(4000)),
	nonce: v.pipe(v.string(), v.maxLength(200)),
	code_challenge: v.pipe(v.string(), v.length(43)),
	code_challenge_method: v.literal("S256"),
});
export type AuthorizeRequest = v.InferOutput<typeof AuthorizeRequest>;

export const TokenRequest = v.object({
	grant_type: v.literal("authorization_code"),
	code: v.string(),
	redirect_uri: v.string(),
	client_id: v.string(),
	client_secret: v.string(),
	code_verifier: v.string(),
});
type TokenRequest = v.InferOutput<typeof TokenRequest>;

const Code = v.object({ email: v.string(), nonce: v.string(), challenge: v.string(), expiresAt: v.number() });

export const isKnownClient = (env: Env, request: { client_id: string; redirect_uri: string }): boolean =>
	request.client_id === env.GOOGLE_CLIENT_ID && request.redirect_uri === googleRedirectUri(env.PORTAL_ORIGIN);

/** Returns the browser's next address once an account is chosen: back, with a code of one minute. */
export const chooseAccount = async (ctx: RequestContext, request: AuthorizeRequest, email: string): Promise<string> => {
	const grant = { email, nonce: request.nonce, challenge: request.code_challenge, expiresAt: ctx.now() + 60_000 };
	const body = Buffer.from(JSON.stringify(grant)).toString("base64url");
	const url = new URL(request.redirect_uri);
	url.searchParams.set("state", request.state);
	url.searchParams.set("code", `${body}.${await sign(ctx.env.SECRET, "dev-google", body)}`);
	return url.href;
};

/** Returns the identity token for a code, or undefined when Google would refuse it. */
export const exchangeCode = async (ctx: RequestContext, request: TokenRequest): Promise<string | undefined> => {
	const { env } = ctx;
	if (!isKnownClient(env, request) || request.client_secret !== env.GOOGLE_CLIENT_SECRET) return undefined;
	const [, body, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(request.code) ?? [];
	if (!body || !signature || !(await verifySignature(env.SECRET, "dev-google", body, signature))) return undefined;
	const grant = v.parse(Code, JSON.parse(Buffer.from(body, "base64url").toString()));
	if (grant.expiresAt <= ctx.now() || grant.challenge !== (await hashToken(request.code_verifier))) return undefined;
	const issuedAt = Math.floor(ctx.now() / 1000);
	const { header, key } = await devSigningKey(env);
	return new SignJWT({ email: grant.email, email_verified: true, nonce: grant.nonce })
		.setProtectedHeader(header)
		.setSubject(await hashToken(grant.email))
		.setIssuer(env.GOOGLE_ISSUER)
		.setAudience(request.client_id)
		.setIssuedAt(issuedAt)
		.setExpirationTime(issuedAt + 3600)
		.sign(key);
};
