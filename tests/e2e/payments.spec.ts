import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
	applicantsOf,
	expect,
	expectAccessibleLayout,
	expectNoAxeViolations,
	hydrated,
	listening,
	test,
} from "./fixtures";
import { makeConfiguration } from "./make-configuration";
import { heading, openApi } from "./take-payment";

const list = "/crestfield/transactions";
const table = (page: Page) => page.getByRole("table", { name: "Transactions" });
const sheet = (page: Page) => page.getByRole("dialog", { name: /^Transaction / });
const emails = (page: Page) => table(page).locator(".row-link");

test("by mouse: filters, the status of one, and its details", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await hydrated(page);
	await page.getByLabel("Status", { exact: true }).selectOption("Success");
	await expect(page).toHaveURL(/status=SUCCESS/);
	await expect(table(page).getByText("Pending")).toHaveCount(0);
	await table(page)
		.getByRole("button", { name: /^Actions for/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Check Status" }).click();
	await expect(page.getByText(/^Transaction .+ was successful\.$/)).toBeVisible();
	await expect(page.getByRole("menu"), "the menu closes").toHaveCount(0);
	await table(page)
		.getByRole("button", { name: /^Actions for/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "View Details" }).click();
	await expect(sheet(page)).toContainText("Total");
	await expectNoAxeViolations(page);
	await sheet(page).getByRole("link", { name: "Next transaction" }).click();
	await expect(sheet(page).getByRole("link", { name: "Previous transaction" })).toBeVisible();
	await sheet(page).getByRole("link", { name: "Close" }).click();
	await expect(page).toHaveURL(/transactions\?.*status=SUCCESS/);
	await expect(sheet(page)).toHaveCount(0);
});

test("typing searches after a pause, Enter at once", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await hydrated(page);
	const [email = ""] = await emails(page).allTextContents();
	const search = page.getByRole("searchbox", { name: "Search transactions" });
	await search.pressSequentially(email);
	await expect(page).toHaveURL(/\?q=/);
	await expect(emails(page).first()).toHaveText(email);
	await search.fill("zzzzqqq");
	await search.press("Enter");
	await expect(page.getByText("No Transactions history available")).toBeVisible();
});

test("by keyboard alone: rows, pages, a sheet, its commands and multiple queries", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/applicants?size=10");
	await hydrated(page);
	await page.keyboard.press("g");
	await page.keyboard.press("t");
	await expect(page).toHaveURL(list);
	await expect(emails(page).first()).toBeVisible();
	await page.keyboard.press("j");
	await expect(emails(page).first()).toBeFocused();
	await page.keyboard.press("j");
	await expect(emails(page).nth(1)).toBeFocused();
	await page.keyboard.press("]");
	await expect(page).toHaveURL(/page=1/);
	await expect(emails(page).first()).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(sheet(page)).toBeVisible();
	const first = await sheet(page).getAttribute("aria-label");
	await page.keyboard.press("j");
	await expect(sheet(page)).not.toHaveAttribute("aria-label", first ?? "");
	await page.keyboard.press("k");
	await expect(sheet(page)).toHaveAttribute("aria-label", first ?? "");
	await page.keyboard.press("Control+K");
	await page.keyboard.type("go to applicant");
	await expect(page.getByRole("option", { name: /^Go to applicant/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");
	await expect(sheet(page)).toHaveCount(0);
	await page.keyboard.press("Control+K");
	await page.keyboard.type("query multiple");
	await expect(page.getByRole("option", { name: /^Query multiple transactions/ })).toBeVisible();
	await page.keyboard.press("Enter");
	const query = page.getByRole("dialog", { name: "Query Multiple Transactions" });
	const button = query.getByRole("button", { name: "Query transactions" });
	await expect(query.getByLabel("Start date")).toBeFocused();
	await expect(button).toBeDisabled();
	expect((await query.boundingBox())?.width).toBe(400);
	await query.getByLabel("Start date").fill("2999-01-01");
	await expect(button).toBeDisabled();
	await query.getByLabel("Start date").fill("2026-01-01");
	await expect(button).toBeEnabled();
	await query.getByLabel("Start date").press("Enter");
	await expect(page.getByText("Every pending transaction since January 1st 2026 is being queried.")).toBeVisible();
});

test("/ leads to the search of the transactions, and f to their filters", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await page.keyboard.press("f");
	const status = page.getByLabel("Status", { exact: true });
	await expect(status).toBeFocused();
	await status.blur();
	await page.keyboard.press("/");
	const search = page.getByRole("searchbox", { name: "Search transactions" });
	await expect(search).toBeFocused();
	await page.keyboard.type("fj");
	await expect(search, "letters are text there").toHaveValue("fj");
});

test("the palette shows the payments pending since yesterday, from anywhere", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	await page.keyboard.press("Control+K");
	await page.keyboard.type("pending since");
	await expect(page.getByRole("option", { name: /^Payments pending since yesterday/ })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/transactions\?status=PENDING&startDate=\d{4}-\d\d-\d\d$/);
});

test("by keyboard: the palette reads a date, counts what is pending since then, and queries it", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	await page.keyboard.press("Control+k");
	await page.keyboard.type("query multiple 1 jan 2026");
	await expect(chosen).toHaveText("Query transactions pending since January 1st 2026…");
	await page.keyboard.press("Enter");
	await expect(chosen).toHaveText(/^Query the [\d,]+ pending since January 1st 2026$/);
	await expectNoAxeViolations(page);
	await page.keyboard.press("ArrowDown");
	await expect(chosen).toHaveText("Choose another date…");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Every pending transaction since January 1st 2026 is being queried.")).toBeVisible();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("query today");
	await page.keyboard.press("Enter");
	await page.keyboard.type("x");
	await expect(palette.getByRole("option", { name: /another date/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(palette.getByRole("combobox")).toHaveValue("query today");
});

test("the sheet counts what is pending as soon as a date is chosen", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", `${list}/query`);
	await hydrated(page);
	const sheetOfQuery = page.getByRole("dialog", { name: "Query Multiple Transactions" });
	await sheetOfQuery.getByLabel("Start date").fill("2026-01-01");
	await expect(sheetOfQuery.getByRole("status")).toHaveText(/^[\d,]+ pending since January 1st 2026\.$/);
	await sheetOfQuery.getByRole("link", { name: "7 days ago" }).click();
	await expect(sheetOfQuery.getByRole("status")).toHaveText(/pending since/);
	await expectNoAxeViolations(page);
});

test("by keyboard: words narrow what # finds, and a reference is found without it", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	const listed = await page.request.get("/api/payments?status=PENDING&platform=REMITA", {
		headers: await openApi(page),
	});
	const { data }: { data: { reference: string }[] } = await listed.json();
	const [first] = data;
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const options = palette.getByRole("option");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("# pending remita");
	await expect(options.first()).toContainText(first?.reference ?? "no reference");
	await expect(palette).toContainText("narrow by pending, success, failed, a platform, today, yesterday or this week");
	for (const option of await options.all()) await expect(option).toHaveText(/· Remita · .+ ago.*Pending$|just now/);
	await palette.getByRole("combobox").fill(first?.reference ?? "");
	const group = palette.getByRole("group", { name: "Transactions" });
	await expect(group.getByRole("option"), "the older ones make way").toHaveCount(1);
	await expect(group.getByRole("option")).toContainText(first?.reference ?? "no reference");
	await expect(group.getByText("Pending")).toBeVisible();
});

test("by keyboard: an applicant's latest payment stands beside the name, and Transactions is a level", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	const listed = await page.request.get("/api/payments?status=SUCCESS", { headers: await openApi(page) });
	const { data }: { data: { email: string; reference: string; applicantId: string | null }[] } = await listed.json();
	const paid = data.find(({ applicantId }) => applicantId !== null);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`@${paid?.email}`);
	await expect(chosen).toBeVisible();
	await page.keyboard.press("ArrowRight");
	await expect(palette.getByText("Latest payment:")).toBeAttached();
	await page.keyboard.type("transactions");
	await expect(chosen).toHaveText("Transactions");
	await page.keyboard.press("Enter");
	const payment = palette.getByRole("option", { name: paid?.reference ?? "no reference" });
	await expect(payment).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.type(paid?.reference ?? "");
	await expect(chosen).toContainText(paid?.reference ?? "no reference");
	await page.keyboard.press("ArrowRight");
	await expect(palette.getByRole("option", { name: "Check Status" })).toBeVisible();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: `Transaction ${paid?.reference}` })).toBeVisible();
});

test("by keyboard: / searches, f filters, s asks about the row that has the focus", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", `${list}?status=SUCCESS`);
	await hydrated(page);
	await page.keyboard.press("f");
	await expect(page.getByLabel("Status", { exact: true })).toBeFocused();
	await page.getByRole("heading", { name: "Transactions", level: 1 }).click();
	await page.keyboard.press("/");
	await expect(page.getByRole("searchbox", { name: "Search transactions" })).toBeFocused();
	await page.getByRole("heading", { name: "Transactions", level: 1 }).click();
	await page.keyboard.press("j");
	await expect(emails(page).first()).toBeFocused();
	await page.keyboard.press("s");
	await expect(page.getByText(/^Transaction .+ was successful\.$/)).toBeVisible();
});

test("an export is downloaded by itself", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", `${list}/export?status=FAILED`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Export" });
	await dialog.locator("input[role=combobox]").fill("2026/2027 undergraduate");
	await page.getByRole("option", { name: "2026/2027 Undergraduate Admission" }).first().click();
	const download = page.waitForEvent("download", { timeout: 60_000 });
	await dialog.getByRole("button", { name: "Export", exact: true }).click();
	expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe("PK");
	await expect(page, "a reload downloads nothing again").not.toHaveURL(/start=auto/);
	await page.getByRole("link", { name: "Back", exact: true }).click();
	await expect(page).toHaveURL(list);
});

test("every step works without scripts", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await page.getByLabel("Status", { exact: true }).selectOption("Pending");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page).toHaveURL(/status=PENDING/);
	await table(page).locator("summary").first().click();
	await table(page).getByRole("link", { name: "View Details" }).first().click();
	await expect(sheet(page)).toContainText("is still pending, try checking again.");
	await sheet(page).getByRole("button", { name: "Try Again" }).click();
	await expect(
		page.getByText(/Transaction is still pending|configs could be loaded|was successful|has failed/),
	).toBeVisible();
	await sheet(page).getByRole("link", { name: "Close" }).click();
	await page.getByRole("link", { name: "Query Multiple Transactions" }).click();
	await page.getByRole("link", { name: "7 days ago" }).click();
	await expect(page.getByLabel("Start date")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
	await page.getByRole("link", { name: "Close", exact: true }).click();
	await page.getByRole("link", { name: "Export" }).click();
	await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export", exact: true }).click();
	await expect(page).toHaveURL(/\/downloads\/[^/]+\?back=transactions&start=auto/);
});

test("at 360 px the rows are cards whose menus can be reached", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator", `${list}?status=PENDING`);
	await hydrated(page);
	await expectAccessibleLayout(page);
	await table(page)
		.getByRole("button", { name: /^Actions for/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "View Details" }).click();
	await expect(sheet(page).getByRole("button", { name: "Try Again" })).toBeVisible();
	await expectAccessibleLayout(page);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
});

test("by keyboard: # finds a transaction, and its actions", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await hydrated(page);
	const [email = ""] = await emails(page).allTextContents();
	await page.goto("/crestfield/applicants");
	await hydrated(page);
	await page.keyboard.press("ControlOrMeta+k");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await page.keyboard.type(`#${email}`);
	const found = palette.getByRole("option", { name: /Success|Pending|Failed/ });
	await expect(found.first()).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.press("ArrowRight");
	await expect(palette.getByRole("option", { name: "Check Status" })).toBeVisible();
	await page.keyboard.type("applicant");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/crestfield\/applicants\/[^/]+$/);
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type(`#${email}`);
	await expect(found.first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(sheet(page)).toContainText(email);
});

test("the palette says how many transactions it found, and runs what can be done with one, and the export", async ({
	page,
	context,
	signIn,
}) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	const listed = await page.request.get("/api/payments?status=SUCCESS", { headers: await openApi(page) });
	const { data }: { data: { reference: string; applicantId: string | null }[] } = await listed.json();
	const reference = data.find(({ applicantId }) => applicantId !== null)?.reference ?? "no reference";
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	const run = async (action: string) => {
		await page.keyboard.press("Control+k");
		await page.keyboard.type(`#${reference}`);
		await expect(chosen).toContainText(reference);
		await expect(palette.getByRole("status")).toHaveText("1 result");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.type(action);
		await expect(chosen).toHaveText(action);
		await page.keyboard.press("Enter");
		await expect(palette).toHaveCount(0);
	};
	await run("Check Status");
	await expect(page.getByText(`Transaction ${reference} was successful.`)).toBeVisible();
	await run("View Details");
	await expect(page).toHaveURL(/\/crestfield\/transactions\/[\w-]+$/);
	await expect(page.getByRole("dialog", { name: `Transaction ${reference}` })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog", { name: `Transaction ${reference}` })).toHaveCount(0);
	await run("Copy reference");
	await expect(page.getByText(`Copied ${reference}`)).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
	const download = page.waitForEvent("download");
	await run("Download receipt");
	expect((await download).suggestedFilename()).toBe(`Receipt ${reference}.pdf`);
	await page.goto("/crestfield/users");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("#zzzzqqq");
	await expect(palette.getByRole("status")).toHaveText("0 results");
	await palette.getByRole("combobox").fill("> export transactions");
	await expect(chosen).toHaveText(/^Export transactions…/);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/transactions\/export$/);
	await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
});

test("the palette offers the receipt of a transaction to users who may not open its applicant", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Finance officer", list);
	await hydrated(page);
	const listed = await page.request.get("/api/payments?status=SUCCESS", { headers: await openApi(page) });
	const { data }: { data: { reference: string; applicantId: string | null }[] } = await listed.json();
	const reference = data.find(({ applicantId }) => applicantId !== null)?.reference ?? "no reference";
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`#${reference}`);
	await expect(chosen).toContainText(reference);
	await page.keyboard.press("ArrowRight");
	await expect(palette.getByRole("option", { name: "View Details" })).toBeVisible();
	await expect(palette.getByRole("option", { name: "Go to applicant" })).toHaveCount(0);
	await page.keyboard.type("Download receipt");
	await expect(chosen).toHaveText("Download receipt");
	const download = page.waitForEvent("download");
	await page.keyboard.press("Enter");
	expect((await download).suggestedFilename()).toBe(`Receipt ${reference}.pdf`);
});

test("an open list and an open sheet follow a payment that is started and paid elsewhere", async ({
	page,
	colleague,
	signIn,
	portal,
}) => {
	await makeConfiguration(portal, "PAYSTACK");
	const isLive = listening(colleague, "payments");
	await signIn(colleague, "crestfield", "Finance officer", list);
	await hydrated(colleague);
	await isLive;
	let loads = 0;
	colleague.on("load", () => {
		loads += 1;
	});

	await signIn(page, "crestfield", "Super administrator", null);
	const [applicant = ""] = await applicantsOf(page, "/crestfield/applicants?size=20");
	const start = async () => {
		const data = {
			candidateId: applicant.split("/").at(-1),
			configurationId: "browser-PAYSTACK",
			items: [{ name: "Medical fee", amount: 2_700_000 }],
		};
		const started = await page.request.post("/api/payments", { headers: await openApi(page), data });
		return started.json();
	};
	const payAt = async (pageUrl: string) => {
		await page.goto(pageUrl);
		await page.getByRole("button", { name: /^Pay / }).click();
		await expect(heading(page)).toHaveText("Payment received");
	};
	const rowOf = (id: string) =>
		colleague.locator("main tr").filter({ has: colleague.locator(`.row-link[href*="${id}"]`) });
	const first = await start();
	await expect(rowOf(first.id)).toContainText("Pending");
	await payAt(first.pageUrl);
	await expect(rowOf(first.id)).toContainText("Success");

	const second = await start();
	await rowOf(second.id).getByRole("link").first().click();
	await expect(sheet(colleague)).toContainText("is still pending");
	await payAt(second.pageUrl);
	await expect(sheet(colleague)).toContainText("Success");
	await expect(sheet(colleague)).not.toContainText("is still pending");
	await expect(rowOf(second.id), "the list behind it follows as well").toContainText("Success");
	expect(loads, "no page was loaded anew").toBe(0);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("the search page finds transactions after #", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", list);
		const [email = ""] = await emails(page).allTextContents();
		await page.goto(`/crestfield/search?q=${encodeURIComponent(`#${email}`)}`);
		await expect(page.getByRole("heading", { name: "Transactions" })).toBeVisible();
		await page
			.getByRole("link", { name: /^Go to applicant/ })
			.first()
			.click();
		await expect(page).toHaveURL(/\/applicants\//);
	});
});
