import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** A row that no journey changes, not even this one. */
const quietRow = 24;

const rows = (page: Page) => page.getByRole("table", { name: "Applicants" }).getByRole("row");
const nameAt = async (page: Page, row: number) =>
	((await rows(page).nth(row).getByRole("link").textContent()) ?? "").trim();

const openList = async (
	page: Page,
	signIn: (page: Page, organisation: string, role: string, path: string) => Promise<void>,
) => {
	await signIn(page, "lagoon", "Admissions officer", "/lagoon/applicants?size=50");
	await hydrated(page);
};

test("j and k move through the rows, and Enter opens the current one", async ({ page, signIn }) => {
	await openList(page, signIn);
	const second = await nameAt(page, 2);
	for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: second, exact: true })).toBeVisible();
});

test("/ focuses the search, where letters are typed as text", async ({ page, signIn }) => {
	await openList(page, signIn);
	await page.keyboard.press("/");
	const search = page.getByRole("searchbox", { name: "Search applicants" });
	await expect(search).toBeFocused();
	await page.keyboard.type("jx");
	await expect(search).toHaveValue("jx");
	await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
});

test("mod+A selects the page's rows, and inside a field its text", async ({ page, signIn }) => {
	await openList(page, signIn);
	await page.keyboard.press("Control+a");
	await expect(page.getByRole("region", { name: "Selection" }).getByText("50 selected")).toBeVisible();
	await page.getByRole("button", { name: "Clear" }).click();
	await page.keyboard.press("/");
	await page.keyboard.type("ade");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await expect(page.getByRole("searchbox", { name: "Search applicants" })).toHaveValue("");
	await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
});

test("g n opens the notifications", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.keyboard.press("g");
	await page.keyboard.press("n");
	await expect(page).toHaveURL(/\/crestfield\/notices/);
	await expect(page.getByRole("heading", { name: "Notifications" })).toBeVisible();
});

test("after g the keys that may follow are shown, until one of them or a second has passed", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	const hint = page.locator("[data-pending-keys]");
	// why more than once: its code comes when the browser is idle.
	await expect(async () => {
		await page.keyboard.press("g");
		await expect(hint).toBeVisible({ timeout: 500 });
	}).toPass();
	await expect(hint.locator("p")).toHaveText([
		/^Go to DashboardD$/,
		/^Go to ApplicationsA$/,
		/^Go to CoursesC$/,
		/^Go to FormsF$/,
		/^Go to Process ApplicantsP$/,
		/^Go to TransactionsT$/,
		/^Go to UsersU$/,
		/^Go to NotificationsN$/,
	]);
	await expect(hint, "a second has passed").toHaveCount(0);
	await page.keyboard.press("g");
	await page.keyboard.press("u");
	await expect(page).toHaveURL(/\/crestfield\/users/);
	await expect(hint).toHaveCount(0);
	await page.keyboard.press("g");
	await page.keyboard.press("c");
	await expect(page).toHaveURL(/\/crestfield\/courses/);
	await page.keyboard.press("j");
	await page.keyboard.press("g");
	await expect(hint).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(hint, "no key of a sequence").toHaveCount(0);
});

test("1 to 9, and 0 with the last digit, open the dialog with that step selected, as the menu shows", async ({
	page,
	signIn,
}) => {
	await openList(page, signIn);
	await rows(page).nth(quietRow).getByRole("link").click();
	const sheet = page.getByRole("dialog", { name: await nameAt(page, quietRow), exact: true });
	await sheet.getByRole("button", { name: "Process Application" }).click();
	const steps = await page.getByRole("menuitem").allTextContents();
	await page.keyboard.press("Escape");
	expect(steps.length, "the demo's workflow has stages beyond the ninth").toBeGreaterThan(9);
	const [, name = "", zero = "", key = ""] = /^(.+?)(0)(\d)$/.exec(steps.at(-1) ?? "") ?? [];
	await page.keyboard.press(zero);
	await page.keyboard.press(key);
	const stage = page
		.getByRole("dialog", { name: "Change Applicant Status" })
		.getByRole("combobox", { name: "New stage" });
	await expect(stage.locator("option:checked")).toHaveText(name);
	await page.keyboard.press("Escape");
	await expect(stage).toHaveCount(0);
	const [, third = ""] = /^(.+?)(3)$/.exec(steps[2] ?? "") ?? [];
	await page.keyboard.press("3");
	await expect(stage.locator("option:checked")).toHaveText(third);
});

test("[ and ] cycle through the sheet's tabs", async ({ page, signIn }) => {
	await openList(page, signIn);
	await rows(page).nth(quietRow).getByRole("link").click();
	const tabs = page.getByRole("navigation", { name: "Applicant" }).getByRole("link");
	await expect(tabs.first()).toHaveAttribute("aria-current", "page");
	await page.keyboard.press("[");
	await expect(tabs.last()).toHaveAttribute("aria-current", "page");
	await page.keyboard.press("]");
	await expect(tabs.first()).toHaveAttribute("aria-current", "page");
	await page.keyboard.press("]");
	await expect(tabs.nth(1)).toHaveAttribute("aria-current", "page");
});
