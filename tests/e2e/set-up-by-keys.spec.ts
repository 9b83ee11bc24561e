import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { findDatabase } from "../../worker/local/find-database.mjs";
import { byKeys, expectAnnounced, expectSeenFocus } from "./by-keys";
import { expect, expectNoAxeViolations, hydrated, searchable, test } from "./fixtures";

const listOf = (prefix: string) => ({
	name: `${prefix}.csv`,
	mimeType: "text/csv",
	buffer: Buffer.from(
		[
			"Code,Title,Part of,Status",
			`${prefix}1,Marine Biology,,Active`,
			`${prefix}2,Fisheries,,`,
			`${prefix}1,Twice,,`,
		].join("\r\n"),
	),
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: typeof name === "string" });

test("by keyboard alone courses are uploaded, found among the former uploads, and their upload is undone", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "lagoon", "Super administrator", "/lagoon/courses");
	await keys.run("Upload programmes");
	const dialog = page.getByRole("dialog", { name: "Upload programmes" });
	await expect(dialog.getByLabel("List")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await keys.press(link(page, "Upload programmes"));
	await expect(dialog.getByLabel("List")).toBeFocused();
	await page.keyboard.press("Escape");
	await expectSeenFocus(link(page, "Upload programmes"));
	await page.keyboard.press("Enter");
	await expectSeenFocus(dialog.getByLabel("List"));
	// why again: on a busy machine the browser may take the key before it tells of a chooser.
	await expect(async () => {
		const chooser = page.waitForEvent("filechooser", { timeout: 5_000 });
		await dialog.getByLabel("List").press("Enter");
		await (await chooser).setFiles(listOf("SEA"));
	}).toPass();
	await page.keyboard.press("Control+Enter");

	await expect(page.getByRole("heading", { name: "SEA.csv", level: 1 })).toBeFocused();
	await expectAnnounced(page, "2 programmes can be added, 1 row has an error and is left out.");
	await keys.press(button(page, "Add 2 programmes"));
	await expectAnnounced(page, "2 programmes were added, 1 row was not.");
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);

	await keys.run("Go to Programmes");
	await keys.run("Uploads");
	await expect(page.getByRole("heading", { name: "Uploads of programmes" })).toBeFocused();
	await keys.press(link(page, "SEA.csv"));
	const undo = link(page, "Undo this import");
	const question = page.getByRole("dialog", { name: "Undo the import of SEA.csv?" });
	await keys.press(undo);
	await expect(question).toBeVisible();
	await expect(question.locator(":focus, :scope:focus")).toHaveCount(1);
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Escape");
	await expectSeenFocus(undo);
	await keys.run("Undo this import");
	await keys.press(question.getByRole("button", { name: "Undo import" }));
	await expectAnnounced(page, "The import was undone: 2 programmes were deleted.");
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);
	await expect(link(page, /^Imported/), "nothing of it is there any more").toHaveCount(0);
	await keys.press(link(page, /^Undone/));
	await expect(page.getByRole("row", { name: /Marine Biology/ })).toBeVisible();
});

test("without scripts courses are uploaded, found among the former uploads, and their upload is undone", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/courses");
	await link(page, "Upload courses").click();
	await page.getByLabel("List").setInputFiles(listOf("RIV"));
	await button(page, "Upload").click();
	await expect(page.getByText("2 courses can be added, 1 row has an error and is left out.")).toBeVisible();
	await button(page, "Add 2 courses").click();
	await expect(page.getByText("2 courses were added, 1 row was not.")).toBeVisible();
	await link(page, "Uploads of courses").click();
	await expect(page.getByRole("row", { name: /RIV\.csv/ })).toContainText("Imported");
	await link(page, "RIV.csv").click();
	await link(page, "Undo this import").click();
	await button(page, "Undo import").click();
	await expect(page.getByText("The import was undone: 2 courses were deleted.")).toBeVisible();
});

test("by keyboard alone a level is added, moved and renamed, and a former state of the levels is restored", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "lagoon", "Super administrator", "/lagoon/admin-levels-item/levels");
	await hydrated(page);
	const level = (number: number) => page.getByRole("textbox", { name: `Level ${number}` });
	const saved = page.getByText("The levels were saved");
	const names = await Promise.all([level(1).inputValue(), level(2).inputValue()]);
	await keys.press(button(page, "Add a level"));
	await expectSeenFocus(level(3));
	await page.keyboard.type("Unit");
	await keys.press(button(page, "Move level 3 up"));
	await expect(level(2)).toHaveValue("Unit");
	await expectSeenFocus(button(page, "Move level 2 up"));
	await expectAnnounced(page, "Moved to place 2 of 3");
	await page.keyboard.press("Enter");
	await expect(level(1)).toHaveValue("Unit");
	await expectSeenFocus(button(page, "Move level 1 down"));
	for (const place of [2, 3]) {
		await page.keyboard.press("Enter");
		await expect(level(place)).toHaveValue("Unit");
	}
	await expectSeenFocus(button(page, "Move level 3 up"));
	await keys.reach(level(1));
	await page.keyboard.type("College");
	await page.keyboard.press("Enter");
	await expect(saved).toBeVisible();

	const history = page.getByRole("dialog", { name: "History of the levels" });
	await keys.press(link(page, "History"));
	await expect(history).toBeVisible();
	await expect(history.getByRole("listitem").first()).toContainText("College");
	await page.keyboard.press("Escape");
	await expectSeenFocus(link(page, "History"));
	await keys.run("History of the levels");
	await keys.press(history.getByRole("button", { name: /^Restore this state/ }).first());
	await expect(page.getByText("The former state was restored")).toBeVisible();
	await expect(history.getByRole("listitem").first()).toContainText("restored a former state");
	await expect(history.locator(":focus, :scope:focus"), "the focus stays in the history").toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(history).toHaveCount(0);
	await expect(level(1)).toHaveValue(names[0] ?? "");
	await expect(page.locator(":focus")).toHaveCount(1);
});

test("without scripts a former state of the levels is restored", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/admin-levels-item/levels");
	const first = page.getByRole("textbox", { name: "Level 1" });
	const former = await first.inputValue();
	await first.fill("College");
	await button(page, "Save").click();
	await expect(page.getByText("The levels were saved")).toBeVisible();
	await link(page, "History").click();
	const history = page.getByRole("dialog", { name: "History of the levels" });
	await expect(history.getByRole("listitem").first()).toContainText("College");
	await history
		.getByRole("button", { name: /^Restore this state/ })
		.first()
		.click();
	await expect(page.getByText("The former state was restored")).toBeVisible();
	await link(page, "Close").first().click();
	await expect(first).toHaveValue(former);
});

/** Gives an institution 10,000 courses more, unless it has them. */
const addCourses = (state: string, organisation: string) => {
	const database = new DatabaseSync(findDatabase(state) ?? join(state, "missing"), { timeout: 20_000 });
	database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT OR IGNORE INTO courses (organisation_id, id, code, title, status, created_at)
			SELECT '${organisation}', 'many-' || i, 'MANY' || i, 'Study of subject ' || i, 'active', 1 FROM n`);
	database.close();
};

test("by keyboard alone a course is found among 10,000 and added to an application", async ({
	page,
	portal,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", null);
	addCourses(portal.state(), "crestfield");
	await page.goto("/crestfield/applications/create");
	await hydrated(page);
	await keys.press(button(page, "Add a course"));
	const field = page.getByRole("combobox", { name: "Course", exact: true });
	await expectSeenFocus(field);
	await searchable(field);
	await expect(page.getByText(/^The first 25 of 10,\d{3} are listed$/)).toBeVisible();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(25);
	await page.keyboard.press("Escape");
	await expect(field).toHaveAttribute("aria-expanded", "false");
	await expectSeenFocus(field);

	await page.keyboard.type("subject 9876");
	await page.keyboard.press("Enter");
	await expect(page.locator("[name='courses[0].courseId']"), "nothing else is chosen meanwhile").toHaveValue("");
	await expect(page.getByRole("option", { name: "MANY9876 Study of subject 9876" })).toBeVisible();
	await expectAnnounced(page, /^1 choice$/);
	await page.keyboard.press("Enter");
	await expect(field).toHaveValue("MANY9876 Study of subject 9876");
	await expect(page.locator("[name='courses[0].courseId']")).toHaveValue("many-9876");
	await expectSeenFocus(field);

	await keys.press(button(page, "Add a course"));
	await expect(field.first(), "what was chosen stays").toHaveValue("MANY9876 Study of subject 9876");
	await expectSeenFocus(field.nth(1));
	await page.keyboard.type("no such course");
	await expectAnnounced(page, "No course has that code or title.");
	await page.keyboard.press("Escape");
	await keys.press(button(page, "Remove course 2"));
	await expect(field).toHaveCount(1);
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);
});

test("without scripts a course is found among 10,000 and added to an application", async ({
	withoutJavaScript: page,
	portal,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	addCourses(portal.state(), "crestfield");
	await page.goto("/crestfield/applications/create");
	await page.getByLabel("Title").fill("Many choices");
	await button(page, "Add a course").click();
	await expect(page.getByText(/^The first 25 of 10,\d{3} are listed$/).first()).toBeVisible();
	await page.getByRole("searchbox", { name: "Find a course" }).fill("subject 9876");
	await page.keyboard.press("Enter");
	await expect(page.getByText("1 course found")).toBeVisible();
	await expect(page.getByLabel("Title"), "what was typed is kept").toHaveValue("Many choices");
	await page.getByRole("combobox", { name: "Course", exact: true }).selectOption("MANY9876 Study of subject 9876");
	await button(page, "Add a course").click();
	await expect(page.getByText("MANY9876 Study of subject 9876", { exact: true }).first()).toBeVisible();
});
