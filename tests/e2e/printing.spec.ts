import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** The rows of the other institution's list that only these journeys use. */
const rows = {
	print: 40,
	plainPrint: 41,
	letter: 42,
	plainLetter: 43,
	zip: [44, 45],
	pdf: [46, 47],
	paper: 48,
} as const;

const list = "/lagoon/applicants?size=50";
const row = (page: Page, index: number) => page.getByRole("table", { name: "Applicants" }).getByRole("row").nth(index);

/** Opens an applicant. @returns their address */
const openApplicant = async (page: Page, index: number): Promise<string> => {
	const path = (await applicantsOf(page, list))[index - 1] ?? "";
	await page.goto(path);
	return path;
};

const downloading = async (page: Page, press: () => Promise<unknown>): Promise<Download> => {
	const [download] = await Promise.all([page.waitForEvent("download"), press()]);
	return download;
};
const beginOf = async (download: Download) => (await readFile(await download.path())).subarray(0, 5).toString("latin1");

test("the form is downloaded from the header, and printed from a page of its own", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Reviewer", null);
	const sheet = await openApplicant(page, rows.print);
	await hydrated(page);
	const download = await downloading(page, () => page.getByRole("link", { name: "Download applicant form" }).click());
	expect(download.suggestedFilename()).toMatch(/^LP-\d+-\d+ .+\.pdf$/);
	expect(await beginOf(download)).toBe("%PDF-");

	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Print applicant form" }).click();
	await expect(page).toHaveURL(`${sheet}/print`);
	await expect(page.getByRole("button", { name: "Print", exact: true })).toBeVisible();
	await expect(page.getByRole("img", { name: "QR code of the public summary" })).toBeVisible();
	await page.setViewportSize({ width: 360, height: 900 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("button", { name: "Print", exact: true })).toBeHidden();
	await expect(page.getByRole("link", { name: "Download PDF" })).toBeHidden();
});

test("an open applicant is printed whole instead of the list, and a list with its numbers and without controls", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Reviewer", null);
	await openApplicant(page, rows.paper);
	await hydrated(page);
	const sheet = page.locator("dialog[data-sheet]");
	await expect(sheet.getByRole("heading", { name: "Documents" })).toBeVisible();
	const pages = (await page.pdf()).toString("latin1").match(/\/Type \/Page\b(?!s)/g) ?? [];
	expect(pages.length).toBeGreaterThan(1);
	expect(await sheet.evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("table", { name: "Applicants", includeHidden: true })).toBeHidden();
	await expect(sheet.getByRole("button")).toHaveCount(0);
	await page.emulateMedia({ media: null });

	await page.goto(list);
	await hydrated(page);
	await page.emulateMedia({ media: "print" });
	await expect(row(page, 1)).toContainText(/LP\/\d+\/\d+/);
	const main = page.getByRole("main");
	for (const role of ["button", "checkbox", "searchbox", "combobox"] as const)
		await expect(main.getByRole(role)).toHaveCount(0);
	await page.setViewportSize({ width: 700, height: 900 });
	await expect(row(page, 1)).toContainText(/LP\/\d+\/\d+/);
});

test("without JavaScript the form is downloaded and its printable page is read", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Reviewer", null);
	const sheet = await openApplicant(page, rows.plainPrint);
	await page.goto(`${sheet}/print`);
	await expect(page.getByRole("button", { name: "Print", exact: true })).toHaveCount(0);
	const download = await downloading(page, () => page.getByRole("link", { name: "Download PDF" }).click());
	expect(await beginOf(download)).toBe("%PDF-");
});

test("an admitted applicant gets a letter, and another is made from a previewed template", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const sheet = await openApplicant(page, rows.letter);
	await hydrated(page);
	await page.goto(`${sheet}/stage`);
	const stages = page.getByRole("combobox", { name: "New stage" });
	await stages.selectOption({ label: "Admitted" });
	await expect(page.getByRole("region", { name: "What is sent" })).toContainText(
		"A letter is made from “Admission letter”",
	);
	await page.getByRole("textbox", { name: "Comment" }).fill("Council of November.");
	await page.getByRole("button", { name: "Comment & Proceed" }).click();
	// why so long: the letter is made 30 seconds later, when the stage change can no longer be undone.
	test.setTimeout(120_000);
	await expect(page.getByRole("link", { name: "Offer Letter" })).toBeVisible({ timeout: 60_000 });
	await page.getByRole("link", { name: "Offer Letter" }).click();
	await expectNoAxeViolations(page, "dialog");

	await page.getByRole("link", { name: "Make offer letter" }).click();
	const dialog = page.getByRole("dialog", { name: "Make offer letter" });
	await dialog.getByRole("combobox", { name: "Template" }).selectOption({ label: "Provisional offer letter" });
	await expect(dialog.getByTitle("Preview of the letter")).toBeVisible();
	await dialog.getByRole("button", { name: "Make offer letter" }).click();
	const letter = page.getByRole("dialog", { name: "Provisional offer letter" });
	await expect(letter.getByTitle("Provisional offer letter")).toBeVisible();
	await expect(letter).toHaveCSS("width", "950px");
	await expect(letter.getByText("Educational information · 45.21KB")).toBeVisible();
	const download = await downloading(page, () => letter.getByRole("link", { name: "Download" }).click());
	expect(await beginOf(download)).toBe("%PDF-");
	await page.keyboard.press("Escape");
	const history = page.getByRole("region", { name: "History" });
	await expect(history.getByRole("listitem")).toHaveCount(2);
	await expect(history.getByRole("listitem").first()).toContainText("Provisional offer letter");
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(page.getByText("Offer letter made: Provisional offer letter").first()).toBeVisible();
});

test("without JavaScript a letter is previewed and made", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const sheet = await openApplicant(page, rows.plainLetter);
	await expect(page.getByRole("link", { name: "Offer Letter" })).toHaveCount(0);
	await page.getByLabel("More actions").click();
	await page.getByRole("link", { name: "Make offer letter" }).click();
	const dialog = page.getByRole("dialog", { name: "Make offer letter" });
	await dialog.getByLabel("Template").selectOption({ label: "Admission letter" });
	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByTitle("Preview of the letter")).toBeVisible();
	await dialog.getByRole("button", { name: "Make offer letter" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Admission letter was made" })).toBeVisible();
	await page.goto(sheet);
	await expect(page.getByRole("link", { name: "Offer Letter" })).toBeVisible();
});

const untilReady = async (page: Page) => {
	const ready = page.getByRole("link", { name: "Applicant forms are ready to download" }).first();
	await expect(async () => {
		await page.goto("/lagoon/notices");
		await expect(ready).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
	await ready.click();
};

test("the forms of a selection are downloaded as a zip file from the bell", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	for (const index of rows.zip) await row(page, index).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("Download forms");
	await page
		.getByRole("option", { name: /Download forms: 2 selected/ })
		.first()
		.click();
	const dialog = page.getByRole("dialog", { name: "Download forms" });
	await expect(dialog.getByText("2 applicants selected")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("radio", { name: /A zip file/ }).check();
	await dialog.getByRole("button", { name: "Download forms" }).click();
	await expect(page).toHaveURL(/\/lagoon\/downloads\/.+\?.*size=50/);
	const ready = page.getByRole("heading", { name: "Applicant forms.zip" });
	await expect(ready).toBeVisible({ timeout: 30_000 });
	await untilReady(page);
	await expect(ready).toBeVisible();
	await expect(page.getByText("2 forms made.")).toBeVisible();
	await expectNoAxeViolations(page, "main");
	const download = await downloading(page, () => page.getByRole("link", { name: "Download" }).click());
	expect(download.suggestedFilename()).toBe("Applicant forms.zip");
	expect(await beginOf(download)).toMatch(/^PK/);
});

test("without JavaScript the forms of a selection are downloaded as one PDF", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator", list);
	for (const index of rows.pdf) await row(page, index).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Download forms" }).click();
	const dialog = page.getByRole("dialog", { name: "Download forms" });
	await dialog.getByRole("button", { name: "Download forms" }).click();
	await expect(page.getByRole("heading", { name: "Applicant forms.pdf" })).toBeVisible({ timeout: 30_000 });
	await untilReady(page);
	const download = await downloading(page, () => page.getByRole("link", { name: "Download" }).click());
	expect(await beginOf(download)).toBe("%PDF-");
});
