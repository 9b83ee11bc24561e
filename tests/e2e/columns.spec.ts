import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const table = (page: Page) => page.getByRole("table", { name: "Applicants" });
const heads = (page: Page) => table(page).getByRole("columnheader");

/** Returns the scores of the rows, by the place of their column. */
const scores = async (page: Page): Promise<number[]> => {
	const names = await heads(page).allInnerTexts();
	const at = names.indexOf("Score");
	const rows = await table(page).locator("tbody tr").all();
	const texts = await Promise.all(rows.map((row) => row.locator("th, td").nth(at).textContent()));
	return texts.map((text) => Number(text?.replace(/\D/g, "")));
};

test("an officer shows the score beside the name, sorts by it, filters by it and walks that order", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.getByRole("link", { name: "Columns" }).click();
	const dialog = page.getByRole("dialog", { name: "Columns" });
	await dialog.getByLabel("Score", { exact: true }).check();
	for (const _ of [1, 2, 3, 4]) await dialog.getByRole("button", { name: "Move Score up" }).click();
	await expect(dialog.getByRole("button", { name: "Move Score down" })).toBeFocused();
	await expect(dialog.getByRole("button", { name: "Move Score up" })).toBeDisabled();
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog).toBeHidden();
	await expect(heads(page)).toContainText(["Applicant", "Score", "Number", "Stage", "course", "Waiting"]);

	const score = heads(page).filter({ hasText: "Score" });
	await score.getByRole("link").click();
	await expect(score).toHaveAttribute("aria-sort", "descending");
	const highest = await scores(page);
	expect(highest).toEqual([...highest].sort((one, other) => other - one));
	expect(highest[0]).toBeGreaterThan(280);

	await page.getByRole("button", { name: "More filters" }).click();
	const panel = page.getByRole("dialog", { name: "More filters" });
	await panel.getByLabel("Score to").fill("250");
	await panel.getByLabel("Female").check();
	await panel.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByRole("link", { name: "Remove filter Score up to 250" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Remove filter Female" })).toBeVisible();
	await expect.poll(async () => (await scores(page))[0]).toBeLessThanOrEqual(250);

	const names = await table(page).locator("tbody .row-link").allInnerTexts();
	await table(page)
		.getByRole("link", { name: names[0] ?? "", exact: true })
		.click();
	await expect(page.getByRole("dialog").getByRole("heading", { name: names[0] ?? "" })).toBeVisible();
	await page.getByRole("link", { name: "Next applicant" }).click();
	await expect(page.getByRole("dialog").getByRole("heading", { name: names[1] ?? "" })).toBeVisible();
});

test("without JavaScript columns are moved and saved by the buttons of the form, and the usual ones come back", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	await page.getByRole("link", { name: "Columns" }).click();
	await page.getByRole("checkbox", { name: "State of origin" }).check();
	await page.getByRole("button", { name: "Move State of origin up" }).click();
	await expect(page.getByRole("checkbox", { name: "State of origin" })).toBeChecked();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(heads(page).filter({ hasText: "State of origin" })).toBeVisible();
	await page.getByRole("link", { name: "Columns" }).click();
	await page.getByRole("button", { name: "Usual columns" }).click();
	await expect(heads(page).filter({ hasText: "State of origin" })).toHaveCount(0);
});
