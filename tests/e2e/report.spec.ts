import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { accountOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/lagoon/applicants?size=10";
const ada = accountOf("lagoon", "Super administrator");

/** Downloads the workbook of the page's first download link. */
const fetchWorkbook = async (page: Page, name: RegExp) => {
	const link = page.getByRole("link", { name }).first();
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	expect(download.suggestedFilename()).toMatch(/^Report of .*\.xlsx$/);
	const { sheets } = await readXlsx(await readFile(await download.path()));
	expect(sheets.map(({ name }) => name)).toEqual([
		"Report",
		"By stage",
		"By programme",
		"By stage and programme",
		"By day",
		"Reasons",
	]);
	const rows = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? [];
	const total = rows("Report").find(([label]) => label === "Applicants")?.[1];
	expect(rows("By stage").reduce((sum, [, applicants]) => sum + (Number(applicants) || 0), 0)).toBe(total);
	return Number(total);
};

const reportsMailed = (page: Page) => page.getByRole("row", { name: /^Report of / }).filter({ hasText: ada.email });

test("a report is requested in the palette, downloaded as a workbook, and emailed to staff only", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", ada.role, null);
	await page.goto(list);
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("report of the application");
	await expect(page.getByRole("option", { name: /^Report of the application/, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Report of the application" });
	await expect(dialog).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByLabel("Send to").fill("somebody@elsewhere.example");
	await dialog.getByRole("button", { name: "Send by email" }).click();
	await expect(dialog.getByText("Not an address of your staff: somebody@elsewhere.example")).toBeVisible();
	await expect(dialog.getByLabel("Send to")).toHaveValue("somebody@elsewhere.example");
	await dialog.getByRole("button", { name: "Download" }).click();
	await page.waitForURL(/\/downloads\//);
	await expect(page.getByRole("link", { name: "Download", exact: true })).toBeVisible({ timeout: 30_000 });
	expect(await fetchWorkbook(page, /^Download$/)).toBeGreaterThan(0);

	await page.goto("/lagoon/outbox");
	const before = await reportsMailed(page).count();
	await page.goto("/lagoon/applicants/report");
	await hydrated(page);
	await expect(dialog.getByLabel("Send to")).toHaveValue(ada.email);
	await dialog.getByRole("button", { name: "Send by email" }).click();
	await page.waitForURL(/\/downloads\//);
	await expect
		.poll(async () => {
			await page.goto("/lagoon/outbox");
			return reportsMailed(page).count();
		})
		.toBe(before + 1);
	await reportsMailed(page).first().getByRole("link").click();
	await expect(page.getByText(/^Report of .*\.xlsx/).last()).toBeVisible();
});

test("without scripts a report is requested beside the export, and refused or downloaded", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", ada.role, null);
	await page.goto(list);
	await page.getByRole("button", { name: "Export", exact: true }).first().click();
	await page.getByRole("link", { name: "Report of the application" }).click();
	await page.getByLabel("Send to").fill("nonsense");
	await page.getByRole("button", { name: "Send by email" }).click();
	await expect(page.getByText("Invalid Email Address")).toBeVisible();
	await expect(page.getByLabel("Send to")).toHaveValue("nonsense");
	await page.getByRole("button", { name: "Download", exact: true }).click();
	await page.waitForURL(/\/downloads\//);
	const address = page.url();
	await expect
		.poll(async () => {
			await page.goto(address);
			return page.getByRole("link", { name: "Download", exact: true }).count();
		})
		.toBe(1);
	expect(await fetchWorkbook(page, /^Download$/)).toBeGreaterThan(0);
});
