import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, searchable, test } from "./fixtures";

interface Waiting {
	field: Locator;
	/** Part of the address that is requested. */
	asks: RegExp;
	typed: string;
	/** Milliseconds after the last letter (§9). */
	wait: number;
}

/** Types letter after letter on a stopped clock, and expects one request only after the wait. */
const expectOneQuestion = async (page: Page, { field, asks, typed, wait }: Waiting) => {
	const asked: string[] = [];
	page.on("request", (request) => asks.test(request.url()) && asked.push(request.url()));
	await page.clock.pauseAt(Date.now() + 60_000);
	for (const letter of typed) {
		await field.press(letter);
		await page.clock.runFor(wait - 100);
	}
	expect(asked, "nothing is requested while the user types").toEqual([]);
	await page.clock.runFor(99);
	expect(asked, "nothing is requested a millisecond too early").toEqual([]);
	const answered = page.waitForResponse(asks);
	await page.clock.runFor(1);
	const response = await answered;
	await page.clock.resume();
	expect(response.ok()).toBe(true);
	expect(asked.map((url) => new URL(url).search)).toEqual([expect.stringContaining(typed)]);
};

// why: what other tests do at the institution makes an open list read itself again, which is no question of the user's.
test.beforeEach(({ page }) => page.routeWebSocket(/./, () => undefined));

test("the application picker searches once, 500 ms after the last letter", async ({ page, signIn }) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	const field = page.getByRole("combobox", { name: "Application" });
	const first = page.waitForResponse(/applicants\/applications/);
	await field.focus();
	await first;
	await field.fill("");
	await page.clock.runFor(1_000);
	await expectOneQuestion(page, { field, asks: /applications\?title=\w/, typed: "direct", wait: 500 });
	await expect(page.getByRole("option", { name: /direct entry/i }).first()).toBeVisible();
});

test("the application of a candidate group is searched once, 500 ms after the last letter", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/uploaded-candidates/new");
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "New candidate group" });
	await dialog.getByLabel("Name").fill("Typed before");
	const field = dialog.getByRole("combobox", { name: "Application" });
	await searchable(field);
	await field.focus();
	await expectOneQuestion(page, { field, asks: /candidates\/new\?title=\w/, typed: "postgrad", wait: 500 });
	await dialog
		.getByRole("option", { name: /postgraduate/i })
		.first()
		.click();
	await expect(field).toHaveValue(/postgraduate/i);
	await expect(dialog.getByLabel("Name")).toHaveValue("Typed before");
});

test("the application of an export of transactions is searched once, 500 ms after the last letter", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/transactions/export");
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Export" });
	const field = dialog.getByRole("combobox", { name: "Application" });
	await searchable(field);
	await field.focus();
	await expectOneQuestion(page, { field, asks: /transactions\/export\?title=\w/, typed: "postgrad", wait: 500 });
	await expect(dialog.getByRole("option", { name: /postgraduate/i }).first()).toBeVisible();
});

test("the list of applications is searched once, 500 ms after the last letter", async ({ page, signIn }) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/applications");
	await hydrated(page);
	const field = page.getByRole("searchbox", { name: "Search applications" });
	await field.focus();
	await expectOneQuestion(page, {
		field,
		asks: /applications\?.*q=\w.*_data=routes%2Fapplications%2Flist/,
		typed: "postgrad",
		wait: 500,
	});
	await expect(page).toHaveURL(/q=postgrad/);
	await expect(page.getByRole("row").filter({ hasText: "Admission" })).toHaveCount(1);
	await expect(field, "the user goes on typing").toBeFocused();
});

for (const { list, address, name, route } of [
	{
		list: "candidate groups",
		address: "/crestfield/uploaded-candidates",
		name: "Search candidate groups",
		route: "uploaded-candidates%2Flist",
	},
	{
		list: "candidates of a group",
		address: "/crestfield/uploaded-candidates",
		name: "Search candidates",
		route: "uploaded-candidates%2Fcandidates",
	},
	{
		list: "emails sent",
		address: "/crestfield/mailings?kind=stage",
		name: "Search emails sent",
		route: "emails%2Fmailings",
	},
])
	test(`the list of ${list} is searched once, 500 ms after the last letter`, async ({ page, signIn }) => {
		await page.clock.install();
		await signIn(page, "crestfield", "Super administrator", address);
		await hydrated(page);
		const groups = page.getByRole("table", { name: "Candidate groups" });
		if (list === "candidates of a group") await groups.getByRole("link").first().click();
		const field = page.getByRole("searchbox", { name });
		await field.focus();
		await expectOneQuestion(page, {
			field,
			asks: new RegExp(`q=\\w.*_data=routes%2F${route}`),
			typed: "zzqxj",
			wait: 500,
		});
		await expect(page).toHaveURL(new RegExp(`${address.includes("kind") ? "kind=stage.*" : ""}q=zzqxj`));
		await expect(page.getByRole("link", { name: "Show all" })).toBeVisible();
		await expect(field, "the user goes on typing").toBeFocused();
	});

test("the courses that an application offers are searched once, 500 ms after the last letter", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/applications/create");
	await hydrated(page);
	await page.getByRole("button", { name: "Add a course" }).click();
	const field = page.getByRole("combobox", { name: "Course", exact: true });
	await searchable(field);
	await field.focus();
	await expectOneQuestion(page, { field, asks: /applications\/find-courses\?search=\w/, typed: "nurs", wait: 500 });
	await expect(page.getByRole("option", { name: /nursing/i }).first()).toBeVisible();
});

test("the location field searches once, 700 ms after the last letter", async ({ page, signIn }) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.getByRole("row").nth(6).getByRole("link").click();
	await expect(page.getByRole("button", { name: "Process Application" })).toBeVisible();
	await page.keyboard.press("s");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByText("Post to a location too").click();
	const field = dialog.getByRole("combobox", { name: "Location (optional)" });
	await searchable(field);
	await field.focus();
	await dialog.getByLabel("Comment").fill("Typed before the line went down.");
	await field.focus();
	await expectOneQuestion(page, { field, asks: /applicants\/locations\?name=\w/, typed: "lagos", wait: 700 });

	await page.route(/applicants\/locations\?/, (route) => route.abort());
	await page.keyboard.type("x");
	await page.clock.runFor(700);
	await expect(dialog.getByText("Poor internet connections")).toBeVisible();
	await expect(dialog.getByLabel("Comment")).toHaveValue("Typed before the line went down.");
});

test("the location field of a selection searches once, 700 ms after the last letter, and 'More' loads the next page", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	for (const index of [6, 7]) await page.getByRole("row").nth(index).getByRole("checkbox").check();
	// why: the demo has fewer locations than a page holds.
	await page.route(/applicants\/locations\?/, async (route) => {
		const asked = new URL(route.request().url()).searchParams;
		const index = Number(asked.get("page"));
		const locations = Array.from({ length: 20 }, (_, n) => ({
			id: `p${index}-${n}`,
			name: `Place ${index * 20 + n + 1}`,
		}));
		await route.fulfill({
			headers: { "x-remix-response": "yes" },
			json: { name: asked.get("name"), page: index, locations, hasMore: index < 2 },
		});
	});
	await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Post" }).click();
	const dialog = page.getByRole("dialog", { name: "Post applicants" });
	const field = dialog.getByRole("combobox", { name: "Location" });
	await searchable(field);
	await field.focus();
	await expectOneQuestion(page, { field, asks: /applicants\/locations\?name=\w/, typed: "place", wait: 700 });
	const options = dialog.getByRole("option");
	await expect(options).toHaveCount(21);
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await expect(options).toHaveCount(41);
	await expect(dialog.getByRole("option", { name: "Place 21", exact: true })).toHaveAttribute("data-focus", "");
	await dialog.getByRole("option", { name: "More" }).click();
	await expect(options).toHaveCount(60);
	await expect(field).toHaveAttribute("aria-expanded", "true");
	await expect(dialog.getByRole("option", { name: "More" })).toHaveCount(0);
});

test("the search for transactions searches once, 1500 ms after the last letter", async ({ page, signIn }) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/transactions");
	await hydrated(page);
	const field = page.getByRole("searchbox", { name: "Search transactions" });
	await field.focus();
	await expectOneQuestion(page, {
		field,
		asks: /transactions\?.*q=\w.*_data=routes%2Ftransactions%2Flist/,
		typed: "zzqxj",
		wait: 1_500,
	});
	await expect(page.getByText("No Transactions history available")).toBeVisible();
});

test("the search for an organisation searches once, 1000 ms after the last letter, and not for an empty name", async ({
	page,
}) => {
	await page.clock.install();
	await page.goto("/");
	const field = page.getByRole("searchbox", { name: "Please enter organization name" });
	await expect(field).toBeVisible();
	await page.waitForLoadState("networkidle");
	await field.focus();
	const asked: string[] = [];
	page.on("request", (request) => /\?.*name=/.test(request.url()) && asked.push(request.url()));
	await field.press("Space");
	await page.clock.runFor(1_000);
	await field.fill("");
	await expectOneQuestion(page, { field, asks: /\?.*name=\w/, typed: "crest", wait: 1_000 });
	await expect(page.getByRole("link", { name: /Crestfield/ })).toBeVisible();
	expect(asked, "a space is no name").toHaveLength(1);
});
