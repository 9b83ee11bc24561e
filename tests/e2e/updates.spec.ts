import type { Page } from "@playwright/test";
import { expectSeenFocus } from "./by-keys";
import { applicantsOf, expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";
import type { Portal } from "./portal";

// why not reused: a service worker stays in its browser from one test to the next.
test.use({ serviceWorkers: "allow", reuseContext: false });

const list = "/crestfield/applicants";
const notice = (page: Page) => page.getByRole("alertdialog", { name: "New Update Available" });

/** Opens the list, and waits until the service worker answers for the page. */
const openControlled = async (page: Page) => {
	await page.goto(list);
	await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
};

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Everything that the browser's caches hold: addresses with their content, read as text. */
const readCaches = (page: Page) =>
	page.evaluate(async () => {
		const found: { cache: string; url: string; type: string; text: string }[] = [];
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const response = await cache.match(request);
				const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
				const type = response?.headers.get("content-type") ?? "";
				found.push({ cache: name, url: request.url, type, text: new TextDecoder().decode(bytes) });
			}
		}
		return found;
	});

/** Serves the same Worker with a service worker of another version. */
const releaseNext = async (portal: Portal, page: Page, version: string) => {
	const compiled = /(version:\\?")[0-9a-f]{12}(?=\\?",files:)/g;
	await portal.deploy({ edit: (code) => code.replaceAll(compiled, `$1${version}`) });
	expect(await (await page.request.get("/service-worker.js")).text()).toContain(version);
};

test("a new version is announced, by keys too: Cancel keeps this one, and Update app loads the new one, once", async ({
	page,
	portal,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await openControlled(page);
	const [before = ""] = await cacheNames(page);
	// why a wait: the page looks for a version within some seconds, and nothing says that it found none.
	await page.waitForTimeout(4_000);
	await expect(notice(page), "not on the first visit").toBeHidden();
	let loads = 0;
	page.on("load", () => loads++);

	await releaseNext(portal, page, "aaaaaaaaaaaa");
	await expect(notice(page)).toBeVisible();
	await expect(notice(page).getByRole("button", { name: "Cancel" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(notice(page)).toBeHidden();
	// why a wait: the page looks for a version within some seconds, and nothing says that it found none.
	await page.waitForTimeout(8_000);
	await expect(notice(page), "it does not ask twice").toBeHidden();
	expect(loads).toBe(0);
	const isWaiting = () =>
		page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? "none");
	expect(await isWaiting()).toBe("installed");

	await page.reload();
	await expect(notice(page), "the next page that is loaded asks again").toBeVisible();
	loads = 0;
	await expect(notice(page).getByRole("button", { name: "Cancel" })).toBeFocused();
	await page.keyboard.press("Tab");
	await expectSeenFocus(notice(page).getByRole("button", { name: "Update app" }));
	await page.keyboard.press("Enter");
	await expect.poll(() => loads).toBe(1);
	await hydrated(page);
	await expect.poll(isWaiting).toBe("none");
	expect(await cacheNames(page), "the files of the version before are kept for other tabs").toEqual([
		before,
		"matricula-aaaaaaaaaaaa",
	]);
	// why a wait: a second load would follow within some seconds, and nothing says that there is none.
	await page.waitForTimeout(8_000);
	expect(loads, "it is loaded once").toBe(1);
	await expect(notice(page)).toBeHidden();

	const other = await page.context().newPage();
	await other.goto(list);
	await hydrated(other);
	await releaseNext(portal, page, "bbbbbbbbbbbb");
	await expect(notice(page)).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await notice(page).getByRole("button", { name: "Update app" }).click();
	await expect.poll(() => loads).toBe(2);
	await expect(notice(other), "another tab is asked, and not loaded under its user").toBeVisible();
	await expect.poll(() => cacheNames(page)).toEqual(["matricula-aaaaaaaaaaaa", "matricula-bbbbbbbbbbbb"]);
	await notice(other).getByRole("button", { name: "Update app" }).click();
	await hydrated(other);
	await expect(notice(other)).toBeHidden();
});

test("the question waits while somebody types", async ({ page, portal, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await openControlled(page);
	await releaseNext(portal, page, "cccccccccccc");
	const search = page.getByRole("searchbox", { name: "Search applicants" });
	await search.focus();
	for (let letters = 0; letters < 12; letters++) {
		await page.keyboard.press("a");
		// why a wait: letters come one a second, so that no pause is long enough for the question.
		await page.waitForTimeout(1_000);
		await expect(notice(page)).toBeHidden();
	}
	await expect(notice(page)).toBeVisible();
});

test("offline, a page that is asked for says that there is no connection, and comes back by itself", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await openControlled(page);
	await page.context().setOffline(true);
	const response = await page.goto("/crestfield/transactions?status=PENDING");
	expect(response?.status()).toBe(503);
	expect(response?.fromServiceWorker()).toBe(true);
	await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
	await expect(page).toHaveTitle("No connection · Matricula");
	await expect(page).toHaveURL("/crestfield/transactions?status=PENDING");
	await expect(page.locator("body"), "its stylesheet comes from the cache").toHaveCSS("font-family", /Inter/);
	await expectAccessibleAtBothWidths(page);
	// why the load: until it is there, the page before is, which would take the news of the connection with it.
	await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "Try again" }).click()]);
	await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
	await page.context().setOffline(false);
	await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();

	await page.context().addCookies([{ name: "matricula-look", value: "dark.comfortable.on.open", url: page.url() }]);
	await page.context().setOffline(true);
	await page.reload();
	await expect(page.locator("html"), "the theme that was chosen").toHaveAttribute("data-theme", "dark");
	await page.context().setOffline(false);
	await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
});

test("after a list, an applicant and a log-out, the caches hold built files and no personal data", async ({
	page,
	logIn,
}) => {
	await logIn(page, "crestfield", "Admissions officer");
	await openControlled(page);
	const [path = ""] = await applicantsOf(page, list);
	const rows = page.getByRole("table", { name: "Applicants" }).getByRole("row");
	const cells = (await rows.allTextContents()).join(" ");
	const numbers = cells.match(/CU\/\d+\/\d+/g) ?? [];
	expect(numbers.length).toBeGreaterThan(5);
	const names = await page.locator("table[aria-label='Applicants'] tbody a").allTextContents();
	await page.goto(path);
	await hydrated(page);
	const written = await page.getByRole("dialog").first().getByText(/@/).first().textContent();
	const email = written?.match(/[\w.]+@[\w.]+\.\w+/)?.[0] ?? "";
	expect(email).not.toBe("");
	await page.goto(`${path}/transactions`);
	await hydrated(page);
	await page.goto("/crestfield/dashboard");
	await hydrated(page);
	await page.getByRole("button", { name: /^Account of/ }).click();
	await page.getByRole("menuitem", { name: "Logout" }).click();
	await expect(page.getByLabel("Username")).toBeVisible();

	const kept = await readCaches(page);
	expect(kept.length).toBeGreaterThan(10);
	const secrets = [...numbers, ...names.map((name) => name.trim()).filter((name) => name.includes(" ")), email];
	for (const { url, type, text } of kept) {
		expect(new URL(url).pathname, url).toMatch(/^\/(build|fonts)\/[\w./-]+\.(js|css|woff2)$/);
		expect(new URL(url).search, url).toBe("");
		expect(type, url).not.toMatch(/html|json/);
		for (const secret of secrets) expect(text.includes(secret), `${secret} in ${url}`).toBe(false);
		expect(text, url).not.toContain("ada.admin@");
	}
});

test("switched off, the worker and its caches are gone, wherever the user goes", async ({ page, portal, signIn }) => {
	const registrations = () =>
		page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
	await signIn(page, "crestfield", "Admissions officer", null);
	await portal.deploy({});
	await openControlled(page);
	expect(await registrations()).toHaveLength(1);
	await portal.deploy({ vars: { SERVICE_WORKER: "off" } });
	// why this page: no script of it knows of the worker, which removes itself.
	await page.goto("/crestfield/404");
	await expect.poll(registrations).toEqual([]);
	await expect.poll(() => cacheNames(page)).toEqual([]);

	await portal.deploy({});
	await openControlled(page);
	await portal.deploy({ vars: { SERVICE_WORKER: "off" } });
	await page.reload();
	await hydrated(page);
	await expect.poll(registrations).toEqual([]);
	await expect.poll(() => cacheNames(page)).toEqual([]);
	await page.reload();
	await hydrated(page);
	// why a wait: a worker would be registered again some seconds after the page has loaded.
	await page.waitForTimeout(8_000);
	expect(await registrations(), "it does not come back").toEqual([]);
	expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
