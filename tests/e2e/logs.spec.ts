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

test("by keyboard alone: the activity log is filtered, read page by page, and exported", async ({ page, signIn }) => {
	const keys = byKeys(page);
	const link = (name: string) => page.getByRole("link", { name, exact: true });
	const newest = async () => (await rows(page).first().textContent()) ?? "";
	await signIn(page, "crestfield", "Super administrator");
	await keys.run("Activity Log");
	await expect(page.getByRole("heading", { name: "Activity Log", level: 1 })).toBeVisible();
	const first = await newest();
	await keys.press(link("Next"));
	await expect(rows(page).first()).not.toHaveText(first);
	const second = await newest();
	await keys.press(link("Next"));
	await expect(rows(page).first()).not.toHaveText(second);
	await keys.press(link("Previous"));
	await expect(rows(page).first()).toHaveText(second);

	await keys.type(page.getByLabel("Email address of the user"), "ada.admin@crestfield.example");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/username=ada\.admin/);
	const status = page.getByLabel("Status");
	await keys.type(status, "Success");
	await expect(page).toHaveURL(/eventStatus=SUCCESS/);
	await expect(status, "the choice keeps the focus").toBeFocused();
	await keys.type(page.getByLabel("From", { exact: true }), "01012020");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/username=ada\.admin.*eventStatus=SUCCESS&from=2020-01-01/);
	await expect(rows(page).first()).toContainText("Adá");
	await expect(rows(page).getByText("Failed", { exact: true })).toHaveCount(0);

	const downloading = page.waitForEvent("download", { timeout: 90_000 });
	await keys.press(link("Export"));
	const question = page.getByRole("dialog", { name: "Export" });
	await expect(question).toContainText("The entries that match the filters of the log");
	await keys.press(question.getByRole("button", { name: "Export" }));
	await expect(page).toHaveURL(/\/downloads\/[^/]+/);
	expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
});

test("by keyboard alone: a change is found in the modification log before and after, by its field, and is exported", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", "/crestfield/locations");
	await hydrated(page);
	await keys.press(page.getByRole("main").locator("tbody").getByRole("link").first());
	const field = page.getByRole("dialog").getByLabel("Name");
	await keys.reach(field);
	const before = await field.inputValue();
	const name = `Annex ${Date.now()}`;
	await page.keyboard.press("Control+a");
	await page.keyboard.type(name);
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/was saved|was changed/).first()).toBeVisible();
	await keys.run("Modification log");
	await expect(page.getByRole("heading", { name: "Modification log", level: 1 })).toBeVisible();
	const change = rows(page).filter({ hasText: name }).first();
	await expect(change.getByRole("cell").filter({ hasText: `Before: ${before}` })).toBeVisible();
	await expect(change.getByRole("cell").filter({ hasText: `After: ${name}` })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });

	await keys.press(change.getByRole("link", { name: "Name", exact: true }));
	await expect(page).toHaveURL(/[?&]on=/);
	await expect(change).toBeVisible();
	const downloading = page.waitForEvent("download", { timeout: 90_000 });
	await keys.press(page.getByRole("link", { name: "Export", exact: true }));
	await keys.press(page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export" }));
	expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
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
