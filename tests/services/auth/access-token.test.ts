import { env } from "cloudflare:workers";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createUser, signIn } from "#tests/support/factories";
import { signAccessToken } from "#worker/http/access-token";
import { signingKey } from "#worker/http/keys";
import { authApp, createAccount, me } from "./accounts";

const clock = testClock();
const app = authApp(clock);
const seconds = () => Math.floor(clock.now() / 1000);

const claimsOf = async () => {
	const { user } = await createAccount();
	const { sessionId } = await signIn(user, clock.now());
	return { user, sub: user.id, org: user.organisationId, sid: sessionId };
};

/** Returns a genuine token except for the given changes. */
const forge = async (change: {
	header?: Record<string, unknown>;
	payload?: Record<string, unknown>;
	key?: CryptoKey | Uint8Array;
}) => {
	const { user: _, ...claims } = await claimsOf();
	const payload = {
		iss: "matricula",
		aud: "matricula-api",
		iat: seconds(),
		exp: seconds() + 900,
		...claims,
		...change.payload,
	};
	return new SignJWT(payload)
		.setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...change.header })
		.sign(change.key ?? (await signingKey(env.SECRET, "access-token")));
};

const unsigned = async (alg: string) => {
	const [, payload] = (await forge({})).split(".");
	const header = btoa(JSON.stringify({ alg, typ: "at+jwt" })).replaceAll("=", "");
	return `${header}.${payload}.`;
};

describe("a bearer token", () => {
	test("is accepted when it is genuine", async () => {
		const token = await forge({});
		const response = await me(app, token);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ id: decodeJwt(token).sub });
	});

	test.each<[string, () => Promise<string>]>([
		["without an algorithm", () => unsigned("none")],
		["without a signature", () => unsigned("HS256")],
		["of another audience", () => forge({ payload: { aud: "other-api" } })],
		["of another issuer", () => forge({ payload: { iss: "other" } })],
		["of another type", () => forge({ header: { typ: "JWT" } })],
		["that has expired", () => forge({ payload: { exp: seconds() - 1 } })],
		["that is not yet valid", () => forge({ payload: { nbf: seconds() + 60 } })],
		[
			"of another algorithm",
			async () => forge({ header: { alg: "HS512" }, key: crypto.getRandomValues(new Uint8Array(64)) }),
		],
		["signed with another key", () => forge({ key: crypto.getRandomValues(new Uint8Array(32)) })],
		["signed for refreshing", async () => forge({ key: await signingKey(env.SECRET, "refresh-token") })],
		["for another organisation", async () => forge({ payload: { org: (await claimsOf()).org } })],
		["for another user's session", async () => forge({ payload: { sid: (await claimsOf()).sid } })],
		["for another user", async () => forge({ payload: { sub: (await claimsOf()).sub } })],
		["without a session", () => forge({ payload: { sid: undefined } })],
		["that is not a token", async () => "x.y.z"],
	])("%s is refused with 401", async (_, make) => {
		expect((await me(app, await make())).status).toBe(401);
	});

	test("of one user does not open another user's session in the same organisation", async () => {
		const { user, org, sid } = await claimsOf();
		const colleague = await createUser({ organisationId: org });
		const token = await signAccessToken(
			env.SECRET,
			{ organisationId: org, userId: colleague.id, sessionId: sid },
			clock.now(),
		);
		expect(user.id).not.toBe(colleague.id);
		expect((await me(app, token)).status).toBe(401);
	});
});
