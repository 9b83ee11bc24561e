import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");

test("the activity log is filtered, leads to what an entry is about, and is exported", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(page.getByRole("heading", { name: "Activity Log", level: 1 })).toBeVisible();
	await expect(rows(page).first()).toContainText("Adá");
	await expectAccessibleAtBothWidths(page);
	await rows(page).getByRole("link", { name: /^Adá/ }).first().click();
	await expect(page).toHaveURL(/username=ada\.admin/);
	await page.getByLabel("Status").selectOption("Failed");
	await page.getByLabel("From", { exact: true }).fill("2020-01-01");
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await expect(page).toHaveURL(/eventStatus=FAILED&from=2020-01-01/);
	await page.goto("/crestfield/audit-log?username=nobody@nowhere.example");
	await hydrated(page);
	await expect(page.getByText("No entry matches the filters.")).toBeVisible();
	await page.getByRole("link", { name: "Show all" }).click();
	const newest = (await rows(page).first().textContent()) ?? "";
	await page.getByRole("link", { name: "Next" }).click();
	await expect(rows(page).first()).not.toHaveText(newest);
	const second = (await rows(page).first().textContent()) ?? "";
	await page.getByRole("link", { name: "Next" }).click();
	await expect(rows(page).first()).not.toHaveText(second);
	await page.getByRole("link", { name: "Previous" }).click();
	await expect(rows(page).first(), "the page before, not the newest").toHaveText(second);
	await page.getByRole("link", { name: "Previous" }).click();
	await expect(rows(page).first()).toHaveText(newest);
	await page.getByRole("link", { name: "Export" }).click();
	await expectNoAxeViolations(page, "dialog");
	await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
	await expect(page).toHaveURL(/\/downloads\/[^/]+/);
});

test("by keyboard: a change is found in the modification log, with what was there before", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/locations");
	await page.locator("main .row-link").first().click();
	await hydrated(page);
	const name = `Annex ${Date.now()}`;
	const before = await page.getByLabel("Name").inputValue();
	await page.getByLabel("Name").fill(name);
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/was saved|was changed/).first()).toBeVisible();
	await byKeys(page).run("Modification log");
	await expect(page.getByRole("heading", { name: "Modification log", level: 1 })).toBeVisible();
	await expect(rows(page).filter({ hasText: name }).first()).toContainText(before);
	await expectAccessibleAtBothWidths(page);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

	test("both logs are filtered and read page by page", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", "/crestfield/audit-log");
		const newest = (await rows(page).first().textContent()) ?? "";
		await page.getByRole("link", { name: "Next" }).click();
		await expect(rows(page).first()).not.toHaveText(newest);
		await page.goto("/crestfield/modification-log");
		await page.getByLabel("Field, such as surname").fill("no such field");
		await page.getByRole("button", { name: "Show", exact: true }).first().click();
		await expect(page.getByText("No entry matches the filters.")).toBeVisible();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	});
});
