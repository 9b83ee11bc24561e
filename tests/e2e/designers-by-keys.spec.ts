import type { Locator, Page } from "@playwright/test";
import { byKeys, expectSeenFocus, type Keys } from "./by-keys";
import { expect, hydrated, searchable, test } from "./fixtures";

const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const textbox = (within: Page | Locator, name: string) => within.getByRole("textbox", { name, exact: true });
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const expectFocusInPage = (page: Page) => expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);

/** Chooses from a list that can be searched. */
const choose = async (page: Page, keys: Keys, list: Locator, option: string) => {
	await searchable(list);
	await keys.type(list, option);
	await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(list).toHaveValue(option);
};

test("by keyboard alone a form is made, changed, tried out and published", async ({ page, signIn }) => {
	const keys = byKeys(page);
	const { keyboard } = page;
	await signIn(page, "crestfield", "Super administrator", "/crestfield/forms");
	await hydrated(page);
	await keys.press(link(page, "New form"));
	await expectSeenFocus(textbox(dialogOf(page, "New form"), "Title"));
	await keyboard.type("Keyed form");
	await keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Keyed form", level: 1 })).toBeVisible();
	await keys.press(link(page, "Add section"));
	await expectSeenFocus(textbox(dialogOf(page, "New section"), "Title"));
	await keyboard.type("Staff questions");
	await keyboard.press("Enter");
	const section = page.getByRole("region", { name: "Staff questions" });
	await expect(section).toBeVisible();
	const fields = section.getByRole("link", { name: /^Edit (?!section)/ });

	const dialog = dialogOf(page, "New field");
	const beginField = async (label: string, type: string) => {
		await keys.press(link(page, "Add field"));
		await expectSeenFocus(textbox(dialog, "Label"));
		await keyboard.type(label);
		await choose(page, keys, dialog.getByRole("combobox", { name: "Type" }), type);
	};
	await beginField("Years of service", "Number");
	await keyboard.press("Control+Enter");
	await said(page, "“Years of service” was added");
	await beginField("Post", "List to choose one from");
	await keys.press(dialog.getByText("Options of a list"));
	await keys.type(textbox(dialog, "Options"), "Teacher\nClerk");
	await keys.press(button(dialog, "Add field"));
	await said(page, "“Post” was added");
	await expect(fields).toHaveCount(2);
	await expectFocusInPage(page);

	await keys.press(link(page, "Edit Years of service"));
	const changed = dialogOf(page, "Field “Years of service”");
	await keys.type(textbox(changed, "Hint"), "In whole years");
	await keys.press(button(changed, "Save"));
	await said(page, "“Years of service” was saved");
	await keys.press(link(page, "Condition of Years of service"));
	const condition = dialogOf(page, "When “Years of service” is asked for");
	await keys.reach(condition.getByLabel("Field whose answer decides"));
	await keyboard.press("ArrowDown");
	await keys.press(button(condition, "Continue"));
	await keys.reach(condition.getByRole("checkbox", { name: "Teacher" }));
	await keyboard.press("Space");
	await keys.press(button(condition, "Save"));
	await said(page, "Asked for only when “Post” is Teacher");

	const up = button(page, "Move Post up");
	await keys.reach(up);
	await keyboard.press("ArrowUp");
	await said(page, "“Post” is now field 1 of 2 in “Staff questions”");
	await expect(fields.first()).toHaveAccessibleName("Edit Post");
	await expectSeenFocus(up);
	await keys.press(button(page, "Remove Post"));
	await expect(fields).toHaveCount(1);
	await expectFocusInPage(page);
	await keys.press(button(page, "Undo"));
	await expect(fields).toHaveCount(2);
	await expectSeenFocus(button(page, "Undo"));
	await keys.press(button(page, "Redo"));
	await expect(fields).toHaveCount(1);
	await keys.run("Undo the last change of the form");
	await expect(fields).toHaveCount(2);

	await keys.press(link(page, "Preview"));
	await expect(page.getByRole("heading", { name: "Preview", level: 1 })).toBeFocused();
	await keys.reach(page.getByRole("combobox", { name: "Post" }));
	await keyboard.press("ArrowDown");
	await keys.type(textbox(page, "Years of service"), "many");
	await keyboard.press("Enter");
	await said(page, "Years of service must be a number");
	await keys.press(link(page, "Keyed form"));

	await keys.run("Publish Keyed form");
	await keys.press(button(dialogOf(page, "Publish form"), "Publish"));
	await said(page, "Version 1 of “Keyed form” was published");
	await keys.press(link(page, "Versions"));
	await expect(dialogOf(page, "Versions")).toContainText("2 fields · 0 submissions");
	await keyboard.press("Escape");
	await expectSeenFocus(link(page, "Versions"));
});

test("by keyboard alone an email template gets merge fields where it was written last, is previewed and saved", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	const { keyboard } = page;
	const [subject, text] = [textbox(page, "Subject"), textbox(page, "Text")];
	const search = page.getByRole("searchbox", { name: "Search merge fields" });
	/** Puts in the first merge field that is found. */
	const putIn = async (query: string) => {
		await keys.reach(search);
		await keyboard.press("Control+a");
		await keyboard.type(query);
		await keyboard.press("Enter");
	};
	await signIn(page, "crestfield", "Super administrator", "/crestfield/manage-template?type=email");
	await hydrated(page);
	await expect(page.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	await keys.type(textbox(page, "Name"), "Keyed letter");
	await keys.type(subject, "For ");
	await putIn("first");
	await expect(subject, "Tab only passed through the text").toHaveValue("For {{firstName}}");
	await expectSeenFocus(subject);
	await keyboard.type(", at last");
	await keys.reach(textbox(page, "Name"), "backwards");
	await putIn("last");
	await expect(subject, "Tab selected the subject, and nothing of it is lost").toHaveValue(
		"For {{firstName}}, at last{{lastName}}",
	);

	await keys.type(text, "Dear ");
	await putIn("first");
	await expect(text.getByText("First name")).toBeVisible();
	await expect(text).toBeFocused();
	await keyboard.type(", welcome.");
	await expect(text).toHaveText(/^Dear .*, welcome\.$/);
	await expect(subject).toHaveValue("For {{firstName}}, at last{{lastName}}");

	await keys.press(button(page, "Preview"));
	await expect(page.getByRole("heading", { name: "On a phone" })).toBeVisible();
	await expect(page.frameLocator("iframe[title='Preview on a phone']").getByText(/^Dear .+, welcome\.$/)).toBeVisible();
	await expectFocusInPage(page);
	await keys.press(button(page, "Edit text"));
	await keys.press(button(page, "Create template"));
	await said(page, "“Keyed letter” was created");
	await expect(subject).toHaveValue("For {{firstName}}, at last{{lastName}}");
	await expect(text.getByText("First name")).toBeVisible();
});

test("by keyboard alone a workflow is copied, its stages are added, changed, moved, published, brought back and removed", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	const { keyboard } = page;
	const stages = page.locator("ol > li h3");
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await hydrated(page);
	await keys.press(link(page, "Undergraduate admission"));
	await expect(stages.first()).toBeVisible();
	await keys.run("Copy Undergraduate admission");
	await expectSeenFocus(textbox(dialogOf(page, "Copy workflow"), "Name"));
	await keyboard.press("Control+a");
	await keyboard.type("Keyed workflow");
	await keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Keyed workflow", level: 1 })).toBeVisible();
	const count = await stages.count();

	await keys.press(link(page, "Add stage"));
	const added = dialogOf(page, "New stage");
	await expectSeenFocus(textbox(added, "Name"));
	await keyboard.type("Senate");
	await choose(page, keys, added.getByRole("combobox", { name: "Type" }), "Recommended (third)");
	await keys.press(added.getByText("Rules", { exact: true }));
	await keys.reach(added.getByLabel("A payment was successful"));
	await keyboard.press("Space");
	await keys.press(button(added, "Add stage"));
	await said(page, "“Senate” was added");
	await expect(stages).toHaveCount(count + 1);
	await said(page, "Needs: a payment was successful");
	await keys.press(link(page, "Edit Senate"));
	await expectSeenFocus(textbox(dialogOf(page, /Stage/), "Name"));
	await keyboard.press("End");
	await keyboard.type(" decision");
	await keyboard.press("Control+Enter");
	await said(page, "“Senate decision” was saved");
	const confirmPublishing = async () => {
		await keys.press(button(dialogOf(page, "Publish workflow"), "Publish"));
		await said(page, "“Keyed workflow” was published");
		await expect(dialogOf(page, "Publish workflow")).toHaveCount(0);
		await expectFocusInPage(page);
	};
	await keys.press(link(page, "Publish"));
	await confirmPublishing();

	const earlier = button(page, "Move Senate decision earlier");
	await keys.reach(earlier);
	await keyboard.press("ArrowUp");
	await said(page, `“Senate decision” is now stage ${count} of ${count + 1}`);
	await expect(stages.nth(count - 1)).toHaveText("Senate decision");
	await expectSeenFocus(earlier);
	await keys.press(button(page, "Undo"));
	await said(page, "The last change was undone");
	await expect(stages.nth(count)).toHaveText("Senate decision");
	await expectSeenFocus(button(page, "Undo"));
	await keys.press(button(page, "Redo"));
	await expect(stages.nth(count - 1)).toHaveText("Senate decision");
	await keys.run("Publish Keyed workflow");
	await confirmPublishing();
	await keys.press(link(page, "History"));
	const history = dialogOf(page, "History of Keyed workflow");
	await keys.press(history.getByRole("button", { name: /^Restore this state/ }).first());
	await said(page, "The former state was restored");
	await expect(history.locator(":focus, :scope:focus"), "the focus stays in the history").toHaveCount(1);
	await keyboard.press("Escape");
	await expect(history).toHaveCount(0);
	await expect(stages.nth(count)).toHaveText("Senate decision");

	await keys.press(link(page, "Remove Senate decision"));
	await keys.press(button(dialogOf(page, "Remove stage"), "Remove stage"));
	await expect(stages).toHaveCount(count);
	await expectFocusInPage(page);
	await keys.run("Discard the draft of the workflow");
	await expect(stages).toHaveCount(count + 1);
	await keys.run("Delete Keyed workflow");
	await keys.press(button(dialogOf(page, "Delete workflow"), "Delete workflow"));
	await expect(page.getByRole("heading", { name: "Workflow Process", level: 1 })).toBeVisible();
	await expect(link(page, "Keyed workflow")).toHaveCount(0);
});
