import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { googleSignIn } from "#worker/gateways/google/real";

const now = Date.UTC(2026, 10, 20, 9, 0);
const seconds = now / 1000;
const ours = await generateKeyPair("RS256");
const theirs = await generateKeyPair("RS256");
const publicJwk = await exportJWK(ours.publicKey);

const google = googleSignIn({
	...env,
	GOOGLE_CLIENT_ID: "our-client",
	GOOGLE_CLIENT_SECRET: "our-secret",
	GOOGLE_TOKEN_URL: "https://google.test/token",
	GOOGLE_JWKS_URL: "https://google.test/certs",
	GOOGLE_ISSUER: "https://accounts.google.test",
});

const attempt = { code: "code", redirectUri: "https://portal.test/back", verifier: "verifier", nonce: "nonce", now };

/** Returns an identity token like Google's except for the given changes. */
const idToken = (payload: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = ours.privateKey, header = {}) =>
	new SignJWT({
		iss: "https://accounts.google.test",
		aud: "our-client",
		sub: "1",
		iat: seconds,
		exp: seconds + 3600,
		email: "Ada@Acme.example",
		email_verified: true,
		nonce: "nonce",
		...payload,
	})
		.setProtectedHeader({ alg: "RS256", kid: "ours", ...header })
		.sign(key);

const answering = (answer: () => Response | Promise<Response>) =>
	vi
		.spyOn(globalThis, "fetch")
		.mockImplementation(async (input) =>
			String(input).endsWith("/certs")
				? Response.json({ keys: [{ ...publicJwk, alg: "RS256", kid: "ours" }] })
				: answer(),
		);
const answeringWith = (token: string) => answering(() => Response.json({ id_token: token }));

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe("an identity token", () => {
	test("proves its address when it is genuine", async () => {
		const fetched = answeringWith(await idToken());
		expect(await google?.verifiedEmail(attempt)).toBe("ada@acme.example");
		const [url, init] = fetched.mock.calls[0] ?? [];
		expect(url).toBe("https://google.test/token");
		expect(init).toMatchObject({ method: "POST", redirect: "manual" });
		expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
			grant_type: "authorization_code",
			code: "code",
			redirect_uri: "https://portal.test/back",
			client_id: "our-client",
			client_secret: "our-secret",
			code_verifier: "verifier",
		});
	});

	test("may name its issuer without the scheme, as Google does", async () => {
		answeringWith(await idToken({ iss: "accounts.google.test" }));
		expect(await google?.verifiedEmail(attempt)).toBe("ada@acme.example");
	});

	test.each<[string, () => Promise<string>]>([
		["for another application", () => idToken({ aud: "their-client" })],
		["of another issuer", () => idToken({ iss: "https://evil.test" })],
		["of another sign-in", () => idToken({ nonce: "other" })],
		["without a nonce", () => idToken({ nonce: undefined })],
		["with an address that is not verified", () => idToken({ email_verified: false })],
		["without an address", () => idToken({ email: undefined })],
		["that has expired", () => idToken({ exp: seconds - 60 })],
		["that never expires", () => idToken({ exp: undefined })],
		["signed by another key", () => idToken({}, theirs.privateKey)],
		["signed by an unknown key", () => idToken({}, theirs.privateKey, { kid: "theirs" })],
		["signed with a shared secret", () => idToken({}, new TextEncoder().encode(publicJwk.n), { alg: "HS256" })],
		["that is not a token", async () => "x.y.z"],
	])("%s proves nothing", async (_, make) => {
		answeringWith(await make());
		expect(await google?.verifiedEmail(attempt)).toBeUndefined();
	});
});

describe("a provider", () => {
	test.each<[string, () => Response | Promise<Response>]>([
		["fails", () => new Response("no", { status: 500 })],
		["refuses", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
		["redirects", () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } })],
		["returns no JSON", () => new Response("<html>")],
		["returns half of it", () => new Response('{"id_token":"x')],
		["returns another shape", () => Response.json({ token: 1 })],
		["returns too much", () => new Response("x".repeat(1_100_000))],
		["does not respond", () => Promise.reject(new DOMException("timed out", "TimeoutError"))],
	])("that %s signs nobody in", async (_, response) => {
		const fetched = answering(response);
		expect(await google?.verifiedEmail(attempt)).toBeUndefined();
		expect(fetched).toHaveBeenCalledTimes(1);
	});
});
