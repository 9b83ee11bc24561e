import type { Locator, Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import {
	applicantsOf,
	expect,
	expectAccessibleAtBothWidths,
	expectNoAxeViolations,
	hydrated,
	listening,
	test,
} from "./fixtures";
import { makeConfiguration } from "./make-configuration";
import { figure, heading, openApi, openTab, pay, takePayment } from "./take-payment";

/** Reads a figure as a number. */
const numberOf = async (page: Page, name: string): Promise<number> =>
	Number(((await figure(page, name).textContent()) ?? "").replaceAll(/[^\d.]/g, ""));

/** why longer than usual: sums are read again every five seconds at most. */
const settled = { timeout: 20_000 };

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

	const isLive = listening(colleague, "statistics");
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

	const isLive = listening(page, "statistics");
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

const applicationIn = (page: Page) => page.getByLabel("Application", { exact: true });
/** Returns the application with most applicants. */
const largestIn = async (page: Page) =>
	(await page
		.getByRole("heading", { name: /^What needs you today/ })
		.locator("span")
		.textContent()) ?? "";

/** Scrolls to a bar. why by its place: a bar is a stroke, which counts as invisible because its line has no width. */
const middleOf = async (bar: Locator) => {
	const { x, y, height } = await bar.evaluate((line) => {
		line.scrollIntoView({ block: "center" });
		return line.getBoundingClientRect().toJSON();
	});
	return { x, y: y + height / 2 };
};

test("the filters are in the address, and rows lead to the applicants behind them", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield");
	await expect(page, "it is the first page").toHaveURL("/crestfield/dashboard");
	await hydrated(page);
	await applicationIn(page).selectOption({ label: await largestIn(page) });
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
	const whose = page.getByText(`${await largestIn(page)}, all time`, { exact: true });
	await expect(whose).toBeHidden();
	await page.emulateMedia({ media: "print" });
	await expect(whose, "on paper it says whose figures they are").toBeVisible();
	await expect(submitted, "on paper the numbers are there").toBeVisible();
	await page.emulateMedia({ media: "screen" });
	await expect(submitted).toBeHidden();
	const { x, y } = await middleOf(page.locator("svg[aria-label^='Forms submitted by'] g path").last());
	await page.mouse.click(x, y);
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

/** The charts whose table is folded away, and those that are a table themselves. The demo is paid in two currencies. */
const folded = [
	/^Revenue by (day|month) in NGN$/,
	/^Revenue by (day|month) in USD$/,
	/^Forms submitted by (day|month)$/,
];
const unfolded = [
	/^Applicants by stage$/,
	/^Applicants by (?!stage)/,
	/^Revenue by (?!day|month|amount)/,
	/^Revenue by amount$/,
];

const tableOf = (page: Page, name: RegExp) => page.getByRole("table", { name });
/** What unfolds the table of a chart. */
const unfolds = (page: Page, name: RegExp) =>
	page
		.getByRole("figure")
		.filter({ has: page.getByRole("img", { name: new RegExp(name.source.replace("$", "")) }) })
		.locator("summary");

/** Follows the first link of a chart's table, and expects a list of as many applicants as it says. */
const expectListBehind = async (page: Page, name: RegExp, follow: (link: Locator) => Promise<void>) => {
	const row = tableOf(page, name)
		.getByRole("row")
		.filter({ has: page.getByRole("link") })
		.first();
	const shown = (await row.getByRole("cell").last().textContent()) ?? "";
	await follow(row.getByRole("link"));
	await expect(page).toHaveURL(/\/applicants\?/);
	await expect(page.getByText(new RegExp(`of ${shown}$`)).first()).toBeVisible();
	await page.goBack();
	await expect(heading(page)).toHaveText("Dashboard");
};

/** Downloads a file of the dashboard. */
const expectFile = async (page: Page, name: string, follow: (link: Locator) => Promise<void>) => {
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		follow(page.getByRole("link", { name, exact: true })),
	]);
	expect(file.suggestedFilename()).toMatch(name === "PDF" ? /\.pdf$/ : /\.xlsx$/);
};

test("by keyboard alone it is filtered, its charts are read as tables that lead to lists, and it is downloaded", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard");
	await hydrated(page);
	const application = applicationIn(page);
	await keys.type(application, await largestIn(page));
	await expect(page).toHaveURL(/application=/);
	await expect(application, "the choice keeps the focus").toBeFocused();
	const period = page.getByLabel("Period");
	await keys.reach(period);
	await expect(period).toHaveValue("month");
	await page.keyboard.press("ArrowDown");
	await expect(page).toHaveURL(/period=year/);
	await expect(period).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page).toHaveURL(/period=all/);
	await expect(period).toBeFocused();
	await expect(period).toHaveValue("all");

	for (const name of folded) {
		await expect(tableOf(page, name)).toBeHidden();
		await keys.press(unfolds(page, name));
		await expect(tableOf(page, name)).toBeVisible();
		await expect(tableOf(page, name).getByRole("row").nth(1)).toBeVisible();
	}
	for (const name of unfolded) await expect(tableOf(page, name).getByRole("row").nth(1)).toBeVisible();
	await expectListBehind(page, /^Forms submitted by/, keys.press);
	await expectListBehind(page, /^Applicants by stage$/, keys.press);
	await expect(page, "the filter is kept").toHaveURL(/period=all/);
	await expectFile(page, "Excel", keys.press);
	await expectFile(page, "PDF", keys.press);
});

test("without JavaScript it is whole: filters, tables, the lists behind them, and files", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	const click = (link: Locator) => link.click();
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard");
	await expect(page.getByRole("table", { name: "Applicants by stage" })).toBeVisible();
	await applicationIn(page).selectOption({ label: await largestIn(page) });
	await page.getByLabel("Period").selectOption("All time");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/period=all/);
	for (const name of folded) {
		await unfolds(page, name).click();
		await expect(tableOf(page, name).getByRole("row").nth(1)).toBeVisible();
	}
	for (const name of unfolded) await expect(tableOf(page, name).getByRole("row").nth(1)).toBeVisible();
	await expectListBehind(page, /^Applicants by stage$/, click);
	await unfolds(page, /^Forms submitted by/).click();
	await expectListBehind(page, /^Forms submitted by/, click);
	await expectFile(page, "Excel", click);
	await expectFile(page, "PDF", click);
	await page.getByLabel("Period").selectOption("Chosen days");
	await page.getByLabel("From", { exact: true }).fill("2020-01-01");
	await page.getByLabel("To", { exact: true }).fill("2020-01-02");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/from=2020-01-01/);
	await expect(figure(page, "Successful payments")).toHaveText("0");
	await expect(page.getByText("No form was submitted in this period.")).toBeVisible();
});

test("a trend says what its lines are worth, light and dark, at 360 px and in print", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	const trend = page.getByRole("figure").filter({ has: page.getByRole("img", { name: /^Forms submitted by/ }) });
	const marks = trend.locator(".trend-plot span");
	await expect(marks.first()).toHaveText("0");
	const most = Number(
		/the highest ([\d,]+) on/.exec((await trend.getByRole("img").getAttribute("aria-label")) ?? "")?.[1],
	);
	const top = Number(await marks.last().textContent());
	expect(top).toBeGreaterThanOrEqual(most);
	expect(top).toBeLessThanOrEqual(Math.max(3, most * 2));
	/** How far the lowest and the highest mark are from the ends of the bars' plane. */
	const distances = async () => {
		const plane = await trend.locator("svg").boundingBox();
		const middles = [];
		for (const mark of [marks.last(), marks.first()]) {
			const box = await mark.boundingBox();
			middles.push((box?.y ?? 0) + (box?.height ?? 0) / 2);
		}
		return [(middles[0] ?? 0) - (plane?.y ?? 0), (plane?.y ?? 0) + (plane?.height ?? 0) - (middles[1] ?? 0)];
	};
	for (const [media, width, colorScheme] of [
		["screen", 1440, "light"],
		["screen", 360, "light"],
		["screen", 1440, "dark"],
		["screen", 360, "dark"],
		["print", 800, "light"],
	] as const) {
		await page.emulateMedia({ media, colorScheme });
		await page.setViewportSize({ width, height: 900 });
		for (const distance of await distances()) expect(Math.abs(distance)).toBeLessThan(1.5);
		expect((await trend.locator("svg").boundingBox())?.width).toBeGreaterThan(200);
	}
	/** What the marks and the bars are drawn in. */
	const coloursIn = async (colorScheme: "light" | "dark") => {
		await page.emulateMedia({ media: "screen", colorScheme, reducedMotion: "reduce" });
		const styleOf = (part: Locator, name: string) =>
			part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
		return Promise.all([styleOf(marks.first(), "color"), styleOf(trend.locator("svg g g path").first(), "stroke")]);
	};
	const [light, dark] = [await coloursIn("light"), await coloursIn("dark")];
	expect(new Set([...light, ...dark]).size, `${light} and ${dark}`).toBe(4);
});

test("a bar under the pointer stands out, and says its figure as the table does", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	const name = /^Forms submitted by (day|month)$/;
	await unfolds(page, name).click();
	const [label = "", shown = ""] = await tableOf(page, name)
		.getByRole("row")
		.last()
		.locator("th, td")
		.allTextContents();
	const bar = page.locator("svg[aria-label^='Forms submitted by'] g g path").last();
	await expect(bar).toHaveCSS("opacity", "1");
	const { x, y } = await middleOf(bar);
	await page.mouse.move(x, y);
	await expect(bar).toHaveCSS("opacity", "0.7");
	const said = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.querySelector("title")?.textContent, {
		x,
		y,
	});
	expect(said).toBe(`${label}: ${shown}`);
});

test("a ranked bar under the pointer stands out, and says its figure as its row does", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	for (const name of unfolded) {
		const row = tableOf(page, name).getByRole("row").nth(1);
		const shown = (await row.getByRole("cell").last().textContent()) ?? "";
		const named = (await row.locator("th").evaluate((head) => head.firstChild?.textContent)) ?? "";
		const plain = await row.evaluate((one) => getComputedStyle(one).backgroundColor);
		await row.locator("th").hover({ position: { x: 4, y: 4 } });
		await expect(row).not.toHaveCSS("background-color", plain);
		await expect(row).toHaveAttribute("title", `${named}: ${shown}`);
	}
});

test("it passes axe, also dark and at 360 px, and its document stays small", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	await expectAccessibleAtBothWidths(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await expectNoAxeViolations(page);
	const response = await page.request.get("/crestfield/dashboard", { headers: { accept: "text/html" } });
	expect((await response.text()).length, "with what is shown until the sums are there").toBeLessThan(54_000);
});
