import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createUser, testDb } from "#tests/support/factories";
import { recordingDatabase } from "#tests/support/recording-database";
import { oneTimeTokens } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { outboxMails } from "#worker/database/schema/records";
import { createApp } from "#worker/http/create-app";
import { authRoutes } from "#worker/services/auth/routes";
import { type AuthApp, authApp, bodyOf, createAccount } from "./accounts";

const ask = (app: AuthApp, organisation: string, username: string, headers = {}) =>
	app("/ums/password/reset-request", { body: { organisation, username }, headers });
const mailsOf = (organisationId: string) =>
	testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));

describe("POST /ums/password/reset-request", () => {
	test("emails a link on the configured host, whatever host the request names", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		const forged = { host: "evil.test", "x-forwarded-host": "evil.test", origin: "https://evil.test" };
		const response = await ask(app, organisation.id, user.email.toUpperCase(), forged);
		expect(await bodyOf(response)).toEqual({
			status: 200,
			body: { message: "Password reset submitted successfully, Please check your mail" },
		});
		const [mail, ...others] = await mailsOf(organisation.id);
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ recipient: user.email, sender: `${organisation.name} <no-reply@matricula.example>` });
		expect(mail?.text).toMatch(
			new RegExp(`^https://portal\\.test/${organisation.id}/reset-request\\?user=${user.id}&token=[\\w-]{43}$`, "m"),
		);
		expect(JSON.stringify(mail)).not.toContain("evil.test");
	});

	test("comes in the institution's frame, and is answered to its address", async () => {
		const { organisation, user } = await createAccount();
		const email = "admissions@acme.example";
		await testDb().update(organisations).set({ email }).where(eq(organisations.id, organisation.id));
		await ask(authApp(testClock()), organisation.id, user.email);
		const [mail] = await mailsOf(organisation.id);
		expect(mail?.html, "the same frame as emails to applicants").toMatch(/^<!doctype html>[\s\S]*max-width:600px/);
		expect(mail?.replyTo).toBe(email);
	});

	test("stores only a hash of the token", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		await ask(app, organisation.id, user.email);
		const [mail] = await mailsOf(organisation.id);
		const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
		const rows = await testDb().select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
		expect(rows).toHaveLength(1);
		expect(token).toHaveLength(43);
		expect(JSON.stringify(rows)).not.toContain(token);
	});

	test("gives unknown and blocked accounts the same response and sends no email", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		const blocked = await createUser({ organisationId: organisation.id, blocked: true });
		const known = await bodyOf(await ask(app, organisation.id, user.email));
		for (const [where, who] of [
			[organisation.id, "nobody@nowhere.example"],
			[organisation.id, blocked.email],
			["no-such-place", user.email],
		] as const)
			expect(await bodyOf(await ask(app, where, who))).toEqual(known);
		expect(await mailsOf(organisation.id)).toHaveLength(1);
	});

	test("refuses the fourth request within an hour, for known and unknown accounts alike", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount();
		for (const who of [user.email, "nobody@nowhere.example"]) {
			const statuses = [];
			for (let index = 0; index < 4; index++) statuses.push((await ask(app, organisation.id, who)).status);
			expect(statuses).toEqual([200, 200, 200, 429]);
		}
		clock.advance(3_600_000);
		expect((await ask(app, organisation.id, user.email)).status).toBe(200);
	});

	test("has done the same for known, blocked and unknown accounts when it responds; the rest follows", async () => {
		const { organisation, user } = await createAccount();
		const blocked = await createUser({ organisationId: organisation.id, blocked: true });
		const statements: string[] = [];
		const bindings = { ...env, DB: recordingDatabase(env.DB, ({ sql }) => statements.push(sql)) };
		const app = createApp(testClock());
		authRoutes(app);
		const statementsUntilResponse = async (username: string) => {
			const ctx = createExecutionContext();
			const body = JSON.stringify({ organisation: organisation.id, username });
			const headers = { "content-type": "application/json" };
			const url = "https://portal.test/api/ums/password/reset-request";
			statements.length = 0;
			const response = await app.fetch(new Request(url, { method: "POST", body, headers }), bindings, ctx);
			await response.text();
			const asked = [...statements];
			expect(await mailsOf(organisation.id)).toEqual([]);
			return { asked, rest: () => waitOnExecutionContext(ctx) };
		};
		const unknown = await statementsUntilResponse("nobody@nowhere.example");
		expect(unknown.asked.length).toBeGreaterThan(0);
		expect(unknown.asked.join("\n")).not.toContain("users");
		await unknown.rest();
		for (const username of [blocked.email, user.email]) {
			const { asked, rest } = await statementsUntilResponse(username);
			expect(asked).toEqual(unknown.asked);
			await rest();
		}
		expect(await mailsOf(organisation.id)).toMatchObject([{ recipient: user.email }]);
	});

	test("shows an error for an empty address beside the field", async () => {
		const app = authApp(testClock());
		expect(await bodyOf(await ask(app, "acme", " "))).toMatchObject({
			status: 422,
			body: { fields: { username: ["Enter Email Address"] } },
		});
	});
});
