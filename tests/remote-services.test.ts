import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, expireAccessToken, logIn, signedInBrowser } from "#tests/support/portal-session";
import { type Env, readEnv } from "#worker/env";
import { servicesFetcher } from "#worker/fetcher";

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test("sends every call over the network", async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	const network = vi.spyOn(globalThis, "fetch");
	const { browser } = await signedInBrowser(staff);
	expect((await browser.get(`/${organisation.id}/applicants`)).status).toBe(200);
	const paths = network.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : String(input)));
	expect(paths.length).toBeGreaterThan(5);
	expect(new Set(paths.map(({ origin }) => origin))).toEqual(new Set(["http://services.test"]));
	expect(paths.map(({ pathname }) => pathname)).toContain("/api/ums/login");
});

/** Makes the services' address unreachable from now on. */
const cutOff = () => {
	vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Network connection lost.")));
	vi.spyOn(console, "error").mockReturnValue(undefined);
};
const noConnection = "Poor internet connections";

test("pages say that there is no connection, with status 503, and keep the session", async () => {
	const organisation = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id }));
	cutOff();
	for (const path of ["/applicants", "/applicants/a", "/applicants/a/stage", "/user-profile", "/notices", "/search"]) {
		const response = await browser.get(`/${organisation.id}${path}`);
		expect(response.status, path).toBe(503);
		const page = textOf(await response.text());
		expect(page, path).toContain(noConnection);
		expect(page, path).toContain("Try again");
	}
	expect(browser.session(organisation.id)).toBeDefined();
	vi.unstubAllGlobals();
	expect((await browser.get(`/${organisation.id}/user-profile`)).status).toBe(200);
});

test("public pages say that there is no connection", async () => {
	const organisation = await createOrganisation();
	cutOff();
	for (const path of ["", "/reset-request", "/confirm", "/candidate-info/x"]) {
		const response = await openBrowser().get(`/${organisation.id}${path}`);
		expect(response.status, path).toBe(503);
		expect(textOf(await response.text()), path).toContain(noConnection);
	}
});

test("an expired token is kept for later when its refresh reaches no service", async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	const { browser } = await signedInBrowser(staff);
	await expireAccessToken(browser, staff);
	const network = globalThis.fetch;
	vi.spyOn(console, "error").mockReturnValue(undefined);
	vi.stubGlobal("fetch", (request: Request) =>
		request.url.endsWith("/ums/token") ? Promise.reject(new TypeError("Network connection lost.")) : network(request),
	);
	expect((await browser.get(`/${organisation.id}/user-profile`)).status).toBe(503);
	vi.unstubAllGlobals();
	expect((await browser.get(`/${organisation.id}/user-profile`)).status).toBe(200);
});

test("forms keep what was typed when the services are unreachable", async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const applicant = await createApplicant(application);
	const staff = await createStaff({ organisationId: organisation.id });
	const { browser, csrf } = await signedInBrowser(staff);
	const sheet = `/${organisation.id}/applicants/${applicant.id}`;
	const network = globalThis.fetch;
	vi.spyOn(console, "error").mockReturnValue(undefined);
	vi.stubGlobal("fetch", (request: Request) =>
		request.method === "PATCH" ? Promise.reject(new TypeError("Network connection lost.")) : network(request),
	);
	const fields = { csrf, stageId: application.steps[1]?.id ?? "", reason: "Typed with care" };
	for (const path of [
		`${sheet}/stage`,
		`/${organisation.id}/applicants/stage?to=${fields.stageId}&id=${applicant.id}`,
	]) {
		const response = await browser.post(path, { ...fields, id: applicant.id });
		expect(response.status, path).toBe(503);
		const page = await response.text();
		expect(textOf(page), path).toContain(noConnection);
		expect(page, path).toContain("Typed with care");
	}
	const notices = `/${organisation.id}/notices`;
	for (const path of [notices, `${notices}?_data=${encodeURIComponent("routes/notifications/notices")}`])
		expect((await browser.post(path, { csrf, intent: "read", id: "x" })).status, path).toBe(503);
});

test("a login says that there is no connection instead of refusing", async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	const network = globalThis.fetch;
	vi.spyOn(console, "error").mockReturnValue(undefined);
	vi.stubGlobal("fetch", (request: Request) =>
		request.url.endsWith("/login") ? Promise.reject(new TypeError("Network connection lost.")) : network(request),
	);
	const response = await logIn(openBrowser(), staff);
	expect(response.status).toBe(503);
	expect(textOf(await response.text())).toContain(noConnection);
});

test("a response that is not from the services is a failure, not a page", async () => {
	const organisation = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id }));
	vi.spyOn(console, "error").mockReturnValue(undefined);
	for (const strange of [
		() => new Response("<h1>Bad Gateway</h1>", { status: 502 }),
		() => new Response("not json"),
		() => Response.json({ unexpected: true }),
	]) {
		vi.stubGlobal("fetch", async () => strange());
		const response = await browser.get(`/${organisation.id}/applicants`);
		expect(response.status).toBeGreaterThanOrEqual(500);
		expect(await response.text()).not.toContain("Bad Gateway</h1>");
	}
	vi.unstubAllGlobals();
	expect((await browser.get(`/${organisation.id}/user-profile`)).status).toBe(200);
});

test("calls use a service binding before the address, and this Worker without either", async () => {
	const organisation = await createOrganisation();
	const ask = (settings: Partial<Env>) => {
		const { SERVICES: _binding, SERVICES_URL: _url, ...rest } = readEnv(env);
		const fetcher = servicesFetcher({ ...rest, ...settings }, createExecutionContext());
		return fetcher.fetch(new Request(`http://services/api/portals?orgName=${organisation.name}`));
	};
	const network = vi.spyOn(globalThis, "fetch");
	const binding = { fetch: async (request: Request) => new Response(request.url) } as unknown as Fetcher;
	const bound = await ask({ SERVICES: binding, SERVICES_URL: "http://services.test" });
	expect(await bound.text()).toContain("http://services/api/portals");
	const within = await ask({});
	expect(await within.json()).toEqual([{ id: organisation.id, name: organisation.name }]);
	expect(network).not.toHaveBeenCalled();
	const remote = await ask({ SERVICES_URL: "http://services.test/some/where" });
	expect(await remote.json()).toEqual([{ id: organisation.id, name: organisation.name }]);
	expect(network).toHaveBeenCalledOnce();
});
