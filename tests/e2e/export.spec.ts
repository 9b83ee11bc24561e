import { readFile } from "node:fs/promises";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/lagoon/applicants?size=10";

test("the list is exported by key, and the file is downloaded from any page", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await page.goto(list);
	await hydrated(page);
	await page.keyboard.press("Shift+E");
	const dialog = page.getByRole("dialog", { name: "Export" });
	await expect(dialog).toBeVisible();
	await expectNoAxeViolations(page);
	await dialog.getByRole("button", { name: "Choose none of Applicant" }).click();
	await dialog.getByRole("checkbox").last().focus();
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByText("Choose at least one column."), "the error is scrolled into view").toBeInViewport();
	await dialog.getByLabel("Last name").check();
	await dialog.getByLabel("CSV, for other programs").check();
	await dialog.getByRole("button", { name: "Export", exact: true }).click();
	await page.waitForURL(/\/downloads\//);
	const link = page.getByRole("link", { name: "Download", exact: true });
	await expect(link).toBeVisible({ timeout: 30_000 });
	await expectNoAxeViolations(page);
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	expect(download.suggestedFilename()).toMatch(/\.csv$/);
	expect(await readFile(await download.path(), "utf8")).toMatch(/^\uFEFFLast name\r\n/);
});

test("every step of an export works without scripts", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await page.goto(list);
	await page.getByRole("button", { name: "Export", exact: true }).first().click();
	await page.getByLabel("Excel (.xlsx)").check();
	await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export", exact: true }).click();
	await page.waitForURL(/\/downloads\//);
	await expect
		.poll(async () => {
			await page.goto("/lagoon/downloads");
			return page.getByRole("link", { name: /^Download .*\.xlsx$/ }).count();
		})
		.toBeGreaterThan(0);
	const link = page.getByRole("link", { name: /^Download .*\.xlsx$/ }).first();
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
});
