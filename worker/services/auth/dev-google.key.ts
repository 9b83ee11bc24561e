import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Env } from "#worker/env";

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

export const devSigningKey = async (env: Env) => ({
	header: { alg: algorithm, kid: keyId },
	key: await importJWK(await devKey(env), algorithm),
});

export const devKeySet = async (env: Env) => {
	const { kty, n, e } = await devKey(env);
	return { keys: [{ kty, n, e, alg: algorithm, kid: keyId, use: "sig" }] };
};
