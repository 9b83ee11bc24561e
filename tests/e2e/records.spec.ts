import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
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

	const tabs = page.getByRole("navigation", { name: "Application Group" });
	await tabs.getByRole("link", { name: "Items" }).click();
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
	await page.keyboard.type("Gombe Study Centre");
	await page.keyboard.press("Enter");
	await expect(page.getByText("“Gombe Study Centre” was created")).toBeVisible();
	await page.getByRole("link", { name: "New location" }).click({ trial: true, timeout: 2_000 });
	await run("open gombe", "Open Gombe Study Centre");
	await expect(dialogOf(page, "Location").getByLabel("Name")).toHaveValue("Gombe Study Centre");
	const rows = page.getByRole("row").filter({ hasNot: page.getByRole("columnheader"), hasNotText: "Gombe" });
	const other = (await rows.first().getByRole("link").first().textContent()) ?? "";
	await run(`open ${other}`, `Open ${other}`);
	await expect(dialogOf(page, "Location").getByLabel("Name"), "another record is another dialog").toHaveValue(other);
	await page.keyboard.press("Escape");
	await expect(dialogOf(page, "Location")).toHaveCount(0);
	await expect(page).toHaveURL(/\/locations$/);
});

test("a record that is not there is said over its list, to which one returns", async ({
	page,
	withoutJavaScript,
	signIn,
}) => {
	const list = "/crestfield/add-on?q=hostel";
	for (const one of [page, withoutJavaScript]) {
		await signIn(one, "crestfield", "Super administrator", null);
		expect((await one.goto("/crestfield/add-on/nobody?q=hostel"))?.status()).toBe(404);
		const dialog = dialogOf(one, "Page not Found");
		await expect(dialog).toBeInViewport({ ratio: 1 });
		if (one === page) {
			await expectNoAxeViolations(page);
			await page.keyboard.press("Escape");
		} else await dialog.getByRole("link", { name: "Go Back" }).click();
		await expect(one).toHaveURL(list);
		await expect(dialog).toHaveCount(0);
		await expect(one.getByRole("link", { name: "Hostel application" })).toBeVisible();
	}
});

test("by keyboard alone a list is filtered, and the filter keeps the focus", async ({ page, signIn }) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", "/crestfield/courses");
	await hydrated(page);
	const status = page.getByRole("combobox", { name: "Status" });
	await keys.reach(status);
	for (const chosen of ["active", "disabled"]) {
		await page.keyboard.press("ArrowDown");
		await expect(page).toHaveURL(new RegExp(`status=${chosen}`));
		await expect(status).toBeFocused();
		await expect(status).toHaveValue(chosen);
	}
	await page.goBack();
	await expect(status, "another address is shown").toHaveValue("active");
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

test("without scripts a level is added and moved, and an item is moved below another one", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await page.goto("/lagoon/admin-levels-item/levels");
	await page.getByRole("button", { name: "Add a level" }).click();
	await page.getByRole("textbox", { name: "Level 3" }).fill("Unit");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The levels were saved")).toBeVisible();
	await page.getByRole("button", { name: "Move level 2 up" }).click();
	await expect(page.getByRole("textbox", { name: "Level 1" })).toHaveValue("Department");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The levels cannot be in this order")).toBeVisible();
	await page.goto("/lagoon/admin-levels-item/levels");
	await page.getByRole("button", { name: "Remove level 2" }).click();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Please delete all Departments")).toBeVisible();

	await page.goto("/lagoon/admin-levels-item/new");
	await page.getByLabel("Name").fill("Power laboratory");
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Level").selectOption({ label: "Unit" });
	await page.getByRole("button", { name: "Create item" }).click();
	await expect(page.getByText("“Power laboratory” was created")).toBeVisible();
	await page.getByRole("link", { name: "Power laboratory" }).click();
	await dialog.getByLabel("Part of").selectOption({ label: "School of Engineering › Electrical Engineering" });
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("row", { name: /Power laboratory/ })).toContainText(
		"School of Engineering › Electrical Engineering",
	);
	await page.getByRole("link", { name: "School of Engineering", exact: true }).click();
	await dialog.getByLabel("Part of").selectOption({ label: "School of Engineering › Electrical Engineering" });
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("It cannot be part of itself, or of something that is part of it.")).toBeVisible();
});

test("a course is called as the institution calls it, and leads to its applicants", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator");
	await hydrated(page);
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Programmes" }).click();
	await page.getByRole("link", { name: "New programme" }).click();
	const created = dialogOf(page, "New programme");
	await created.getByLabel("Code").fill("sur-nd");
	await created.getByLabel("Title").fill("Surveying (ND)");
	await created.getByRole("button", { name: "Create programme" }).click();
	await expect(page.getByText("“SUR-ND Surveying (ND)” was created")).toBeVisible();

	await page.goto("/lagoon/courses?q=sur-nd");
	await hydrated(page);
	const row = page.getByRole("row", { name: /SUR-ND/ });
	await row.getByRole("button", { name: "Actions for SUR-ND" }).click();
	await expectNoAxeViolations(page);
	await page.getByRole("menuitem", { name: "Deactivate programme" }).click();
	await expect(page.getByText("“SUR-ND Surveying (ND)” is disabled now")).toBeVisible();
	await expect(row).toContainText("Disabled");
	const answer = Promise.withResolvers<void>();
	await page.route(/\/courses\?/, async (route) => {
		if (route.request().method() === "POST") await answer.promise;
		await route.continue();
	});
	await byKeys(page).run("Activate programme: SUR-ND");
	await expect(row, "the status changes before the answer comes").toContainText("Active");
	await expect(page.getByText("“SUR-ND Surveying (ND)” is active now")).toHaveCount(0);
	answer.resolve();
	await expect(page.getByText("“SUR-ND Surveying (ND)” is active now")).toBeVisible();
	await expect(row).toContainText("Active");
	await page.getByRole("link", { name: "SUR-ND" }).click();
	await dialogOf(page, "Programme").getByRole("button", { name: "Deactivate programme" }).press("Enter");
	await expect(row).toContainText("Disabled");
	await expect(dialogOf(page, "Programme")).toHaveCount(0);
	await expect(page).toHaveURL(/\/courses\?q=sur-nd$/);

	await page.goto("/lagoon/courses?sort=-applicants");
	await hydrated(page);
	await page.getByRole("row").nth(1).getByRole("link").click();
	const dialog = dialogOf(page, "Programme");
	await expect(dialog.getByRole("heading", { name: /^Applicants/ })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("link", { name: "Older applicants" }).click();
	await expect(dialog.getByText(/11–\d+ of/)).toBeVisible();
	await dialog
		.getByRole("region", { name: /^Applicants/ })
		.getByRole("link")
		.first()
		.click();
	await expect(page).toHaveURL(/\/lagoon\/applicants\/.+/);
});
