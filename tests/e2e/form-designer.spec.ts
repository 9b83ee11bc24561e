import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { expect, expectNoAxeViolations, hydrated, searchable, test } from "./fixtures";

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const fields = (page: Page) =>
	page.getByRole("region", { name: "Staff questions" }).getByRole("link", { name: /^Edit (?!section)/ });

/** Creates a form with one section, and opens it. */
const openNew = async (page: Page, title: string) => {
	await page.getByRole("link", { name: "New form" }).click();
	await dialogOf(page, "New form").getByLabel("Title").fill(title);
	await page.getByRole("button", { name: "Create form" }).click();
	await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
	await page.getByRole("link", { name: "Add section" }).click();
	await dialogOf(page, "New section").getByRole("textbox", { name: "Title", exact: true }).fill("Staff questions");
	await page.getByRole("button", { name: "Add section" }).click();
	await expect(page.getByRole("heading", { name: "Staff questions" })).toBeVisible();
};

const addField = async (page: Page, label: string, type: string, more = async () => {}) => {
	await page.getByRole("link", { name: "Add field" }).click();
	const dialog = dialogOf(page, "New field");
	await dialog.getByRole("textbox", { name: "Label", exact: true }).fill(label);
	const list = dialog.getByLabel("Type");
	const palette = page.getByRole("link", { name: /^Search or run a command/ });
	if ((await palette.getAttribute("aria-haspopup")) !== "dialog") await list.selectOption({ label: type });
	else {
		await searchable(list);
		await list.fill(type.slice(0, 12));
		await page.getByRole("option", { name: type }).first().click();
	}
	await more();
	await dialog.getByRole("button", { name: "Add field" }).click();
	await expect(page.getByText(`“${label}” was added`).first()).toBeVisible();
};

/** Types in a dialog that is left by mistake, and then on purpose. */
const leaveHalfTyped = async (page: Page) => {
	const dialog = dialogOf(page, "New field");
	const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
	const label = dialog.getByRole("textbox", { name: "Label", exact: true });
	await page.getByRole("link", { name: "Add field" }).click();
	await dialog.getByRole("link", { name: "Cancel" }).click();
	await expect(dialog, "nothing was typed").toBeHidden();
	await page.getByRole("link", { name: "Add field" }).click();
	await label.fill("Half a la");
	await label.press("Escape");
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(label).toHaveValue("Half a la");
	await dialog.getByRole("link", { name: "Cancel" }).click();
	await question.getByRole("button", { name: "Discard" }).click();
	await expect(dialog).toBeHidden();
};

/** Moves a field, changes another, and publishes them. */
const publishAgain = async (page: Page) => {
	await page.getByRole("button", { name: "Move Years of service up" }).click();
	await expect(fields(page).first()).toHaveAccessibleName("Edit Years of service");
	await page.getByRole("link", { name: "Edit Post" }).click();
	await dialogOf(page, "Field “Post”").getByLabel("An answer is required").check();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("· required")).toBeVisible();
	const change = "Field “Post” was moved after field “Years of service” and changed: now required";
	await page.getByRole("link", { name: "Publish" }).click();
	await expect(dialogOf(page, "Publish form").getByRole("listitem")).toHaveText([change]);
	await dialogOf(page, "Publish form").getByRole("button", { name: "Publish" }).click();
	await expect(page.getByText("Version 2 of “Certificate form” was published")).toBeVisible();
	await page.getByRole("link", { name: "Versions" }).click();
	await page.getByRole("link", { name: "Changes of version 2" }).click();
	await expect(dialogOf(page, "Versions")).toContainText(change);
};

test("by mouse and keys: a form is made, its fields are moved, removed, brought back, tried out and published", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/forms");
	await hydrated(page);
	await expect(page.getByRole("row", { name: /Scholarship form/ })).toContainText("Draft");
	await expectNoAxeViolations(page);
	await openNew(page, "Certificate form");
	await leaveHalfTyped(page);
	await addField(page, "Years of service", "Number");
	await addField(page, "Post", "List to choose one from");
	await expect(page.getByText("“Post” has no options to choose from. Add some.")).toBeVisible();
	await expectNoAxeViolations(page);

	await page.getByRole("link", { name: "Publish" }).click();
	await expect(dialogOf(page, "Publish form")).toContainText("cannot be published yet");
	await expectNoAxeViolations(page, "dialog");
	await dialogOf(page, "Publish form")
		.getByRole("link", { name: /no options/ })
		.click();
	await dialogOf(page, "Field “Post”").getByLabel("Options", { exact: true }).fill("Teacher\nClerk = clerk");
	await expectNoAxeViolations(page, "dialog");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("“Post” was saved")).toBeVisible();

	const up = page.getByRole("button", { name: "Move Post up" });
	await up.focus();
	await page.keyboard.press("ArrowUp");
	await expect(page.getByText("“Post” is now field 1 of 2 in “Staff questions”")).toBeVisible();
	await expect(fields(page).first()).toHaveAccessibleName("Edit Post");
	await expect(up, "it keeps the focus").toBeFocused();
	await page.getByRole("button", { name: "Remove Post" }).click();
	await expect(fields(page)).toHaveCount(1);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(fields(page)).toHaveCount(2);
	await page.getByRole("button", { name: "Redo" }).click();
	await expect(fields(page)).toHaveCount(1);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(fields(page)).toHaveCount(2);

	await page.getByRole("link", { name: "Preview" }).click();
	await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
	await page.getByRole("textbox", { name: "Years of service" }).fill("many");
	await page.getByRole("button", { name: "Check answers" }).click();
	await expect(page.getByText("Years of service must be a number")).toBeVisible();
	await expectNoAxeViolations(page);
	await page.getByRole("link", { name: "As staff" }).click();
	await expect(page.getByRole("term").filter({ hasText: "Years of service" })).toBeVisible();
	await page.getByRole("link", { name: "Certificate form" }).click();

	await page.getByRole("link", { name: "Publish" }).click();
	await dialogOf(page, "Publish form").getByRole("button", { name: "Publish" }).click();
	await expect(page.getByText("Version 1 of “Certificate form” was published")).toBeVisible();
	await page.getByRole("link", { name: "Versions" }).click();
	await expect(dialogOf(page, "Versions")).toContainText("2 fields · 0 submissions");
	await expectNoAxeViolations(page, "dialog");
	await dialogOf(page, "Versions").getByRole("link", { name: "Close" }).click();
	await publishAgain(page);
});

test("what is no form is refused with its place; what was exported comes back", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/forms/import");
	await hydrated(page);
	const dialog = dialogOf(page, "Import form");
	await dialog.getByLabel("Or its text").fill("{ no json");
	await page.getByRole("button", { name: "Import form" }).click();
	await expect(dialog.getByRole("alert")).toContainText("This is not JSON");
	const design = {
		format: "matricula-form-design-1",
		title: "Brought back",
		layout: { sections: [{ id: "a", title: "" }] },
	};
	await dialog.getByLabel("Or its text").fill(JSON.stringify(design));
	await page.getByRole("button", { name: "Import form" }).click();
	await expect(dialog.getByRole("alert")).toContainText("layout › sections › 1 › title: Enter a title");
	await expectNoAxeViolations(page, "dialog");
	const good = { ...design, layout: { sections: [{ id: "a", title: "About you", rows: [] }] } };
	await dialog.getByLabel("Or its text").fill(JSON.stringify(good));
	await page.getByRole("button", { name: "Import form" }).click();
	await expect(page.getByText("“Brought back” was imported")).toBeVisible();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Export" }).click(),
	]);
	expect(download.suggestedFilename()).toBe("Brought-back.json");
});

const wizardIn = (page: Page) => page.frameLocator("#wizard");

/** Returns how wide the window of the framed wizard is, and whether its sections are beside the fields. */
const layoutOf = (page: Page) =>
	wizardIn(page)
		.locator("main")
		.evaluate((main) => {
			const [sections, fields] = ["nav", "form"].map((name) => main.querySelector(name)?.getBoundingClientRect());
			return { width: window.innerWidth, isBeside: (sections?.right ?? 0) <= (fields?.left ?? 0) };
		});
const phone = { width: 360, isBeside: false };
const desktop = { width: 1440, isBeside: true };

const expectNoSidewaysScroll = async (page: Page) =>
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

test("by keyboard alone the preview as applicant is as wide as a phone and as a desktop, also when it is read again", async ({
	page,
	colleague,
	signIn,
}) => {
	const keys = byKeys(page);
	const wizard = wizardIn(page);
	const choose = (label: string) => keys.press(page.getByRole("link", { name: label, exact: true }));
	await signIn(page, "crestfield", "Super administrator", "/crestfield/forms");
	await hydrated(page);
	await choose("Undergraduate application form");
	await choose("Preview");
	await choose("Phone 360 px");
	await expect(page).toHaveURL(/\/preview\?width=360$/);
	await expect.poll(() => layoutOf(page)).toEqual(phone);
	await keys.press(wizard.getByRole("link", { name: /Next of kin/ }));
	await expect(page).toHaveURL(/\?width=360&step=next-of-kin#wizard$/);
	await hydrated(page);
	await keys.press(wizard.getByRole("button", { name: "Check answers" }));
	await expect(wizard.getByRole("status").filter({ hasText: /another look|is right/ })).toBeVisible();
	await expect.poll(() => layoutOf(page)).toEqual(phone);

	await choose("Desktop 1440 px");
	await expect(page).toHaveURL(/\?width=1440&step=next-of-kin$/);
	await expect.poll(() => layoutOf(page)).toEqual(desktop);
	await page.setViewportSize({ width: 360, height: 740 });
	await expect.poll(() => layoutOf(page), "whatever the window is").toEqual(desktop);
	await expectNoSidewaysScroll(page);
	const place = page.getByRole("region", { name: "The form at 1440 px" });
	await keys.reach(place);
	await page.keyboard.press("ArrowRight");
	await expect.poll(() => place.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);

	const form = new URL(page.url()).pathname.replace(/\/preview$/, "");
	await signIn(colleague, "crestfield", "Super administrator", `${form}/sections/next-of-kin`);
	await dialogOf(colleague, "Section “Next of kin”")
		.getByRole("textbox", { name: "Title", exact: true })
		.fill("Relative");
	await colleague.getByRole("button", { name: "Save", exact: true }).click();
	await expect(wizard.getByRole("heading", { name: "Relative" })).toBeVisible({ timeout: 20_000 });
	await expect(page).toHaveURL(/\?width=1440&step=next-of-kin$/);
	await expect.poll(() => layoutOf(page)).toEqual(desktop);
	await choose("Phone 360 px");
	await expect.poll(() => layoutOf(page)).toEqual(phone);
	const { x = -1, width } = (await page.locator("#wizard").boundingBox()) ?? {};
	expect([x, width], "a phone shows the whole of one").toEqual([0, 360]);
	await expectNoSidewaysScroll(page);
});

test.describe("without scripts, on a narrow screen", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

	test("the preview as applicant is as wide as a phone and as a desktop, and is tried out", async ({
		page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Super administrator", "/crestfield/forms");
		await page.getByRole("link", { name: "Undergraduate application form", exact: true }).click();
		await page.getByRole("link", { name: "Preview", exact: true }).click();
		await page.getByRole("link", { name: "Phone 360 px" }).click();
		await expect.poll(() => layoutOf(page)).toEqual(phone);
		await page.getByRole("link", { name: "Desktop 1440 px" }).click();
		await expect.poll(() => layoutOf(page)).toEqual(desktop);
		await expectNoSidewaysScroll(page);
		const wizard = wizardIn(page);
		await wizard.getByRole("link", { name: /Personal details/ }).click();
		await expect(page).toHaveURL(/\?width=1440&step=personal#wizard$/);
		await wizard.getByRole("button", { name: "Check answers" }).click();
		await expect(wizard.getByText(/answers need another look/)).toBeVisible();
		await expect.poll(() => layoutOf(page)).toEqual(desktop);
	});

	test("a form is made, changed and published", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/forms");
		await openNew(page, "Narrow form");
		await addField(page, "Reason", "Text of several lines");
		await addField(page, "Amount", "Number");
		await page.getByRole("button", { name: "Move Amount up" }).click();
		await expect(fields(page).first()).toHaveAccessibleName("Edit Amount");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(fields(page).first()).toHaveAccessibleName("Edit Reason");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
		await page.getByRole("link", { name: "Preview" }).click();
		await page.getByRole("button", { name: "Check answers" }).click();
		await expect(page.getByText("Every answer is right.")).toBeVisible();
		await page.getByRole("link", { name: "Narrow form" }).click();
		await page.getByRole("link", { name: "Publish" }).click();
		await page.getByRole("button", { name: "Publish", exact: true }).click();
		await expect(page.getByText("Version 1 of “Narrow form” was published")).toBeVisible();
	});

	test("a section is edited and removed, the draft discarded, a version restored, the form copied and deleted", async ({
		page,
		signIn,
	}) => {
		const publish = async () => {
			await page.getByRole("link", { name: "Publish" }).click();
			await page.getByRole("button", { name: "Publish", exact: true }).click();
		};
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/forms");
		await openNew(page, "Plain form");
		await addField(page, "Reason", "Text of several lines");
		await publish();
		await expect(page.getByText("Version 1 of “Plain form” was published")).toBeVisible();

		await page.getByRole("link", { name: "Edit section" }).click();
		const section = dialogOf(page, "Section “Staff questions”");
		await section.getByRole("textbox", { name: "Title", exact: true }).fill("Questions");
		await section.getByLabel("Can be repeated").check();
		await page.getByRole("button", { name: "Save" }).click();
		await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeVisible();
		await expect(page.getByText("Can be repeated", { exact: true }).first()).toBeVisible();
		await page.getByRole("button", { name: "Remove section" }).click();
		await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeHidden();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeVisible();
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByRole("heading", { name: "Staff questions" })).toBeVisible();

		await addField(page, "Amount", "Number");
		await publish();
		await expect(page.getByText("Version 2 of “Plain form” was published")).toBeVisible();
		await page.getByRole("link", { name: "Versions" }).click();
		await page.getByRole("button", { name: "Restore as draft: version 1" }).click();
		await expect(page.getByText("Version 1 is now the draft.", { exact: false })).toBeVisible();
		await expect(fields(page)).toHaveCount(1);

		await page.getByRole("link", { name: "Copy", exact: true }).click();
		await dialogOf(page, "New form").getByLabel("Title").fill("Plain copy");
		await page.getByRole("button", { name: "Create form" }).click();
		await expect(page.getByRole("heading", { name: "Plain copy", level: 1 })).toBeVisible();
		await expect(fields(page)).toHaveAccessibleName("Edit Reason");
		await page.getByRole("link", { name: "Delete", exact: true }).click();
		await page.getByRole("button", { name: "Delete form" }).click();
		await expect(page.getByRole("link", { name: "New form" })).toBeVisible();
		await expect(page.getByRole("link", { name: "Plain copy" })).toHaveCount(0);
	});
});
