import { expect, test } from "vitest";
import { signAccessToken, verifyAccessToken } from "#worker/http/access-token";

const secret = "a secret of the test, long enough for a key";
const claims = { organisationId: "crestfield", userId: "ada", sessionId: "s1" };
const now = Date.UTC(2026, 10, 22, 9);
const minutes = 60_000;

test("a token that was genuine before is refused once its 15 minutes are over", async () => {
	const token = await signAccessToken(secret, claims, now);
	expect(await verifyAccessToken(secret, token, now)).toEqual(claims);
	expect(await verifyAccessToken(secret, token, now + 15 * minutes - 1)).toEqual(claims);
	expect(await verifyAccessToken(secret, token, now + 15 * minutes)).toBeUndefined();
});

test("a token that is genuine for one secret is refused under another", async () => {
	const token = await signAccessToken(secret, claims, now);
	expect(await verifyAccessToken(secret, token, now)).toEqual(claims);
	expect(await verifyAccessToken(`${secret}, changed`, token, now)).toBeUndefined();
});

test("a changed token is refused, however often the right one was accepted", async () => {
	const token = await signAccessToken(secret, claims, now);
	expect(await verifyAccessToken(secret, token, now)).toEqual(claims);
	const [header, , signature] = token.split(".");
	const body = btoa(
		JSON.stringify({ sub: "eve", org: "crestfield", sid: "s1", iss: "matricula", aud: "matricula-api" }),
	);
	expect(await verifyAccessToken(secret, `${header}.${body}.${signature}`, now)).toBeUndefined();
});
