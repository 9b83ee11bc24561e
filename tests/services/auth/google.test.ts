import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { testClock } from "#tests/support/clock";
import { createUser, testDb } from "#tests/support/factories";
import { users } from "#worker/database/schema/auth";
import type { Env } from "#worker/env";
import { createApp } from "#worker/http/create-app";
import { authRoutes } from "#worker/services/auth/routes";
import { createAccount } from "./accounts";

const origin = "https://portal.test";
const localGoogle = {
	GOOGLE_CLIENT_ID: "local-google",
	GOOGLE_CLIENT_SECRET: "local-google-secret",
	GOOGLE_AUTHORIZE_URL: `${origin}/api/dev/google/authorize`,
	GOOGLE_TOKEN_URL: `${origin}/api/dev/google/token`,
	GOOGLE_JWKS_URL: `${origin}/api/dev/google/certs`,
	GOOGLE_ISSUER: origin,
};

/** Opens a browser at the sign-in service, which reaches the local Google by its own address. */
const startBrowser = (settings: Partial<Env> = {}) => {
	const clock = testClock();
	const app = createApp(clock);
	authRoutes(app);
	const bindings = { ...env, ...localGoogle, ...settings };
	const answer = async (request: Request) => {
		const ctx = createExecutionContext();
		const response = await app.fetch(request, bindings, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	// why: no server listens at the tests' address; the service's calls to itself stay in the process.
	vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => answer(new Request(input, init)));
	let cookie = "";
	const visit = async (url: string, init: RequestInit = {}) => {
		const response = await answer(new Request(new URL(url, origin), { ...init, headers: { cookie, ...init.headers } }));
		const set = response.headers.get("set-cookie");
		if (set) cookie = set.split(";")[0] ?? "";
		return response;
	};
	const leadsTo = async (response: Response) => {
		expect([302, 303]).toContain(response.status);
		return response.headers.get("location") ?? "";
	};
	return {
		clock,
		visit,
		forgetCookie: () => {
			cookie = "";
		},
		/** Goes from the login page to Google's. */
		begin: async (organisation: string, callback = `${origin}/${organisation}/auth`) =>
			leadsTo(
				await visit(
					`/api/auth/google/authorize?${new URLSearchParams({ callback_url: callback, organization: organisation, product: "portal" })}`,
				),
			),
		/** Goes from Google's page back to the service. */
		choose: async (googleUrl: string, choice: Record<string, string>) => {
			const { searchParams } = new URL(googleUrl);
			const body = new URLSearchParams({ ...Object.fromEntries(searchParams), ...choice });
			return leadsTo(await visit("/api/dev/google/authorize", { method: "POST", body }));
		},
		/** Goes from the service back to the portal. */
		comeBack: async (url: string) => leadsTo(await visit(url)),
		transfer: (organisation: string, code: string) =>
			visit(`/api/auth/products/portal/organisations/${organisation}/transfer`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ code }),
			}),
	};
};
type Browser = ReturnType<typeof startBrowser>;

const codeIn = (url: string) => new URL(url).searchParams.get("transfer_code");
const goThrough = async (browser: Browser, organisation: string, email: string) =>
	browser.comeBack(await browser.choose(await browser.begin(organisation), { email }));

afterEach(() => vi.restoreAllMocks());

describe("signing in with Google", () => {
	test("redirects to the portal with a code that opens a session once", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount({ passwordHash: null });
		const url = await goThrough(browser, organisation.id, user.email.toUpperCase());
		expect(url).toMatch(new RegExp(`^${origin}/${organisation.id}/auth\\?transfer_code=[\\w-]{43}$`));
		const code = codeIn(url) ?? "";
		const response = await browser.transfer(organisation.id, code);
		expect(response.status).toBe(200);
		const body = await response.json<{ access_token: string }>();
		expect(body).toMatchObject({
			user: { id: user.id, roles: [{ admin_level: null, role: { name: `Role of ${user.id}` } }] },
		});
		const me = await browser.visit("/api/ums/me", { headers: { authorization: `Bearer ${body.access_token}` } });
		expect(me.status).toBe(200);
		expect((await browser.transfer(organisation.id, code)).status).toBe(404);
	});

	test("confirms the email address of an invited user, which Google has proved", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount({ passwordHash: null, emailConfirmedAt: null });
		const code = codeIn(await goThrough(browser, organisation.id, user.email)) ?? "";
		expect((await browser.transfer(organisation.id, code)).status).toBe(200);
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.emailConfirmedAt).toBe(browser.clock.now());
	});

	test("offers the institution's staff, escaped, in a chooser that works without scripts", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount({ firstName: "<script>alert(1)</script>" });
		const page = await browser.visit(await browser.begin(organisation.id));
		const html = await page.text();
		expect(html).toContain(user.email);
		expect(html).not.toContain("<script");
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
	});

	test("returns the portal's own state beside the code", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount();
		const google = await browser.begin(organisation.id, `${origin}/${organisation.id}/auth?state=abc123`);
		const url = new URL(await browser.comeBack(await browser.choose(google, { email: user.email })));
		expect(url.searchParams.get("state")).toBe("abc123");
		expect(url.searchParams.get("transfer_code")).toHaveLength(43);
	});

	test("returns strangers, blocked staff and those who cancel without a code", async () => {
		const browser = startBrowser();
		const { organisation } = await createAccount();
		const blocked = await createUser({ organisationId: organisation.id, blocked: true });
		const elsewhere = await createAccount();
		for (const email of ["nobody@nowhere.example", blocked.email, elsewhere.user.email])
			expect(await goThrough(browser, organisation.id, email)).toBe(`${origin}/${organisation.id}/auth`);
		const declined = await browser.choose(await browser.begin(organisation.id), { cancel: "true" });
		expect(await browser.comeBack(declined)).toBe(`${origin}/${organisation.id}/auth?cancelled=true`);
	});

	test("refuses a response to a sign-in that another browser began", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount();
		const back = await browser.choose(await browser.begin(organisation.id), { email: user.email });
		browser.forgetCookie();
		expect(codeIn(await browser.comeBack(back))).toBeNull();
		await browser.begin(organisation.id);
		expect(codeIn(await browser.comeBack(back))).toBeNull();
	});

	test("refuses a forged, foreign or expired state", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount();
		expect(await browser.comeBack("/api/auth/google/callback?code=x&state=e30.AAAA")).toBe(`${origin}/`);
		expect(await browser.comeBack("/api/auth/google/callback")).toBe(`${origin}/`);
		const back = await browser.choose(await browser.begin(organisation.id), { email: user.email });
		browser.clock.advance(10 * 60_000);
		expect(codeIn(await browser.comeBack(back))).toBeNull();
	});

	test("refuses a code of another sign-in by PKCE", async () => {
		vi.spyOn(console, "error").mockImplementation(() => undefined);
		const browser = startBrowser();
		const { organisation, user } = await createAccount();
		const stolen = new URL(await browser.choose(await browser.begin(organisation.id), { email: user.email }));
		const mine = new URL(await browser.choose(await browser.begin(organisation.id), { email: "eve@evil.test" }));
		mine.searchParams.set("code", stolen.searchParams.get("code") ?? "");
		expect(codeIn(await browser.comeBack(mine.href))).toBeNull();
	});

	test("accepts a transfer code for a minute, in its organisation, for staff who are not blocked meanwhile", async () => {
		const browser = startBrowser();
		const { organisation, user } = await createAccount();
		const elsewhere = await createAccount();
		const fresh = async () => codeIn(await goThrough(browser, organisation.id, user.email)) ?? "";
		expect((await browser.transfer(elsewhere.organisation.id, await fresh())).status).toBe(404);
		const old = await fresh();
		browser.clock.advance(60_000);
		expect((await browser.transfer(organisation.id, old)).status).toBe(404);
		const blockedSince = await fresh();
		await testDb().update(users).set({ blocked: true }).where(eq(users.id, user.id));
		expect((await browser.transfer(organisation.id, blockedSince)).status).toBe(404);
		expect((await browser.transfer(organisation.id, "guess")).status).toBe(404);
	});

	test("returns to no other page", async () => {
		const browser = startBrowser();
		const { organisation } = await createAccount();
		for (const callback of [
			"https://evil.test/auth",
			`https://evil.test/${organisation.id}/auth`,
			`${origin}/other/auth`,
		]) {
			const query = new URLSearchParams({ callback_url: callback, organization: organisation.id, product: "portal" });
			const response = await browser.visit(`/api/auth/google/authorize?${query}`);
			expect(response.status).toBe(422);
			expect(response.headers.get("location")).toBeNull();
		}
	});

	test("returns to a portal that uses this auth service, with a code that the portal can exchange here", async () => {
		const second = "https://second.test";
		const browser = startBrowser({ SIGN_IN_PORTALS: `https://third.test ${second}` });
		const { organisation, user } = await createAccount();
		const google = await browser.begin(organisation.id, `${second}/${organisation.id}/auth?state=abc`);
		const url = await browser.comeBack(await browser.choose(google, { email: user.email }));
		expect(url).toMatch(new RegExp(`^${second}/${organisation.id}/auth\\?state=abc&transfer_code=[\\w-]{43}$`));
		expect((await browser.transfer(organisation.id, codeIn(url) ?? "")).status).toBe(200);
	});

	test("sets a cookie that scripts and other paths cannot read", async () => {
		const browser = startBrowser();
		const { organisation } = await createAccount();
		const query = new URLSearchParams({
			callback_url: `${origin}/${organisation.id}/auth`,
			organization: organisation.id,
		});
		const response = await browser.visit(`/api/auth/google/authorize?${query}`);
		expect(response.headers.get("set-cookie")).toMatch(
			/^google-sign-in=[\w-]{43}; Max-Age=600; Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax$/,
		);
	});
});

describe("the development tools", () => {
	test.each(["/api/dev/google/authorize", "/api/dev/google/certs"])("respond 404 in production: %s", async (path) => {
		vi.spyOn(console, "info").mockImplementation(() => undefined);
		const browser = startBrowser({ ENVIRONMENT: "production" });
		expect((await browser.visit(path)).status).toBe(404);
	});

	test("publish no private key", async () => {
		const browser = startBrowser();
		const { keys } = await (await browser.visit("/api/dev/google/certs")).json<{ keys: Record<string, unknown>[] }>();
		expect(keys.map((key) => Object.keys(key).sort())).toEqual([["alg", "e", "kid", "kty", "n", "use"]]);
	});
});
