import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const pollingMs = 10_000;
const here = "/crestfield/downloads";

const openProfile = async (page: Page, signIn: (page: Page, ...who: [string, string, string]) => Promise<void>) => {
	// why: a page that receives a notice loads everything again, whatever the clock says.
	await page.route("**/socket-ticket", (route) => route.abort());
	await page.clock.install();
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	await hydrated(page);
};

test("the page of downloads refreshes every 10 seconds until all are complete", async ({ page, signIn }) => {
	await openProfile(page, signIn);
	const task = {
		id: "t",
		type: "EXPORT_CANDIATE",
		total: 10,
		applicationTitle: "Admission",
		mayRetry: false,
		createdAt: Date.now(),
		error: null,
	};
	const running = { ...task, status: "STARTED", complete: false, done: 3, result: null };
	const file = { name: "Applicants.csv", size: 2_048, mimetype: "text/csv", rows: 10, leftOut: 0 };
	const ready = { ...task, status: "SUCCESS", complete: true, done: 10, result: file };
	let shown: object = running;
	let asked = 0;
	await page.route(/_data=routes%2Ftasks%2Fdownloads/, (route) => {
		asked++;
		return route.fulfill({
			json: { data: [shown], page: 0, pages: { range: "1–1 of 1", size: 10, action: here, keep: [] }, here },
		});
	});
	// why: a task ends too soon to be watched; like a link, this renders the page from the loader's data.
	await page.evaluate(() => {
		history.pushState(null, "", "/crestfield/downloads");
		window.dispatchEvent(new PopStateEvent("popstate"));
	});
	await expect(page.getByRole("cell", { name: "3 of 10" })).toBeVisible();
	const first = asked;
	shown = { ...running, done: 7 };
	await page.clock.runFor(pollingMs - 1_000);
	expect(asked).toBe(first);
	await page.clock.runFor(1_000);
	await expect(page.getByRole("cell", { name: "7 of 10" })).toBeVisible();
	shown = ready;
	await page.clock.runFor(pollingMs);
	await expect(page.getByRole("cell", { name: "Ready, 2KB" })).toBeVisible();
	const last = asked;
	await page.clock.runFor(5 * pollingMs);
	expect(asked).toBe(last);
});

test("every page refreshes the state of a running download every 10 seconds, and announces when it is ready", async ({
	page,
	signIn,
}) => {
	await openProfile(page, signIn);
	const watched = { id: "t", status: "STARTED", done: 3, total: 10, name: null as string | null };
	await page.route(/_data=shell/, async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response: response, json: { ...(await response.json()), downloads: [watched] } });
	});
	let asked = 0;
	await page.route(/\/downloads\/state/, (route) => {
		asked++;
		return route.fulfill({ json: { downloads: [watched] } });
	});
	await page.getByLabel("Theme").selectOption("Light");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("link", { name: "Downloads: 1 being made" })).toBeVisible();
	await page.clock.runFor(pollingMs);
	await expect.poll(() => asked).toBe(1);
	Object.assign(watched, { status: "SUCCESS", done: 10, name: "Applicants.csv" });
	await page.clock.runFor(pollingMs);
	await expect(page.getByRole("link", { name: "Downloads: 1 ready" })).toBeVisible();
	await expect(page.getByText("Applicants.csv is ready to download.")).toBeVisible();
	await page.clock.runFor(5 * pollingMs);
	expect(asked).toBe(2);
});
