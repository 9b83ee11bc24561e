import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { type TestClock, testClock } from "#tests/support/clock";
import { testDb } from "#tests/support/factories";
import { sessions, users } from "#worker/database/schema/auth";
import { auditEvents } from "#worker/database/schema/records";
import { type AuthApp, authApp, bodyOf, createAccount, logIn, me, type Pair, refresh, tokensOf } from "./accounts";

const start = async (clock: TestClock = testClock()) => {
	const app = authApp(clock);
	const { organisation, user } = await createAccount();
	const tokens = await tokensOf(app, organisation.id, user.email);
	return { app, clock, organisation, user, ...tokens };
};

const sessionOf = async (userId: string) => {
	const [row, ...others] = await testDb().select().from(sessions).where(eq(sessions.userId, userId));
	expect(others).toEqual([]);
	return row;
};

const next = async (app: AuthApp, token: string): Promise<Pair> => {
	const response = await refresh(app, token);
	expect(response.status).toBe(200);
	return response.json<Pair>();
};

describe("POST /ums/token", () => {
	test("returns the next pair, whose access token works", async () => {
		const { app, clock, refreshToken, user } = await start();
		clock.advance(13 * 60_000);
		const pair = await next(app, refreshToken);
		expect(pair.refresh_token).not.toBe(refreshToken);
		expect((await me(app, pair.access_token)).status).toBe(200);
		expect(pair).toMatchObject({ token_type: "Bearer", expires_in: 900 });
		const { iat = 0, exp = 0 } = decodeJwt(pair.access_token);
		expect(exp - iat, "it lasts as long as it says").toBe(pair.expires_in);
		expect(await sessionOf(user.id)).toMatchObject({ generation: 1, rotatedAt: clock.now() });
	});

	test("leaves one session and everybody logged in after 50 simultaneous refreshes of one token", async () => {
		const { app, refreshToken, user } = await start();
		const pairs = await Promise.all(Array.from({ length: 50 }, () => next(app, refreshToken)));
		expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(1);
		expect(await sessionOf(user.id)).toMatchObject({ generation: 1, endedAt: null });
		expect((await refresh(app, pairs[0]?.refresh_token ?? "")).status).toBe(200);
	});

	test("accepts the previous token for 10 seconds", async () => {
		const early = await start();
		await next(early.app, early.refreshToken);
		early.clock.advance(10_000);
		await next(early.app, early.refreshToken);

		const late = await start();
		const pair = await next(late.app, late.refreshToken);
		late.clock.advance(10_001);
		expect(await bodyOf(await refresh(late.app, late.refreshToken))).toMatchObject({
			status: 401,
			body: { code: "token_refused" },
		});
		expect((await refresh(late.app, pair.refresh_token)).status).toBe(401);
		expect((await me(late.app, pair.access_token)).status).toBe(401);
	});

	test.each([0, 1, 2, 3, 4])(
		"ends the session and records it when a token of generation %i is used again",
		async (generation) => {
			const { app, refreshToken, organisation, user } = await start();
			const tokens = [refreshToken];
			for (let index = 0; index < 6; index++) tokens.push((await next(app, tokens[index] ?? "")).refresh_token);
			expect((await refresh(app, tokens[generation] ?? "")).status).toBe(401);
			expect(await sessionOf(user.id)).toMatchObject({ endReason: "reuse" });
			expect((await refresh(app, tokens[6] ?? "")).status).toBe(401);
			const audit = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisation.id));
			expect(audit.filter(({ action }) => action === "refresh_token_reused")).toMatchObject([
				{ status: "FAILED", userId: user.id, details: { presented: generation, current: 6 } },
			]);
		},
	);

	test("ends a session 12 hours after the login, even in constant use", async () => {
		const { app, clock, refreshToken } = await start();
		let token = refreshToken;
		for (let minutes = 0; minutes < 12 * 60 - 12; minutes += 12) {
			clock.advance(12 * 60_000);
			token = (await next(app, token)).refresh_token;
		}
		clock.advance(12 * 60_000);
		expect((await refresh(app, token)).status).toBe(401);
	});

	test("ends a session after thirteen and a half minutes without a request", async () => {
		const limitMs = 13.5 * 60_000;
		const kept = await start();
		kept.clock.advance(limitMs - 1);
		expect((await me(kept.app, kept.accessToken)).status).toBe(200);
		kept.clock.advance(limitMs - 1);
		await next(kept.app, kept.refreshToken);
		for (const call of ["access", "refresh"]) {
			const left = await start();
			left.clock.advance(limitMs);
			const response = await (call === "access"
				? me(left.app, left.accessToken)
				: refresh(left.app, left.refreshToken));
			expect(response.status).toBe(401);
		}
	});

	test("refuses a blocked user", async () => {
		const { app, refreshToken, accessToken, user } = await start();
		await testDb().update(users).set({ blocked: true }).where(eq(users.id, user.id));
		expect((await refresh(app, refreshToken)).status).toBe(401);
		expect((await me(app, accessToken)).status).toBe(401);
	});

	test("responds 404 for an unknown session", async () => {
		const { app, refreshToken, user } = await start();
		await testDb().delete(sessions).where(eq(sessions.userId, user.id));
		expect(await bodyOf(await refresh(app, refreshToken))).toMatchObject({
			status: 404,
			body: { code: "session_unknown" },
		});
	});

	test("refuses forged, changed and foreign tokens", async () => {
		const { app, refreshToken, user } = await start();
		const other = await start();
		const [organisation, session, generation, signature] = refreshToken.split(".");
		const forged = [
			"",
			"x",
			`${organisation}.${session}.1.${signature}`,
			`${other.organisation.id}.${session}.${generation}.${signature}`,
			`${organisation}.${other.refreshToken.split(".")[1]}.${generation}.${signature}`,
			`${organisation}.${session}.${generation}.${"A".repeat(43)}`,
			`${organisation}.${session}.00.${signature}`,
			`${refreshToken}\n`,
			"😀".repeat(100),
		];
		for (const token of forged) expect((await refresh(app, token)).status).toBe(401);
		expect(await sessionOf(user.id)).toMatchObject({ generation: 0, endedAt: null });
	});

	test("needs no secret for a session that was opened without the portal, which then is held to the same rules", async () => {
		const { app, refreshToken, user } = await start();
		const body = (token: string) => new URLSearchParams({ grant_type: "refresh_grant", refresh_token: token });
		const first = await app("/ums/token", { body: body(refreshToken) });
		expect(first.status).toBe(200);
		const second = await next(app, (await first.json<Pair>()).refresh_token);
		expect((await app("/ums/token", { body: body(refreshToken) })).status).toBe(401);
		expect(await sessionOf(user.id)).toMatchObject({ client: "api", endReason: "reuse" });
		expect((await me(app, second.access_token)).status).toBe(401);
	});

	test("refuses a session of the portal to everybody but the portal's server", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount();
		const portal = { "x-client-secret": "client secret of the tests" };
		const signedIn = await logIn(app, organisation.id, user.email, undefined, portal);
		const { refreshToken } = await signedIn.json<{ refreshToken: string }>();
		expect(await sessionOf(user.id)).toMatchObject({ client: "portal" });
		const body = new URLSearchParams({ grant_type: "refresh_grant", refresh_token: refreshToken });
		expect((await app("/ums/token", { body })).status).toBe(401);
		expect(await sessionOf(user.id)).toMatchObject({ generation: 0, endedAt: null });
		expect((await refresh(app, refreshToken, { client_secret: "guessed" })).status).toBe(401);
		expect((await refresh(app, refreshToken, { client_id: "other" })).status).toBe(401);
		expect((await refresh(app, refreshToken, { grant_type: "password" })).status).toBe(422);
		expect((await refresh(app, refreshToken)).status).toBe(200);
	});
});
