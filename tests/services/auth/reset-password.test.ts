import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { join } from "#tests/durable-objects/hub-page";
import { isClosedWith, settle } from "#tests/durable-objects/page";
import { testClock } from "#tests/support/clock";
import { createUser, testDb } from "#tests/support/factories";
import { sessions, users } from "#worker/database/schema/auth";
import { outboxMails } from "#worker/database/schema/records";
import { type AuthApp, authApp, bodyOf, createAccount, logIn, me, refresh, tokensOf } from "./accounts";

const newPassword = "Canoe-lantern 42";

const begin = async (values = {}) => {
	const clock = testClock();
	const app = authApp(clock);
	const { organisation, user } = await createAccount({ emailConfirmedAt: null, ...values });
	return { app, clock, organisation, user, token: await askForToken(app, organisation.id, user.email) };
};

const askForToken = async (app: AuthApp, organisation: string, username: string): Promise<string> => {
	const before = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisation));
	await app("/ums/password/reset-request", { body: { organisation, username } });
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisation));
	const mail = mails.find(({ id }) => !before.some((old) => old.id === id));
	return /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
};

const reset = (app: AuthApp, organisation: string, userId: string, token: string, password = newPassword) =>
	app("/ums/password/reset", { body: { organisation, userId, token, password } });

const refusal = { status: 400, body: { code: "reset_failed", error: "Unable to reset users password" } };

describe("POST /ums/password/reset", () => {
	test("sets the password, ends every session, confirms the address and signs nobody in", async () => {
		const { app, clock, organisation, user, token } = await begin();
		const devices = [
			await tokensOf(app, organisation.id, user.email),
			await tokensOf(app, organisation.id, user.email),
		];
		expect(await bodyOf(await reset(app, organisation.id, user.id, token))).toEqual({
			status: 200,
			body: { message: "Password changed successfully" },
		});
		for (const device of devices) {
			expect((await me(app, device.accessToken)).status).toBe(401);
			expect((await refresh(app, device.refreshToken)).status).toBe(401);
		}
		expect((await logIn(app, organisation.id, user.email)).status).toBe(401);
		expect((await logIn(app, organisation.id, user.email, newPassword)).status).toBe(200);
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.emailConfirmedAt).toBe(clock.now());
		const ended = await testDb().select().from(sessions).where(eq(sessions.userId, user.id));
		expect(ended.filter(({ endReason }) => endReason === "password_reset")).toHaveLength(2);
	});

	test("closes every open page of the user, and of nobody else", async () => {
		const { app, organisation, user, token } = await begin();
		const hub = hubFor(env.NOTIFICATION_HUB, organisation.id);
		const pages = [await join(hub, user.id, { sessionId: "laptop" }), await join(hub, user.id, { sessionId: "phone" })];
		const colleague = await join(hub, "colleague");
		expect((await reset(app, organisation.id, user.id, "x".repeat(43))).status).toBe(400);
		await settle(...pages);
		expect(
			pages.map((page) => page.closed()),
			"a wrong link closes nothing",
		).toEqual([undefined, undefined]);
		expect((await reset(app, organisation.id, user.id, token)).status).toBe(200);
		for (const page of pages) await isClosedWith(page, 4401);
		await settle(colleague);
		expect(colleague.closed()).toBeUndefined();
	});

	test("accepts a link once, and invalidates the others", async () => {
		const { app, organisation, user, token } = await begin();
		const other = await askForToken(app, organisation.id, user.email);
		expect((await reset(app, organisation.id, user.id, token)).status).toBe(200);
		expect(await bodyOf(await reset(app, organisation.id, user.id, token, "Another-one 77"))).toEqual(refusal);
		expect(await bodyOf(await reset(app, organisation.id, user.id, other, "Another-one 77"))).toEqual(refusal);
		expect((await logIn(app, organisation.id, user.email, newPassword)).status).toBe(200);
	});

	test("sets the password once when ten use a link at the same moment", async () => {
		const { app, organisation, user, token } = await begin();
		const responses = await Promise.all(
			Array.from({ length: 10 }, (_, index) => reset(app, organisation.id, user.id, token, `Canoe-lantern ${index}`)),
		);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
	});

	test("accepts a link for 30 minutes", async () => {
		const { app, clock, organisation, user, token } = await begin();
		clock.advance(30 * 60_000);
		expect(await bodyOf(await reset(app, organisation.id, user.id, token))).toEqual(refusal);
	});

	test("refuses another user's link, another organisation's, and one for another purpose", async () => {
		const { app, organisation, user, token } = await begin();
		const colleague = await createUser({ organisationId: organisation.id });
		const elsewhere = await createAccount();
		expect(await bodyOf(await reset(app, organisation.id, colleague.id, token))).toEqual(refusal);
		expect(await bodyOf(await reset(app, elsewhere.organisation.id, user.id, token))).toEqual(refusal);
		expect(await bodyOf(await reset(app, "no-such-place", user.id, token))).toEqual(refusal);
		const confirmed = await app("/ums/confirm", { body: { organisation: organisation.id, userId: user.id, token } });
		expect(confirmed.status).toBe(400);
		expect((await reset(app, organisation.id, user.id, token)).status).toBe(200);
	});

	test("refuses a user who was blocked meanwhile", async () => {
		const { app, organisation, user, token } = await begin();
		await testDb().update(users).set({ blocked: true }).where(eq(users.id, user.id));
		expect(await bodyOf(await reset(app, organisation.id, user.id, token))).toEqual(refusal);
	});

	test("refuses a common password beside its field, and keeps the link usable", async () => {
		const { app, organisation, user, token } = await begin();
		expect(await bodyOf(await reset(app, organisation.id, user.id, token, "P@ssw0rd1"))).toMatchObject({
			status: 422,
			body: { code: "common_password", fields: { password: [expect.stringContaining("too common")] } },
		});
		expect((await reset(app, organisation.id, user.id, token)).status).toBe(200);
	});

	test("refuses a weak password by the specification's rule, and keeps the link usable", async () => {
		const { app, organisation, user, token } = await begin();
		const rule =
			"Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and One Special Case Character e.g @,#";
		expect(await bodyOf(await reset(app, organisation.id, user.id, token, "short"))).toMatchObject({
			status: 422,
			body: { fields: { password: [rule] } },
		});
		expect((await reset(app, organisation.id, user.id, token)).status).toBe(200);
	});

	test("refuses an invalid link whatever the password", async () => {
		const { app, organisation, user } = await begin();
		for (const password of ["", "short", "P@ssw0rd1", newPassword])
			expect(await bodyOf(await reset(app, organisation.id, user.id, "made-up", password))).toEqual(refusal);
	});

	test("responds 429 to guessed tokens", async () => {
		const { app, organisation, user } = await begin();
		const statuses = [];
		for (let index = 0; index < 31; index++)
			statuses.push((await reset(app, organisation.id, user.id, `guess-${index}`)).status);
		expect(statuses).toEqual([...Array(30).fill(400), 429]);
	});
});
