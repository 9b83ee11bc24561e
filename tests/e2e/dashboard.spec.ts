import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";
import { makeConfiguration } from "./make-configuration";
import { figure, heading, openApi, openTab, pay, takePayment } from "./take-payment";

/** Reads a figure as a number. */
const numberOf = async (page: Page, name: string): Promise<number> =>
	Number(((await figure(page, name).textContent()) ?? "").replaceAll(/[^\d.]/g, ""));

/** why longer than usual: sums are read again every five seconds at most. */
const settled = { timeout: 20_000 };

/** Waits until the page has said which topics it shows. */
const listening = (page: Page): Promise<void> =>
	new Promise((resolve) =>
		page.on("websocket", (socket) =>
			socket.on("framesent", ({ payload }) => {
				if (String(payload).includes('"statistics"')) resolve();
			}),
		),
	);

/** Counts how often the page's scripts read the dashboard. */
const countReadings = (page: Page) => {
	const readings = { count: 0 };
	page.on("request", (request) => {
		if (new URL(request.url()).searchParams.get("_data") === "routes/dashboard/dashboard") readings.count += 1;
	});
	return readings;
};

test("a payment by a platform's page is in the sums as soon as it is made, also where they are open", async ({
	page,
	colleague,
	signIn,
	portal,
}) => {
	await makeConfiguration(portal, "PAYSTACK");
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=today");
	await expect(heading(page)).toHaveText("Dashboard");
	const [payments, revenue] = [await numberOf(page, "Successful payments"), await numberOf(page, "Revenue")];

	const isLive = listening(colleague);
	await signIn(colleague, "crestfield", "Finance officer", "/crestfield/dashboard?period=today");
	await hydrated(colleague);
	await isLive;

	await openTab(page, 0);
	await hydrated(page);
	await takePayment(page, { platform: "PAYSTACK", amount: "61,000.00" });
	await pay(page);
	await expect(figure(colleague, "Successful payments")).toHaveText(String(payments + 1), settled);

	await page.goto("/crestfield/dashboard?period=today");
	await expect(figure(page, "Successful payments")).toHaveText(String(payments + 1));
	expect(await numberOf(page, "Revenue")).toBeCloseTo(revenue + 61_150, 2);
	await expect(page.getByRole("table", { name: "Revenue by amount" })).toContainText("₦61,150.00");
	const odd = page.getByRole("link", { name: /^[1-9]\d* ?payment exceptions$/ });
	await expect(odd).toHaveAttribute("href", "/crestfield/transactions/exceptions");
});

test("an open dashboard follows others' stage changes, and reads a few times while many come", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(colleague, "crestfield", "Super administrator", null);
	const headers = await openApi(colleague);
	const ids = (await applicantsOf(colleague, "/crestfield/applicants?size=20")).map((path) => path.split("/").at(-1));
	const read = async (path: string) => (await colleague.request.get(`/api/${path}`, { headers })).json();
	const { applicationId } = await read(`candidates/${ids[0]}`);
	const { workflow } = await read(`applications/${applicationId}`);
	const target = workflow.steps.find(({ type }: { type: string }) => type === "KEEP_IN_VIEW");
	const others: string[] = [];
	for (const id of ids) if ((await read(`candidates/${id}`)).stageId !== target.id) others.push(id ?? "");
	const move = async (id: string) => {
		const data = { stageId: target.id, reason: "Counted." };
		expect((await colleague.request.patch(`/api/candidates/${id}`, { headers, data })).status()).toBe(200);
	};

	const isLive = listening(page);
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/dashboard?period=all");
	await hydrated(page);
	await isLive;
	const readings = countReadings(page);
	const stages = page.getByRole("table", { name: "Applicants by stage" });
	const kept = stages.getByRole("row", { name: target.name }).getByRole("cell").last();
	const before = Number(((await kept.textContent()) ?? "").replaceAll(",", ""));
	await page.getByText("Show as a table").last().click();
	await page.getByLabel("Period").focus();
	const [first = "", ...rest] = others;
	await move(first);
	await expect(kept).toHaveText((before + 1).toLocaleString("en"), settled);
	await expect(page.getByRole("table", { name: /^Forms submitted by/ }), "it was not loaded anew").toBeVisible();
	await expect(page.getByLabel("Period")).toBeFocused();

	const since = Date.now();
	readings.count = 0;
	for (const id of rest) await move(id);
	await expect(kept).toHaveText((before + others.length).toLocaleString("en"), settled);
	expect(others.length).toBeGreaterThan(5);
	expect(readings.count).toBeLessThanOrEqual(2 + Math.floor((Date.now() - since) / 5_000));
});

test("the filters are in the address, and rows lead to the applicants behind them", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield");
	await expect(page, "it is the first page").toHaveURL("/crestfield/dashboard");
	await hydrated(page);
	const application = page.getByLabel("Application", { exact: true });
	const largest = page.getByRole("heading", { name: /^What needs you today/ }).locator("span");
	await application.selectOption({ label: (await largest.textContent()) ?? "" });
	await expect(page).toHaveURL(/application=/);
	await page.getByLabel("Period").selectOption("All time");
	await expect(page).toHaveURL(/period=all/);
	const stage = page.getByRole("table", { name: "Applicants by stage" }).getByRole("row").nth(1);
	await expect(stage.getByRole("link"), "the chosen application is shown").toBeVisible();
	const shown = (await stage.getByRole("cell").last().textContent()) ?? "";
	await stage.getByRole("link").click();
	await expect(page).toHaveURL(/\/applicants\?/);
	await expect(page.getByText(new RegExp(`of ${shown}$`)).first()).toBeVisible();
	await page.goBack();
	const submitted = page.getByRole("table", { name: /^Forms submitted by/ });
	await page.emulateMedia({ media: "print" });
	await expect(submitted, "on paper the numbers are there").toBeVisible();
	await page.emulateMedia({ media: "screen" });
	await expect(submitted).toBeHidden();
	const bar = page.locator("svg[aria-label^='Forms submitted by'] g path").last();
	// why by its place: a bar is a stroke, which counts as invisible because its line has no width.
	const { x, y, height } = await bar.evaluate((line) => {
		line.scrollIntoView({ block: "center" });
		return line.getBoundingClientRect().toJSON();
	});
	await page.mouse.click(x, y + height / 2);
	await expect(page, "a bar leads to what it counts").toHaveURL(/\/applicants\?.*submitted/);
	await page.goBack();
	await page.getByText("Show as a table").last().click();
	await expect(submitted).toBeVisible();
	await page.keyboard.press("g");
	await page.keyboard.press("p");
	await expect(page).toHaveURL(/\/applicants/);
	await page.keyboard.press("g");
	await page.keyboard.press("d");
	await expect(page).toHaveURL("/crestfield/dashboard");
});

test("without JavaScript it is whole, and its filters work", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard");
	await expect(page.getByRole("table", { name: "Applicants by stage" })).toBeVisible();
	await page.getByLabel("Period").selectOption("Chosen days");
	await page.getByLabel("From", { exact: true }).fill("2020-01-01");
	await page.getByLabel("To", { exact: true }).fill("2020-01-02");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/from=2020-01-01/);
	await expect(figure(page, "Successful payments")).toHaveText("0");
	await expect(page.getByText("No form was submitted in this period.")).toBeVisible();
});

test("it passes axe, also dark and at 360 px, and its document stays small", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	await expectAccessibleAtBothWidths(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await expectNoAxeViolations(page);
	const response = await page.request.get("/crestfield/dashboard", { headers: { accept: "text/html" } });
	expect((await response.text()).length, "with what is shown until the sums are there").toBeLessThan(52_000);
});
