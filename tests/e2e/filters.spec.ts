import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("table", { name: "Applicants" }).getByRole("row");

const total = async (page: Page): Promise<number> => {
	const range = await page
		.getByRole("navigation", { name: "Pages" })
		.getByText(/^\d+–\d+ of /)
		.textContent();
	return Number(range?.split(" of ")[1]?.replace(/\D/g, ""));
};

const choose = async (page: Page, filter: string, choice: string | RegExp) => {
	await page.getByRole("button", { name: filter }).click();
	await page.getByRole("group", { name: filter }).getByLabel(choice).check();
};

test("the faculty and the course filter the list, and their chips remove the filters", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	const all = await total(page);
	await choose(page, "Faculty", "Faculty of Law");
	const faculty = page.getByRole("link", { name: "Remove filter Faculty of Law" });
	await expect(faculty).toBeVisible();
	await expect(page).toHaveURL(/items=/);
	await expect.poll(() => total(page)).toBeLessThan(all);
	const course = page.getByRole("button", { name: "course" });
	await course.click();
	const courses = page.getByRole("group", { name: "course" }).getByRole("checkbox");
	await expect(courses, "the courses of the other faculties are left out").toHaveCount(1);
	await course.click();
	await faculty.click();
	await expect(faculty).toBeHidden();
	await expect.poll(() => total(page)).toBe(all);

	const cell = rows(page).nth(1).getByRole("cell").nth(2);
	const title = (await cell.textContent())?.trim() ?? "";
	const code = title.split(" · ")[0] ?? "";
	await choose(page, "course", title);
	const chip = page.getByRole("link", { name: `Remove filter ${code}` });
	await expect(chip).toBeVisible();
	await expect(rows(page).filter({ hasText: code })).toHaveCount((await rows(page).count()) - 1);
	await expect.poll(() => total(page)).toBeLessThan(all);
	await page.reload();
	await expect(chip).toBeVisible();
	await chip.click();
	await expect(page).toHaveURL(/\/applicants(\?application=\w+)?$/);
	await expect.poll(() => total(page)).toBe(all);
});

test("a keyword without matches shows the empty list and a link back", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await page.getByRole("searchbox", { name: "Search applicants" }).fill("zzzzqqq");
	await expect(page.getByText("No applicant matches")).toBeVisible();
	await expect(page).toHaveURL(/q=zzzzqqq/);
	await page.getByRole("link", { name: "Show all applicants" }).click();
	await expect(rows(page).nth(1)).toBeVisible();
	await expect(page.getByRole("searchbox", { name: "Search applicants" })).toHaveValue("");
});

test("a filter works by keyboard: f, Enter, typing, Space, Esc", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await page.keyboard.press("f");
	const faculty = page.getByRole("button", { name: "Faculty" });
	await expect(faculty).toBeFocused();
	await expect(faculty).toHaveAttribute("aria-expanded", "false");
	await page.keyboard.press("Enter");
	const panel = page.getByRole("dialog", { name: "Faculty" });
	await expect(faculty).toHaveAttribute("aria-expanded", "true");
	await expect(panel.locator("input:focus")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(panel).toBeHidden();
	await expect(faculty).toBeFocused();

	const course = page.getByRole("button", { name: "course" });
	await course.press(" ");
	const courses = page.getByRole("dialog", { name: "course" });
	const find = courses.getByRole("searchbox", { name: "Find in course" });
	await expect(find).toBeFocused();
	const all = await courses.getByRole("checkbox").count();
	await page.keyboard.type("law");
	const first = courses.getByRole("checkbox").first();
	await expect(courses.getByRole("checkbox")).not.toHaveCount(all);
	await first.press(" ");
	await expect(page).toHaveURL(/courses=/);
	await expect(first).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(course).toBeFocused();
});

test("a filter closes when the user clicks or moves the focus outside it", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	const panel = page.getByRole("dialog", { name: "Faculty" });
	const faculty = page.getByRole("button", { name: "Faculty" });
	await faculty.click();
	await expect(panel.getByRole("checkbox").first()).toBeVisible();
	await page.getByRole("heading", { name: "Process Applicants" }).click();
	await expect(panel).toBeHidden();
	await faculty.click();
	await panel.getByRole("checkbox").last().focus();
	await page.keyboard.press("Tab");
	await expect(panel).toBeHidden();
	await faculty.click();
	await faculty.click();
	await expect(panel).toBeHidden();
});

test("a filter that cannot be loaded says why, and is loaded again when it is opened again", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await page.route(/applicants\/filters/, (route) => route.abort());
	const faculty = page.getByRole("button", { name: "Faculty" });
	await faculty.click();
	await expect(page.getByRole("dialog", { name: "Faculty" }).getByRole("alert")).toBeVisible();
	await page.unroute(/applicants\/filters/);
	await page.keyboard.press("Escape");
	await faculty.click();
	await expect(page.getByRole("dialog", { name: "Faculty" }).getByRole("checkbox").first()).toBeVisible();
});

test("without JavaScript the filters are a page, and the selection comes back with the list", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	const all = await total(page);
	await page.getByRole("checkbox").first().check();
	await page.getByRole("button", { name: "Keep selection" }).click();
	await expect(page.getByText("1 selected")).toBeVisible();
	await page.getByRole("link", { name: "Faculty", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Filter applicants" })).toBeVisible();
	await page.getByRole("group", { name: "Faculty" }).getByLabel("Faculty of Law").check();
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByRole("link", { name: "Remove filter Faculty of Law" })).toBeVisible();
	await expect.poll(() => total(page)).toBeLessThan(all);
	await expect(page.getByText("1 selected")).toBeVisible();
});

test("without JavaScript the application is chosen on a page that searches by title", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	await page.getByRole("link", { name: /^Application: / }).click();
	await page.getByRole("searchbox", { name: "Title" }).fill("direct entry");
	await page.getByRole("button", { name: "Search" }).click();
	const found = page.getByRole("list", { name: "Applications" }).getByRole("link");
	const title = (await found.first().textContent()) ?? "";
	expect(title).toMatch(/direct entry/i);
	await found.first().click();
	await expect(page.getByRole("link", { name: `Application: ${title}` })).toBeVisible();
});

test("a filter whose code cannot be loaded leads to the page of filters", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await page.route(/filter-panel/, (route) => route.abort());
	await page.getByRole("button", { name: "Department" }).click();
	await expect(page.getByRole("heading", { name: "Filter applicants" })).toBeVisible();
	await page.getByRole("link", { name: "Back to the list" }).click();
	await expect(rows(page).nth(1)).toBeVisible();
});
