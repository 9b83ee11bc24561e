import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const list = "/crestfield/applicants";
const focused = (page: Page) => page.locator(":focus");

const summaryOf = (page: Page) => page.getByRole("region", { name: "There is a problem" });

const firstApplicant = async (page: Page): Promise<string> => {
	await page.goto(list);
	const path = (await page.locator(".row-link").first().getAttribute("href")) ?? "";
	return path.split("?")[0] ?? "";
};

test("a dialog has the focus, its own title, and says what is missing", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", list);
	const applicant = await firstApplicant(page);
	await page.goto(`${applicant}/course`);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Course" });
	await expect(dialog).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(dialog.locator(":focus")).toHaveCount(1);
	await expect(page).toHaveTitle(/^Change course · .+ · Matricula$/);

	await page.goto(`${applicant}/letter/new`);
	await page.getByRole("button", { name: "Preview" }).click();
	await expect(page).toHaveTitle(/^Error: Make offer letter/);
	const summary = summaryOf(page);
	await expect(summary).toBeFocused();
	await summary.getByRole("link", { name: "Template" }).click();
	await expect(page.getByLabel("Template")).toBeFocused();
	await expect(page.getByLabel("Template")).toHaveAttribute("aria-invalid", "true");
});

for (const [path, message] of [
	["stage", "Choose a stage"],
	["course", "Choose a course"],
	["posting", "Choose a location"],
	["letters", "Choose a template"],
	["notify", "Choose a stage"],
] as const)
	test(`'Continue' of ${path} with nothing chosen says so`, async ({ withoutJavaScript: page, signIn }) => {
		await signIn(page, "crestfield", "Admissions officer", list);
		await page.getByRole("row").nth(1).getByRole("checkbox").check();
		await page.getByRole("row").nth(2).getByRole("checkbox").check();
		const ids = await page
			.locator("#selection input[name=id]")
			.evaluateAll((boxes) => boxes.slice(0, 2).map((box) => (box as HTMLInputElement).value));
		await page.goto(`${list}/${path}?${ids.map((id) => `id=${id}`).join("&")}`);
		await page.getByRole("button", { name: "Continue" }).click();
		await expect(page).toHaveTitle(/^Error: /);
		await expect(summaryOf(page)).toBeFocused();
		await summaryOf(page).getByRole("link").click();
		await expect(focused(page)).toHaveAttribute("aria-invalid", "true");
		await expect(page.getByText(message, { exact: true }).last()).toBeVisible();
	});

test("ticks travel to the next page and back", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", list);
	await page.getByRole("row").nth(2).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Next" }).click();
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected");
	await page.getByRole("row").nth(3).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Previous" }).click();
	await expect(page.getByText(/^1–10 of/)).toBeVisible();
	await expect(page.getByRole("row").nth(2).getByRole("checkbox")).toBeChecked();
	await expect(page.getByRole("region", { name: "Selection" })).toContainText("2 selected");
});

test("the search has a button, no key is hinted at, and the search page has the list's commands", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", list);
	await expect(page.locator("kbd")).toHaveCount(0);
	await page.getByRole("searchbox", { name: "Search applicants" }).fill("zzzz");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page.getByText("No applicant matches")).toBeVisible();
	await expect(page).toHaveTitle(/^“zzzz” · Process Applicants/);
	await page.goto("/crestfield/search?q=export");
	await page.getByRole("link", { name: "Export the list…" }).click();
	await expect(page.getByRole("dialog")).toBeFocused();
	const applicant = await firstApplicant(page);
	await page.goto(applicant);
	await page.getByText("Process Application").click();
	await expect(page.locator("kbd")).toHaveCount(0);
});

test("an error is in the title and leads to its field", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/reasons");
	await page.getByRole("button", { name: "Add reason" }).first().click();
	await expect(page).toHaveTitle(/^Error: Reasons/);
	await expect(summaryOf(page)).toBeFocused();
	await summaryOf(page).getByRole("link").first().click();
	await expect(focused(page)).toHaveAttribute("aria-invalid", "true");
});
