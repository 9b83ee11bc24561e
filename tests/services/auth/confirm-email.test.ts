import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TestClock, testClock } from "#tests/support/clock";
import { createUser, testDb } from "#tests/support/factories";
import { databaseFor } from "#worker/database/database";
import { users } from "#worker/database/schema/auth";
import { mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";
import { type AuthApp, authApp, bodyOf, createAccount, logIn, password } from "./accounts";

const mint = (clock: TestClock, organisationId: string, userId: string) =>
	mintOneTimeToken(
		{
			...clock,
			env,
			requestId: "test",
			address: "test",
			databaseFor: (id) => databaseFor(env, id),
			waitUntil: () => undefined,
		},
		{ organisationId, userId },
		"confirm",
	);

const confirm = (app: AuthApp, organisation: string, userId: string, token: string) =>
	app("/ums/confirm", { body: { organisation, userId, token } });

const refusal = { status: 400, body: { code: "verification_failed", error: "Unable to verify user" } };

describe("POST /ums/confirm", () => {
	test("confirms the address once", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount({ emailConfirmedAt: null });
		const token = await mint(clock, organisation.id, user.id);
		expect(await bodyOf(await confirm(app, organisation.id, user.id, token))).toEqual({
			status: 200,
			body: { message: "Verification Successful", needsPassword: false },
		});
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.emailConfirmedAt).toBe(clock.now());
		expect(await bodyOf(await confirm(app, organisation.id, user.id, token))).toEqual(refusal);
	});

	test("refuses an expired token and another user's, and leaves that one usable by its owner", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount({ emailConfirmedAt: null });
		const colleague = await createUser({ organisationId: organisation.id, emailConfirmedAt: null });
		const elsewhere = await createAccount();
		const token = await mint(clock, organisation.id, user.id);
		for (const [where, who] of [
			[organisation.id, colleague.id],
			[elsewhere.organisation.id, user.id],
			[organisation.id, "nobody"],
			["no-such-place", user.id],
		] as const)
			expect(await bodyOf(await confirm(app, where, who, token))).toEqual(refusal);
		clock.advance(7 * 24 * 3_600_000);
		expect(await bodyOf(await confirm(app, organisation.id, user.id, token))).toEqual(refusal);
	});

	test("sets the first password of an account that has none, once, after a look that changes nothing", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount({ emailConfirmedAt: null, passwordHash: null });
		const link = { organisation: organisation.id, userId: user.id, token: await mint(clock, organisation.id, user.id) };
		const set = async (chosen: string) => bodyOf(await app("/ums/confirm", { body: { ...link, password: chosen } }));
		expect(await set("")).toMatchObject({ status: 200, body: { needsPassword: true } });
		expect(await set("short")).toMatchObject({
			status: 422,
			body: { fields: { password: [expect.stringMatching(/^Must Contain 8 Characters/)] } },
		});
		expect(await set("Password1!")).toMatchObject({ status: 422, body: { code: "common_password" } });
		expect((await logIn(app, organisation.id, user.email)).status).toBe(401);
		expect(await set(password)).toEqual({
			status: 200,
			body: { message: "Verification Successful", needsPassword: false },
		});
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.emailConfirmedAt).toBe(clock.now());
		expect((await logIn(app, organisation.id, user.email)).status).toBe(200);
		expect(await set(`${password}2`)).toEqual(refusal);
	});

	test("changes no password that is there, and lets nobody in who is blocked", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount();
		const blocked = await createUser({ organisationId: organisation.id, blocked: true });
		for (const { id } of [user, blocked]) {
			const body = { organisation: organisation.id, userId: id, token: await mint(clock, organisation.id, id) };
			expect(await bodyOf(await app("/ums/confirm", { body: { ...body, password: "Other Market 77!" } }))).toEqual(
				refusal,
			);
		}
		expect((await logIn(app, organisation.id, user.email)).status).toBe(200);
	});
});
