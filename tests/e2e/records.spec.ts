import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("by mouse: a group and its item are set up, changed, restored and deleted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "Application Group" }).click();
	await page.getByRole("link", { name: "New application group" }).click();
	await dialogOf(page, "New application group").getByLabel("Name").fill("Campus");
	await expectNoAxeViolations(page, "dialog");
	await page.getByRole("button", { name: "Create application group" }).click();
	await expect(page.getByText("“Campus” was created")).toBeVisible();

	await page.getByRole("link", { name: "Items", exact: true }).click();
	await page.getByRole("combobox", { name: "Group" }).selectOption("Session");
	await expect(page.getByRole("row")).toHaveCount(3);
	await page.getByRole("link", { name: "New group item" }).click();
	const item = dialogOf(page, "New group item");
	await expect(item.getByLabel("Group"), "the filter says for which group").not.toHaveValue("");
	await item.getByLabel("Name").fill("2025/2026");
	await item.getByRole("button", { name: "Create group item" }).click();
	await expect(item.getByText("Group item already exists").first()).toBeVisible();
	await item.getByLabel("Name").fill("2027/2028");
	await item.getByRole("button", { name: "Create group item" }).click();
	await expect(page.getByText("“2027/2028” was created")).toBeVisible();
	await expect(page.getByRole("combobox", { name: "Group" }), "it returns to the filter").not.toHaveValue("");

	await page.getByRole("link", { name: "2027/2028" }).click();
	await dialogOf(page, "Group item").getByLabel("Enabled").uncheck();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("row", { name: /2027\/2028/ })).toContainText("Disabled");
	await page.getByRole("link", { name: "2027/2028" }).click();
	await page.getByRole("link", { name: "History" }).click();
	const history = dialogOf(page, "History of 2027/2028");
	await expect(history.getByRole("listitem").first()).toContainText("Yes");
	await expectNoAxeViolations(page, "dialog");
	await history.getByRole("button", { name: /^Restore this state/ }).click();
	await expect(history.getByRole("listitem").first()).toContainText("restored a former state");
	await history.getByRole("link", { name: "Close" }).first().click();
	await expect(page.getByRole("row", { name: /2027\/2028/ })).toContainText("Enabled");
	await page.getByRole("link", { name: "2027/2028" }).click();
	await page.getByRole("link", { name: "Delete" }).click();
	await page.getByRole("button", { name: "Delete group item" }).click();
	await expect(page.getByText("“2027/2028” was deleted")).toBeVisible();
	await page.getByRole("link", { name: "2026/2027" }).click();
	await page.getByRole("link", { name: "Delete" }).click();
	await expect(dialogOf(page, "Delete group item")).toContainText("applications that carry it depend on it");
	await expect(page.getByRole("button", { name: "Delete group item" })).toHaveCount(0);
});

test("by keyboard alone a location is set up and opened by its name", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	const palette = dialogOf(page, "Command palette");
	const run = async (text: string, command: string | RegExp) => {
		await page.keyboard.press("Control+k");
		await page.keyboard.type(text);
		await expect(palette.getByRole("option", { selected: true })).toContainText(command);
		await page.keyboard.press("Enter");
	};
	await run("new location", "New location");
	await expect(dialogOf(page, "New location").getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Enugu Study Centre");
	await page.keyboard.press("Enter");
	await expect(page.getByText("“Enugu Study Centre” was created")).toBeVisible();
	await run("open enugu", "Open Enugu Study Centre");
	await expect(dialogOf(page, "Location").getByLabel("Name")).toHaveValue("Enugu Study Centre");
	await page.keyboard.press("Escape");
	await expect(dialogOf(page, "Location")).toHaveCount(0);
	await expect(page).toHaveURL(/\/locations$/);
});

test("without scripts a location is renamed, and one where applicants are posted stays", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/locations?sort=-applicants");
	await page.getByRole("row").nth(1).getByRole("link").click();
	await expect(page.getByRole("heading", { name: "Posted here" })).toBeVisible();
	await page.getByLabel("Name").fill("Main Campus (old site)");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("“Main Campus (old site)” was saved")).toBeVisible();
	await page.getByRole("link", { name: "Main Campus (old site)" }).click();
	await page.getByRole("link", { name: "Delete" }).click();
	await expect(page.getByText(/cannot be deleted: [\d,]+ applicants posted to it depend on it/)).toBeVisible();
	await page.getByRole("link", { name: /^Show the/ }).click();
	await page
		.getByRole("link", { name: /^[\d,]+ applicants?$/ })
		.first()
		.click();
	await expect(page).toHaveURL(/\/applicants\?application=.+&locations=/);
});
