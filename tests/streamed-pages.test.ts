import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApplicant, createApplication, createOrganisation, createReferee } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let browser: Browser;
let list: string;
let sheet: string;
let otherStage: string;

beforeEach(async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const applicant = await createApplicant(application, { firstName: "Ngozi", lastName: "Eze" });
	await createReferee(applicant);
	({ browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id })));
	list = `/${organisation.id}/applicants`;
	sheet = `${list}/${applicant.id}`;
	otherStage = application.steps.find(({ id }) => id !== applicant.stepId)?.id ?? "";
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Holds the services' responses to this path until they are released, or replaces them with this one. */
const hold = (path: string, instead?: () => Response) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const network = globalThis.fetch;
	let asked = 0;
	vi.stubGlobal("fetch", async (request: Request) => {
		const { pathname, search } = new URL(request.url);
		if (!pathname.endsWith(path) && !`${pathname}${search}`.endsWith(path)) return network(request);
		asked++;
		await promise;
		return instead?.() ?? network(request);
	});
	return { release: resolve, asked: () => asked };
};

const needs = "/statistics/candidate-needs";
const comingText = "Loading what needs you";
const shownText = "Needs you<";

/** Reads a page as it arrives. `until` waits for a text, `rest` for the end; both return the whole text so far. */
const readPage = (response: Response) => {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let html = "";
	const more = async () => {
		const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
		html += value ?? "";
		return !done;
	};
	return {
		until: async (text: string) => {
			while (!html.includes(text)) if (!(await more())) throw new Error(`The page ended without “${text}”.`);
			return html;
		},
		rest: async () => {
			while (await more());
			return html;
		},
	};
};

test("streams the essential part of the page first when scripts run", async () => {
	browser.runScripts();
	const { release } = hold(needs);
	const response = await browser.get(list);
	expect(response.status).toBe(200);
	const page = readPage(response);
	const first = await page.until("</main>");
	expect(textOf(first)).toContain("1–1 of 1");
	expect(first).toContain("Ngozi");
	expect(first).toContain(comingText);
	expect(first).not.toContain(shownText);
	release();
	const whole = await page.rest();
	expect(whole).toContain(shownText);
	expect(whole).toMatch(/__remixContext\.r\("routes\/applicants\/list", ?"needs"/);
	expect(whole).toContain("</html>");
});

test("adds the response's nonce to every script of a streamed page", async () => {
	browser.runScripts();
	const { release } = hold(needs);
	const response = await browser.get(list);
	release();
	const [, nonce] = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
	const scripts = tagsOf(await readPage(response).rest(), "script");
	expect(scripts.length).toBeGreaterThan(4);
	expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
});

test("sends a complete page when scripts are not known to run", async () => {
	const { release, asked } = hold(needs);
	const responding = browser.get(list);
	await vi.waitFor(() => expect(asked()).toBe(1));
	release();
	const html = await (await responding).text();
	expect(html).toContain(shownText);
	expect(html).toContain("Ngozi");
	expect(html).not.toContain(comingText);
	expect(html).not.toContain("__remixContext.r");
});

test("sends a complete page after one on which scripts did not start", async () => {
	browser.runScripts();
	const { release } = hold(needs);
	const streamed = await browser.get(list);
	release();
	expect(await streamed.text()).toContain(comingText);
	const next = hold(needs);
	const responding = browser.get(list);
	await vi.waitFor(() => expect(next.asked()).toBe(1));
	next.release();
	expect(await (await responding).text()).not.toContain(comingText);
});

test.each([
	["streamed", true],
	["whole", false],
])("a part that fails shows an error of its own on a page that is %s", async (_, isScripted) => {
	if (isScripted) browser.runScripts();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	const { release, asked } = hold(needs, () =>
		Response.json({ error: "No counts today.", code: "internal" }, { status: 500 }),
	);
	const responding = browser.get(list);
	await vi.waitFor(() => expect(asked()).toBe(1));
	release();
	const response = await responding;
	const html = await response.text();
	expect(response.status).toBe(200);
	expect(html).toContain("Ngozi");
	expect(textOf(html)).toContain("Error 500: No counts today.");
	expect(linkOf(html, "Try again")).toBe(list);
});

test.each([
	["the neighbours of an open applicant", "/neighbours", "Loading the neighbours", () => sheet],
	["the timeline beside a record", "/log", "Loading the timeline", () => `${sheet}?view=full`],
	["the counts of pinned views", "/candidate-views?counted=true", "Ngozi", () => list],
])("%s are streamed", async (_, path, coming, address) => {
	browser.runScripts();
	const { release } = hold(path);
	const response = await Promise.race([browser.get(address()), new Promise((give) => setTimeout(give, 5_000, null))]);
	if (!(response instanceof Response)) throw new Error("The page waits for them.");
	const page = readPage(response);
	await page.until(coming);
	release();
	expect(await page.rest()).toContain("</html>");
});

test("what a stage sends is streamed into the dialog that changes it, and comes whole where no scripts run", async () => {
	const shown = "No email is sent at this stage.";
	const coming = "Loading what the stage sends";
	const dialog = `${sheet}/stage?to=${otherStage}`;
	browser.runScripts();
	const { release } = hold("/candidates/stage-preview");
	const page = readPage(await browser.get(dialog));
	const first = await page.until(coming);
	expect(textOf(first)).toContain("Change Applicant Status");
	expect(first).not.toContain(shown);
	release();
	const whole = await page.rest();
	expect(whole).toMatch(/__remixContext\.r\("routes\/stage-changes\/change-stage", ?"looked"/);
	expect(textOf(whole)).toContain(shown);
	// why no scripts: none has hydrated the page before.
	const html = await (await browser.get(dialog)).text();
	expect(html).not.toContain(coming);
	expect(textOf(html)).toContain(shown);
});

test.each([
	["the statistics", "/statistics/dashboard", "statistics", "Loading the statistics", "Applicants by stage"],
	["what needs the user today", needs, "today", "What needs you today", "with a referee missing"],
])("the dashboard is streamed: %s", async (_, path, name, coming, shown) => {
	browser.runScripts();
	const { release, asked } = hold(path);
	const response = await browser.get(list.replace("/applicants", "/dashboard"));
	expect(response.status).toBe(200);
	const page = readPage(response);
	const first = await page.until("</main>");
	expect(first).toContain(coming);
	expect(textOf(first)).toContain("Last 30 days");
	expect(first).not.toContain(shown);
	await vi.waitFor(() => expect(asked()).toBe(1));
	release();
	const whole = await page.rest();
	expect(whole).toContain(shown);
	expect(whole).toMatch(new RegExp(`__remixContext\\.r\\("routes/dashboard/dashboard", ?"${name}"`));
	expect(whole).toContain("</html>");
});

test("the dashboard comes whole where no scripts run", async () => {
	const html = await (await browser.get(list.replace("/applicants", "/dashboard"))).text();
	for (const shown of ["Applicants by stage", "with a referee missing"]) expect(html).toContain(shown);
	expect(html).not.toContain("Loading the statistics");
	expect(html).not.toContain("__remixContext.r");
});

test.each([
	["streamed", true],
	["whole", false],
])("the dashboard asks for no statistics of days in the wrong order: a page that is %s", async (_, isScripted) => {
	if (isScripted) browser.runScripts();
	const { release, asked } = hold("/statistics/dashboard");
	release();
	const response = await browser.get(`${list.replace("/applicants", "/dashboard")}?from=2026-11-05&to=2026-11-03`);
	const text = textOf(await response.text());
	expect(text).toContain("The end must not be before the beginning.");
	expect(text).toContain("with a referee missing");
	expect([response.status, asked()]).toEqual([422, 0]);
});

test("a part of the dashboard that fails shows an error of its own", async () => {
	vi.spyOn(console, "error").mockReturnValue(undefined);
	const { release } = hold("/statistics/dashboard", () =>
		Response.json({ error: "No sums today.", code: "internal" }, { status: 500 }),
	);
	release();
	const response = await browser.get(list.replace("/applicants", "/dashboard"));
	expect(response.status).toBe(200);
	const text = textOf(await response.text());
	expect(text).toContain("Error 500: No sums today.");
	expect(text).toContain("with a referee missing");
});

test("responds to the router with the parts as they complete, and to a script that reads JSON with all of them", async () => {
	browser.runScripts();
	const address = `${list}?_data=${encodeURIComponent("routes/applicants/list")}`;
	const { release } = hold(needs);
	const streamed = await browser.get(address);
	expect(streamed.headers.get("content-type")).toContain("text/remix-deferred");
	release();
	expect(await streamed.text()).toContain('data:{"needs":');
	const whole = await browser.get(address, { headers: { accept: "application/json" } });
	expect(await whole.json()).toMatchObject({ list: { applicants: { ok: true } }, needs: { ok: true } });
});

test("sends the content of closed menus when no script is known to render it later", async () => {
	const readMenus = async () => {
		const html = await (await browser.get(list)).text();
		return ["System Settings", "Keep selection"].filter((text) => html.includes(text));
	};
	expect(await readMenus()).toEqual(["System Settings", "Keep selection"]);
	browser.runScripts();
	expect(await readMenus()).toEqual([]);
	expect(await readMenus(), "no script hydrated the page before").toEqual(["System Settings", "Keep selection"]);
});
