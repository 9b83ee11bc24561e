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

test("by mouse and keys: a workflow is copied, its stages are added, moved, ruled and removed", async ({
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
});

test("a stage with applicants leads to their move; a workflow in use is not deleted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/workflow");
	await hydrated(page);
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await page.getByRole("link", { name: "Remove Document review" }).click();
	const dialog = dialogOf(page, "Remove stage");
	await expect(dialog).toContainText("Move them first.");
	await expectNoAxeViolations(page, "dialog");
	await dialog
		.getByRole("link", { name: /^Move / })
		.first()
		.click();
	await expect(dialogOf(page, "Change Applicant Status")).toContainText("that match");
	await page.goBack();
	await dialogOf(page, "Remove stage").getByRole("link", { name: "Close" }).first().click();
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
});

test("the board passes axe and fits at 360 px", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/workflow");
	await page.getByRole("link", { name: "Undergraduate admission" }).click();
	await expect(page.getByRole("heading", { name: "Stages in order" })).toBeVisible();
	await expectNoAxeViolations(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
