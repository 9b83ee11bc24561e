import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** An application that no other journey changes, so that its stage counts depend on this journey alone. */
const application = "2026/2027 Direct Entry Admission";

const stageTab = (page: Page, stage: string) =>
	page.getByRole("navigation", { name: "Stages" }).getByRole("link", { name: new RegExp(`^${stage} ?[\\d,]+$`) });

const countAt = async (page: Page, stage: string): Promise<number> =>
	Number((await stageTab(page, stage).textContent())?.slice(stage.length).replace(/\D/g, ""));

test("the counts of the stages follow a colleague's stage change at once", async ({ page, colleague, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	// why: it is a link until the code of the searchable picker has loaded.
	await expect(page.getByRole("button", { name: "Show the choices" })).toBeVisible();
	await page.getByRole("combobox", { name: "Application" }).fill(application);
	await page.getByRole("option", { name: application }).click();
	await expect(page).toHaveURL(/application=/);
	await signIn(colleague, "crestfield", "Super administrator");
	await colleague.goto(page.url());
	await hydrated(colleague);
	await page.getByRole("row").nth(1).getByRole("link").click();
	await expect(page.getByRole("dialog")).toBeVisible();
	for (const key of ["j", "x"]) await colleague.keyboard.press(key);
	const before = await countAt(colleague, "Keep in view");
	await page.getByRole("button", { name: "Process Application" }).click();
	await page.getByRole("menuitem", { name: "Keep in view" }).click();
	await page.getByRole("textbox", { name: "Comment" }).fill("Counted.");
	await page.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(stageTab(colleague, "Keep in view")).toHaveText(new RegExp(`^Keep in view ?${before + 1}$`));
	// why: the rows were loaded again; the beginning of the range was remembered.
	for (const key of ["j", "j", "Shift+X"]) await colleague.keyboard.press(key);
	await expect(colleague.getByRole("region", { name: "Selection" }).getByText("3 selected")).toBeVisible();
});
