import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, searchable, test } from "./fixtures";

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const stages = (page: Page) => page.locator("ol > li h3");

/** Copies a workflow under a name that no other journey uses. */
const openCopy = async (page: Page, name: string) => {
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await page.getByRole("link", { name: "Copy", exact: true }).click();
	await dialogOf(page, "Copy workflow").getByLabel("Name").fill(name);
	await page.getByRole("button", { name: "Create workflow" }).click();
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
};

/** Publishes the draft of the open workflow. */
const publish = async (page: Page, name: string) => {
	await page.getByRole("link", { name: "Publish", exact: true }).click();
	await dialogOf(page, "Publish workflow").getByRole("button", { name: "Publish", exact: true }).click();
	await expect(page.getByText(`“${name}” was published`)).toBeVisible();
	await expect(page.getByText("To change them begins a draft beside them.")).toBeVisible();
};

test("by mouse and keys: a workflow is copied, its stages are added, moved, ruled and removed, and then published", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "Workflow Process" }).click();
	await expectNoAxeViolations(page);
	await openCopy(page, "Next year");
	await expectNoAxeViolations(page);
	const count = await stages(page).count();

	await page.getByRole("link", { name: "Add stage" }).click();
	const added = dialogOf(page, "New stage");
	await added.getByLabel("Name").fill("Senate");
	await added.getByLabel("Name").press("Escape");
	await page
		.getByRole("alertdialog", { name: "Discard what you typed?" })
		.getByRole("button", { name: "Keep writing" })
		.click();
	await expect(added.getByLabel("Name")).toHaveValue("Senate");
	const type = added.getByRole("combobox", { name: "Type" });
	await searchable(type);
	await type.fill("third");
	await page.getByRole("option", { name: "Recommended (third)" }).click();
	await added.getByText("Rules", { exact: true }).click();
	await added.getByLabel("A payment was successful").check();
	await expectNoAxeViolations(page, "dialog");
	await added.getByRole("button", { name: "Add stage" }).click();
	await expect(page.getByText("“Senate” was added")).toBeVisible();
	await expect(stages(page)).toHaveCount(count + 1);
	await expect(page.getByText("Needs: a payment was successful")).toBeVisible();
	await expect(page.getByText("Draft saved: 1 change is not published.")).toBeVisible();
	await expectNoAxeViolations(page);

	const earlier = page.getByRole("button", { name: "Move Senate earlier" });
	await earlier.focus();
	await page.keyboard.press("ArrowUp");
	await expect(page.getByText(`“Senate” is now stage ${count} of ${count + 1}`)).toBeVisible();
	await expect(stages(page).nth(count - 1)).toHaveText("Senate");
	await expect(earlier, "it keeps the focus").toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(stages(page).nth(count)).toHaveText("Senate");

	const handle = page.getByRole("button", { name: "Drag Senate" });
	await handle.focus();
	await page.keyboard.press("Space");
	const spoken = page.getByText(/^Senate is at place \d+ of \d+\.$/);
	const last = `Senate is at place ${count + 1} of ${count + 1}.`;
	await expect(spoken).toHaveText(last);
	await page.keyboard.press("ArrowUp");
	await expect(spoken).not.toHaveText(last);
	const place = Number(/place (\d+)/.exec((await spoken.textContent()) ?? "")?.[1]);
	await page.keyboard.press("Space");
	await expect(page.getByText(`“Senate” is now stage ${place} of ${count + 1}`)).toBeVisible();
	await expect(stages(page).nth(place - 1)).toHaveText("Senate");

	await page.getByRole("link", { name: "History" }).click();
	await expect(dialogOf(page, "History of Next year")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialogOf(page, "History of Next year").getByRole("link", { name: "Close" }).first().click();
	await page.getByRole("link", { name: "Remove Senate" }).click();
	await page.getByRole("button", { name: "Remove stage" }).click();
	await expect(stages(page)).toHaveCount(count);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(stages(page).nth(place - 1)).toHaveText("Senate");
	await page.getByRole("link", { name: "Remove Declined" }).click();
	await page.getByRole("button", { name: "Remove stage" }).click();
	await expect(page.getByRole("region", { name: "Removed in the draft" })).toContainText("Declined");
	await expectNoAxeViolations(page);

	await page.getByRole("link", { name: "Publish", exact: true }).click();
	const publishing = dialogOf(page, "Publish workflow");
	// why within the form: the message of what was added before lies over the dialog, and is an item of a list too.
	const changes = publishing.locator("form").getByRole("listitem");
	await expect(changes.filter({ hasText: "“Senate” was added" })).toBeVisible();
	await expect(changes.filter({ hasText: "“Declined” was removed" })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await publishing.getByRole("link", { name: "Cancel" }).click();
	await publish(page, "Next year");
	await page.reload();
	await expect(stages(page)).toHaveCount(count);
	await expect(stages(page).nth(place - 1)).toHaveText("Senate");
});

test("a draft is undone, redone, discarded and brought back, from the palette too", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await hydrated(page);
	await openCopy(page, "Back and forth");
	const before = await stages(page).allTextContents();
	const [first = "", second = ""] = before;
	const moved = [second, first, ...before.slice(2)];
	await page.getByRole("button", { name: `Move ${first} later`, exact: true }).click();
	await expect(stages(page)).toHaveText(moved);
	const run = async (command: string) => {
		await page.keyboard.press("Control+k");
		await page.keyboard.type(command);
		await expect(dialogOf(page, "Command palette").getByRole("option", { selected: true })).toContainText(command);
		await page.keyboard.press("Enter");
	};
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(stages(page)).toHaveText(before);
	await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
	await run("Redo the change of the workflow");
	await expect(stages(page)).toHaveText(moved);
	await run("Discard the draft of the workflow");
	await expect(stages(page)).toHaveText(before);
	await expect(page.getByText("The draft was discarded. Undo brings it back.")).toBeVisible();
	await run("Undo the last change of the workflow");
	await expect(stages(page)).toHaveText(moved);
	await run("Publish Back and forth");
	await dialogOf(page, "Publish workflow").getByRole("button", { name: "Publish", exact: true }).click();
	await expect(page.getByText("“Back and forth” was published")).toBeVisible();
	await expect(stages(page)).toHaveText(moved);
});

test("two people share one draft: each sees what the other does, and nothing is published unseen", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await signIn(colleague, "crestfield", "Super administrator", null);
	await hydrated(page);
	await openCopy(page, "Of two");
	const board = page.url();
	const count = await stages(page).count();
	await colleague.goto(board);
	await hydrated(colleague);
	await page.getByRole("link", { name: "Remove Declined" }).click();
	await page.getByRole("button", { name: "Remove stage" }).click();
	await expect(stages(page)).toHaveCount(count - 1);
	await expect(stages(colleague), "it is shown without a reload").toHaveCount(count - 1);
	await expect(colleague.getByText("Draft saved: 1 change is not published.")).toBeVisible();

	await colleague.getByRole("link", { name: "Publish", exact: true }).click();
	const publishing = dialogOf(colleague, "Publish workflow");
	await expect(publishing).toContainText("“Declined” was removed");
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(stages(page)).toHaveCount(count);
	await expect(publishing).toContainText("Nothing differs from the live stages.");
	await page.getByRole("button", { name: "Redo" }).click();
	await expect(publishing).toContainText("“Declined” was removed");
	await publishing.getByRole("button", { name: "Publish", exact: true }).click();
	await expect(colleague.getByText("“Of two” was published")).toBeVisible();
	await expect(page.getByText("To change them begins a draft beside them.")).toBeVisible();
	await expect(stages(page)).toHaveCount(count - 1);
});

/** Exports the open workflow. @returns the file that the browser kept */
const exported = async (page: Page): Promise<string> => {
	const link = page.getByRole("link", { name: "Export", exact: true });
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	expect(download.suggestedFilename()).toBe("There-and-back.json");
	return readFile(await download.path(), "utf8");
};

/** Deletes the open workflow, and gives the dialog that imports one a file. */
const replaceBy = async (page: Page, content: string) => {
	await page.getByRole("link", { name: "Delete", exact: true }).click();
	await page.getByRole("button", { name: "Delete workflow" }).click();
	await expect(page.getByRole("heading", { name: "Workflow Process", level: 1 })).toBeVisible();
	await expect(page.getByRole("link", { name: "There and back" })).toHaveCount(0);
	await page.getByRole("link", { name: "Import", exact: true }).click();
	const dialog = dialogOf(page, "Import workflow");
	const file = { name: "There-and-back.json", mimeType: "application/json", buffer: Buffer.from(content) };
	await dialog.getByLabel("File", { exact: true }).setInputFiles(file);
	await dialog.getByRole("button", { name: "Import workflow" }).click();
	return dialog;
};

test("a workflow is exported and imported as it was; files of its stages are asked for before", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await hydrated(page);
	await openCopy(page, "There and back");
	const names = await stages(page).allTextContents();
	const withFiles = await exported(page);
	const dialog = await replaceBy(page, withFiles);
	await expect(dialog.getByRole("alert")).toContainText("its file “Screening guide.pdf” must be added again.");
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByLabel("Leave out templates, roles and files that do not exist here").check();
	await dialog.getByRole("button", { name: "Import workflow" }).click();
	await expect(page.getByRole("heading", { name: "There and back", level: 1 })).toBeVisible();
	await expect(stages(page)).toHaveText(names);

	const withoutFiles = await exported(page);
	const { steps, ...workflow } = JSON.parse(withFiles) as { steps: object[] };
	const left = { ...workflow, steps: steps.map((step) => ({ ...step, attachments: [] })) };
	expect(JSON.parse(withoutFiles)).toEqual(left);
	await replaceBy(page, withoutFiles);
	await expect(page.getByRole("heading", { name: "There and back", level: 1 })).toBeVisible();
	await expect(stages(page)).toHaveText(names);
	expect(await exported(page), "there and back unchanged").toBe(withoutFiles);
});

test("a stage is dragged to its place by mouse, and goes nowhere when it is dropped where it was", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await hydrated(page);
	await openCopy(page, "By mouse");
	const before = await stages(page).allTextContents();
	const [first = "", second = "", third = ""] = before;
	const middleOf = async (name: string) => {
		const box = await page.getByRole("button", { name: `Drag ${name}`, exact: true }).boundingBox();
		return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
	};
	const drag = async (name: string, to: { x: number; y: number }) => {
		const from = await middleOf(name);
		await page.mouse.move(from.x, from.y);
		await page.mouse.down();
		await page.mouse.move(to.x, to.y, { steps: 8 });
		await page.mouse.up();
	};
	await stages(page).first().scrollIntoViewIfNeeded();
	const { x, y } = await middleOf(second);
	await drag(second, { x: x + 20, y: y + 10 });
	await expect(page.getByText(`${second} was dropped at place 2 of ${before.length}.`)).toBeAttached();
	await expect(stages(page)).toHaveText(before);
	await drag(third, await middleOf(first));
	await expect(page.getByText(`“${third}” is now stage 1 of ${before.length}`)).toBeVisible();
	await expect(stages(page)).toHaveText([third, first, second, ...before.slice(3)]);
	await page.reload();
	await expect(stages(page).first()).toHaveText(third);
});

test("a stage with applicants leads to their move; a workflow in use is not deleted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/workflow");
	await hydrated(page);
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await page.getByRole("link", { name: "Remove Document review" }).click();
	const dialog = dialogOf(page, "Remove stage");
	await expect(dialog).toContainText("Move them first, or before the draft is published");
	await expectNoAxeViolations(page, "dialog");
	await dialog
		.getByRole("link", { name: /^Move / })
		.first()
		.click();
	await expect(dialogOf(page, "Change Applicant Status")).toContainText("that match");
	await page.goBack();
	await dialogOf(page, "Remove stage").getByRole("button", { name: "Remove stage" }).click();
	await expect(page.getByRole("region", { name: "Removed in the draft" })).toContainText(
		/Document review: [\d,]+ applicants are there, to be moved before the draft is published/,
	);
	await page.getByRole("link", { name: "Publish", exact: true }).click();
	const publishing = dialogOf(page, "Publish workflow");
	await expect(publishing).toContainText("Applicants are at “Document review”, so it cannot be removed.");
	await expect(publishing.getByRole("link", { name: /^Move / }).first()).toBeVisible();
	await expect(publishing.getByRole("button", { name: "Publish" })).toHaveCount(0);
	await expectNoAxeViolations(page, "dialog");
	await publishing.getByRole("link", { name: "Close" }).first().click();
	await page.getByRole("button", { name: "Discard draft" }).click();
	await expect(page.getByRole("link", { name: "Edit Document review" })).toBeVisible();
	await page.getByRole("link", { name: "Delete", exact: true }).click();
	await expect(dialogOf(page, "Delete workflow")).toContainText("on it");
	await expect(page.getByRole("button", { name: "Delete workflow" })).toHaveCount(0);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a stage is moved and edited", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/workflow");
		await openCopy(page, "Year after");
		await page.getByRole("button", { name: "Move Submitted later" }).click();
		await expect(page.getByText(/“Submitted” is now stage 3 of/)).toBeVisible();
		await page.getByRole("link", { name: "Edit Submitted" }).click();
		await dialogOf(page, /Stage/).getByLabel("Name").fill("Handed in");
		await page.getByRole("button", { name: "Save" }).click();
		await expect(stages(page).nth(2)).toHaveText("Handed in");
	});

	test("a workflow is copied and renamed; a stage is added with rules, changed and removed", async ({
		page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/workflow");
		await openCopy(page, "Plain copy");
		await page.getByRole("link", { name: "Rename" }).click();
		await dialogOf(page, "Workflow").getByLabel("Name").fill("Plain workflow");
		await page.getByRole("button", { name: "Save" }).click();
		await expect(page.getByRole("heading", { name: "Plain workflow", level: 1 })).toBeVisible();
		const count = await stages(page).count();

		await page.getByRole("link", { name: "Add stage" }).click();
		const added = dialogOf(page, "New stage");
		await added.getByLabel("Name").fill("Senate");
		await added.getByLabel("Type").selectOption({ label: "Recommended (third)" });
		await added.getByText("Rules", { exact: true }).click();
		await added.getByLabel("A payment was successful").check();
		await added.getByLabel("A second person must approve").check();
		await added.getByLabel("Only some stages may follow").check();
		await added.getByRole("group", { name: "Stages that may follow" }).getByLabel("Admitted").check();
		await added.getByRole("button", { name: "Add stage" }).click();
		await expect(stages(page)).toHaveCount(count + 1);
		const card = page.locator("ol > li").filter({ has: page.getByRole("heading", { name: "Senate" }) });
		for (const rule of ["Followed by Admitted only", "Needs: a payment was successful", "A second person must approve"])
			await expect(card).toContainText(rule);

		await page.getByRole("link", { name: "Edit Senate" }).click();
		await dialogOf(page, "Stage “Senate”").getByLabel("A second person must approve").uncheck();
		await page.getByRole("button", { name: "Save" }).click();
		await expect(card).not.toContainText("A second person must approve");
		await page.getByRole("link", { name: "Remove Senate" }).click();
		await page.getByRole("button", { name: "Remove stage" }).click();
		await expect(stages(page)).toHaveCount(count);
	});

	test("a draft is undone, redone, discarded, brought back and published", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/workflow");
		await openCopy(page, "Plain draft");
		const before = await stages(page).allTextContents();
		const [first = "", second = ""] = before;
		const moved = [second, first, ...before.slice(2)];
		await page.getByRole("button", { name: `Move ${first} later`, exact: true }).click();
		await expect(stages(page)).toHaveText(moved);
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(stages(page)).toHaveText(before);
		await page.getByRole("button", { name: "Redo" }).click();
		await expect(stages(page)).toHaveText(moved);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(stages(page)).toHaveText(before);
		await page.getByRole("button", { name: "Undo" }).click();
		await publish(page, "Plain draft");
		await expect(stages(page)).toHaveText(moved);
	});
});

test("the board passes axe and fits at 360 px, with a draft and without", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/workflow");
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await expect(page.getByRole("heading", { name: "Stages in order" })).toBeVisible();
	await expectNoAxeViolations(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	await page.goto("/crestfield/workflow");
	await page.getByRole("link", { name: "Postgraduate admission" }).click();
	await expect(page.getByText("Draft saved: 2 changes are not published.")).toBeVisible();
	await expectNoAxeViolations(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("a stage that a rule forbids is disabled with its reason, in the menu of the sheet and in the palette", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/workflow");
	await hydrated(page);
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await page.getByRole("link", { name: "Edit Submitted", exact: true }).click();
	const stage = dialogOf(page, /Stage/);
	await stage.getByText("Rules", { exact: true }).click();
	await stage.getByLabel("Only some stages may follow").check();
	await stage.getByRole("checkbox", { name: "Document review" }).check();
	await stage.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Followed by Document review only")).toBeVisible();
	await publish(page, "Undergraduate admission");

	await page.goto("/crestfield/applicants?stage=SUBMITTED&size=10");
	const row = page.getByRole("row").nth(1);
	const number = (await row.getByText(/^CU\/\d+\/\d+$/).textContent()) ?? "";
	await row.getByRole("link").first().click();
	await page.getByRole("button", { name: "Process Application" }).click();
	const entry = (name: string) => page.getByRole("menuitem").filter({ hasText: name });
	await expect(entry("Admitted")).toBeDisabled();
	await expect(entry("Admitted")).toContainText("This stage does not follow the present one.");
	await expect(entry("Document review")).toBeEnabled();
	await expectNoAxeViolations(page, "[role=menu]");
	await entry("Admitted").click({ force: true });
	await expect(dialogOf(page, "Change Applicant Status")).toHaveCount(0);
	await page.keyboard.press("Escape");

	await page.keyboard.press("Control+k");
	const palette = dialogOf(page, "Command palette");
	await page.keyboard.type(`@${number}`);
	await expect(palette.getByRole("option", { selected: true })).toContainText(number);
	await page.keyboard.press("Tab");
	await page.keyboard.type("move");
	await page.keyboard.press("Enter");
	const forbidden = palette.getByRole("option").filter({ hasText: "Admitted" });
	await expect(forbidden).toBeDisabled();
	await expect(forbidden).toContainText("This stage does not follow the present one.");
	await expect(palette.getByRole("option", { disabled: false })).toHaveCount(1);
	await expect(palette.getByRole("option", { disabled: false })).toContainText("Document review");
	await page.keyboard.type("admitted");
	await page.keyboard.press("Enter");
	await expect(forbidden).toBeVisible();
	await expect(palette.getByRole("textbox", { name: "Comment" }), "Enter chooses nothing").toHaveCount(0);
});
