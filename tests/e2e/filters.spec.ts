import type { Page } from "@playwright/test";
import { expect, takenOver, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("table", { name: "Applicants" }).getByRole("row");

const total = async (page: Page): Promise<number> => {
	const range = await page
		.getByRole("navigation", { name: "Pages" })
		.getByText(/^\d+–\d+ of /)
		.textContent();
	return Number(range?.split(" of ")[1]?.replace(/\D/g, ""));
};

const choose = async (page: Page, filter: string, choice: string | RegExp) => {
	await page.locator("summary", { hasText: filter }).click();
	await page.getByRole("group", { name: filter }).getByLabel(choice).check();
};

test("the faculty and the course narrow the list, and their chips take them off", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await takenOver(page);
	const all = await total(page);
	await choose(page, "Faculty", "Faculty of Law");
	const faculty = page.getByRole("link", { name: "Remove filter Faculty: Faculty of Law" });
	await expect(faculty).toBeVisible();
	await expect(page).toHaveURL(/items=/);
	const inFaculty = await total(page);
	expect(inFaculty).toBeLessThan(all);
	await faculty.click();
	await expect(faculty).toBeHidden();
	expect(await total(page)).toBe(all);

	const course = (await rows(page).nth(1).getByText(/ · /).textContent())?.trim() ?? "";
	const code = course.split(" · ")[0] ?? "";
	await choose(page, "course", course);
	const chip = page.getByRole("link", { name: `Remove filter ${code}` });
	await expect(chip).toBeVisible();
	await expect(rows(page).filter({ hasText: code })).toHaveCount((await rows(page).count()) - 1);
	expect(await total(page)).toBeLessThan(all);
	await page.reload();
	await expect(chip).toBeVisible();
	await chip.click();
	await expect(page).toHaveURL(/\/applicants(\?application=\w+)?$/);
	expect(await total(page)).toBe(all);
});

test("a keyword that nobody has shows the empty list and the way back", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await takenOver(page);
	await page.getByRole("searchbox", { name: "Search applicants" }).fill("zzzzqqq");
	await expect(page.getByText("No applicant matches")).toBeVisible();
	await expect(page).toHaveURL(/q=zzzzqqq/);
	await page.getByRole("link", { name: "Show all applicants" }).click();
	await expect(rows(page).nth(1)).toBeVisible();
	await expect(page.getByRole("searchbox", { name: "Search applicants" })).toHaveValue("");
});
