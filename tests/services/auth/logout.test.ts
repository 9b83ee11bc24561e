import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { join } from "#tests/durable-objects/hub-page";
import { isClosedWith, settle } from "#tests/durable-objects/page";
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

test("closes the open pages of this session, and of no other", async () => {
	const app = authApp(testClock());
	const { organisation, user } = await createAccount();
	const { accessToken } = await tokensOf(app, organisation.id, user.email);
	const [session] = await testDb().select().from(sessions).where(eq(sessions.userId, user.id));
	const hub = hubFor(env.NOTIFICATION_HUB, organisation.id);
	const here = await join(hub, user.id, { sessionId: session?.id ?? "" });
	const [elsewhere, colleague] = [await join(hub, user.id, { sessionId: "phone" }), await join(hub, "colleague")];
	await logOut(app, accessToken);
	await isClosedWith(here, 4401);
	await settle(elsewhere, colleague);
	expect([elsewhere.closed(), colleague.closed()]).toEqual([undefined, undefined]);
});

test("responds 401 to a logout without a session", async () => {
	const app = authApp(testClock());
	expect((await app("/ums/logout", { method: "POST" })).status).toBe(401);
});
