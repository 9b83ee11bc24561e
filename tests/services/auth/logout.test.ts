import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { testDb } from "#tests/support/factories";
import { sessions } from "#worker/database/schema/auth";
import { authApp, createAccount, me, refresh, tokensOf } from "./accounts";

const logOut = (app: ReturnType<typeof authApp>, accessToken: string) =>
	app("/ums/logout", { method: "POST", headers: { authorization: `Bearer ${accessToken}` } });

test("ends only this session on the server", async () => {
	const app = authApp(testClock());
	const { organisation, user } = await createAccount();
	const here = await tokensOf(app, organisation.id, user.email);
	const elsewhere = await tokensOf(app, organisation.id, user.email);
	expect((await logOut(app, here.accessToken)).status).toBe(200);
	expect((await me(app, here.accessToken)).status).toBe(401);
	expect((await refresh(app, here.refreshToken)).status).toBe(401);
	expect((await me(app, elsewhere.accessToken)).status).toBe(200);
	const rows = await testDb().select().from(sessions).where(eq(sessions.userId, user.id));
	expect(rows.map(({ endReason }) => endReason).sort()).toEqual(["logout", null]);
});

test("responds 401 to a logout without a session", async () => {
	const app = authApp(testClock());
	expect((await app("/ums/logout", { method: "POST" })).status).toBe(401);
});
