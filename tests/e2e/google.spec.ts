import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const member = "chidi.eze@crestfield.example";

const toGoogle = async (page: Page) => {
	await page.goto("/crestfield");
	await page.getByRole("link", { name: "Login with Google" }).click();
	await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
};

const nextAs = async (page: Page, email: string) => {
	await page.getByLabel("Use another account").fill(email);
	await page.getByRole("button", { name: "Next" }).click();
};

test("a member of staff logs in with Google", async ({ page }) => {
	await toGoogle(page);
	await page.getByRole("button", { name: member }).click();
	await expect(page).toHaveURL(/\/crestfield\/dashboard/);
	await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("a Google account that the institution does not know gets 'User Not Found'", async ({ page }) => {
	await toGoogle(page);
	await nextAs(page, "stranger@elsewhere.example");
	await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
	await page.goto("/crestfield/applicants");
	await expect(page, "no session was opened").toHaveURL(/\/crestfield\?to=/);
});

test("without JavaScript Google sign-in leads to one more button", async ({ withoutJavaScript: page }) => {
	await toGoogle(page);
	await nextAs(page, "stranger@elsewhere.example");
	await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
	await page.getByRole("link", { name: "Back to login" }).click();
	await page.getByRole("link", { name: "Login with Google" }).click();
	await page.getByRole("button", { name: member }).click();
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});
