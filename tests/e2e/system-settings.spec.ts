import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

// why: both change the institution's only value.
test.describe.configure({ mode: "serial" });

/** Lagoon's own settings: no other journey changes a stage there. */
const save = async (page: Page, seconds: string) => {
	await page.getByLabel("Time to undo a change").fill(seconds);
	await page.getByRole("button", { name: "Save", exact: true }).click();
};

test("the time to undo a stage change is set from the settings panel and from the palette", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "System Settings" }).click();
	await expect(page.getByRole("heading", { name: "System Settings" })).toBeVisible();
	await save(page, "601");
	await expect(page.getByText("Enter a whole number of seconds from 0 to 600.")).toBeVisible();
	await expect(page.getByLabel("Time to undo a change")).toHaveValue("601");
	await expectNoAxeViolations(page);
	await save(page, "45");
	await expect(page.getByText("A change can now be undone for 45 seconds")).toBeVisible();

	await page.goto("/lagoon/user-profile");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("system settings");
	await page.getByRole("option", { name: "Go to System Settings" }).click();
	await expect(page.getByLabel("Time to undo a change")).toHaveValue("45");
});

test("without scripts the settings page is reached and saved", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator");
	await page.locator("summary[aria-label=Settings]").click();
	await page.getByRole("link", { name: "System Settings" }).click();
	await save(page, "soon");
	await expect(page.getByText("Enter a whole number of seconds from 0 to 600.")).toBeVisible();
	await expect(page.getByLabel("Time to undo a change")).toHaveValue("soon");
	await save(page, "30");
	await expect(page.getByText("A change can now be undone for 30 seconds")).toBeVisible();
});
