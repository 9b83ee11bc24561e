import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { type Browser, openBrowser, portalOrigin } from "#tests/support/portal-browser";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, logIn, readSession, sessionsOf } from "#tests/support/portal-session";
import { signAccessToken } from "#worker/http/access-token";
import { createApp } from "#worker/http/create-app";
import { authRoutes } from "#worker/services/auth/routes";

/** The configuration's AUTH_SERVICE_URL: another deployment, with the portal's secret and database. */
const authOrigin = "https://auth.test";
const settings = {
	PORTAL_ORIGIN: authOrigin,
	SIGN_IN_PORTALS: portalOrigin,
	GOOGLE_CLIENT_ID: "local-google",
	GOOGLE_CLIENT_SECRET: "local-google-secret",
	GOOGLE_AUTHORIZE_URL: `${authOrigin}/api/dev/google/authorize`,
	GOOGLE_TOKEN_URL: `${authOrigin}/api/dev/google/token`,
	GOOGLE_JWKS_URL: `${authOrigin}/api/dev/google/certs`,
	GOOGLE_ISSUER: authOrigin,
};

type Responder = (request: Request) => Promise<Response>;

const authService = (): Responder => {
	const app = createApp();
	authRoutes(app);
	return async (request) => {
		const ctx = createExecutionContext();
		const response = await app.fetch(request, { ...env, ...settings }, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
};

/** why: no server listens at the auth service's address; the test itself responds to requests to it. */
const respondWith = (answer: Responder) => {
	const network = globalThis.fetch;
	vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		return new URL(request.url).origin === authOrigin ? answer(request) : network(request);
	});
};

beforeEach(() => {
	vi.spyOn(console, "error").mockReturnValue(undefined);
	vi.spyOn(console, "info").mockReturnValue(undefined);
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const openFixture = async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id, privileges: ["candidate:r"] });
	return { orgName: organisation.id, staff, browser: openBrowser() };
};

/** Returns the address of the login page's Google button. */
const googleLink = async (browser: Browser, orgName: string) => {
	const page = await (await browser.get(`/${orgName}`)).text();
	return new URL(linkOf(page, "Login with Google") ?? "none:");
};

/** Goes through Google's page at the auth service. @returns the address at which the browser returns to the portal */
const goThrough = async (answer: Responder, from: URL, email: string): Promise<string> => {
	const started = await answer(new Request(from));
	const cookie = started.headers.get("set-cookie")?.split(";")[0] ?? "";
	const google = new URL(started.headers.get("location") ?? "");
	const body = new URLSearchParams({ ...Object.fromEntries(google.searchParams), email });
	const chosen = await answer(new Request(settings.GOOGLE_AUTHORIZE_URL, { method: "POST", body }));
	const back = await answer(new Request(chosen.headers.get("location") ?? "", { headers: { cookie } }));
	return (back.headers.get("location") ?? "").replace(portalOrigin, "");
};

test("opens a session of this portal once for a sign-in at another auth service", async () => {
	const { orgName, staff, browser } = await openFixture();
	const answer = authService();
	respondWith(answer);
	const link = await googleLink(browser, orgName);
	expect(link.href).toContain(`${authOrigin}/api/auth/google/authorize?`);
	expect(link.searchParams.get("product")).toBe("admissions");
	const back = await goThrough(answer, link, staff.email);
	expect(back).toMatch(new RegExp(`^/${orgName}/auth\\?state=[\\w-]+&transfer_code=[\\w-]{43}$`));
	const returned = await browser.get(back);
	expect([returned.status, textOf(await returned.text())]).toEqual([
		200,
		expect.stringContaining(`Logging you in to University of ${orgName}…`),
	]);

	const lines: string[] = [];
	const info = vi.spyOn(console, "info").mockImplementation((line) => void lines.push(String(line)));
	const entered = await browser.post(back, {});
	info.mockRestore();
	const login = { level: "info", event: "login", method: "google", organisation: orgName };
	expect(lines.filter((line) => line.includes('"login"')).map((line) => JSON.parse(line))).toEqual([
		expect.objectContaining(login),
	]);
	expect([entered.status, entered.headers.get("location")]).toEqual([302, `/${orgName}/applicants`]);
	expect(await sessionsOf(staff)).toHaveLength(1);
	expect((await readSession(browser, orgName)).csrf).not.toBe("");
	expect((await browser.get(`/${orgName}/user-profile`)).status).toBe(200);
	expect((await browser.post(back, {})).status, "a return address works once").toBe(404);
});

/** Returns a logged-in browser, and the address at which it returns from the auth service. */
const comingBack = async () => {
	const { orgName, staff, browser } = await openFixture();
	const callback = new URL((await googleLink(browser, orgName)).searchParams.get("callback_url") ?? "");
	await logIn(browser, staff);
	return { orgName, staff, browser, back: `${callback.pathname}${callback.search}&transfer_code=code` };
};

const transferred = (accessToken: string, refreshToken: string) =>
	Response.json({ user: { id: "u", roles: [] }, access_token: accessToken, refresh_token: refreshToken });

test("says that the login was cancelled to the browser that began it, and to no other", async () => {
	const { orgName, browser } = await openFixture();
	const callback = new URL((await googleLink(browser, orgName)).searchParams.get("callback_url") ?? "");
	const back = `${callback.pathname}${callback.search}&cancelled=true`;
	const cancelled = await browser.get(back);
	expect([cancelled.status, cancelled.headers.get("location")]).toEqual([302, `/${orgName}?why=cancelled`]);
	const page = await (await browser.get(`/${orgName}?why=cancelled`)).text();
	expect(textOf(page)).toContain("Login with Google was cancelled.");
	expect((await openBrowser().get(back)).status).toBe(404);
});

test("shows 'User Not Found' for a foreign session, and keeps the browser's own", async () => {
	const { orgName, staff, browser, back } = await comingBack();
	const elsewhere = await openFixture();
	await logIn(elsewhere.browser, elsewhere.staff);
	const foreign = await readSession(elsewhere.browser, elsewhere.orgName);
	const claims = { organisationId: orgName, userId: staff.id, sessionId: "none" };
	const forged = await signAccessToken("a secret that only somebody else knows", claims, Date.now());
	const unknown = await signAccessToken(env.SECRET, claims, Date.now());
	const kept = browser.session(orgName);
	const answers: Record<string, () => Response> = {
		"an unknown code": () => Response.json({ error: "User Not Found", code: "google_user_not_found" }, { status: 404 }),
		"a failure": () => new Response("<h1>Bad Gateway</h1>", { status: 502 }),
		"a page": () => new Response("<h1>Welcome</h1>"),
		"a redirect": () => new Response(null, { status: 302, headers: { location: `${authOrigin}/elsewhere` } }),
		"no token": () => transferred("", ""),
		"another secret's tokens": () => transferred(forged, `${orgName}.none.0.x`),
		"no session's tokens": () => transferred(unknown, `${orgName}.none.0.x`),
		"another organisation's tokens": () => transferred(foreign.accessToken, foreign.refreshToken),
	};
	for (const [what, answer] of Object.entries(answers)) {
		const asked: string[] = [];
		respondWith(async (request) => {
			asked.push(new URL(request.url).pathname);
			return answer();
		});
		const refused = await browser.post(back, {});
		expect(refused.status, what).toBe(404);
		expect(textOf(await refused.text()), what).toContain("User Not Found");
		expect(asked, what).toEqual([`/api/auth/products/admissions/organisations/${orgName}/transfer`]);
		vi.unstubAllGlobals();
	}
	expect(browser.session(orgName)).toBe(kept);
	expect((await browser.get(`/${orgName}/user-profile`)).status).toBe(200);
});

test("reports a missing auth service as no connection, with a retry", async () => {
	const { orgName, browser, back } = await comingBack();
	respondWith(() => Promise.reject(new TypeError("Network connection lost.")));
	const response = await browser.post(back, {});
	expect(response.status).toBe(503);
	const page = textOf(await response.text());
	expect(page).toContain("Poor internet connections");
	expect(page).toContain("Try again");
	expect((await browser.get(`/${orgName}/user-profile`)).status).toBe(200);
});
