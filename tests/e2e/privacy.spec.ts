import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/crestfield/applicants";

test("an applicant's data is downloaded, then they are erased and gone from the list", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [path = ""] = await applicantsOf(page, `${list}?stage=SUBMITTED`);
	await page.goto(path);
	await hydrated(page);
	const sheet = page.getByRole("dialog");
	const name = (await sheet.getByRole("heading", { level: 2 }).textContent())?.trim() ?? "";
	await sheet.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Download all data" }).click();
	await expectNoAxeViolations(page, "dialog");
	const downloading = page.waitForEvent("download");
	await page.getByRole("dialog", { name: "Download all data" }).getByRole("button", { name: "Download" }).click();
	expect((await downloading).suggestedFilename()).toMatch(/^Data of .+\.zip$/);

	await page.goto(`${path}/erase`);
	await hydrated(page);
	const erasing = page.getByRole("dialog", { name: "Erase applicant" });
	await expect(erasing).toContainText(name);
	await expectNoAxeViolations(page, "dialog");
	await erasing.getByLabel("Reason").fill("Request of 12 May");
	await erasing.getByLabel("Type ERASE").fill("ERASE");
	await erasing.getByRole("button", { name: "Erase applicant" }).click();
	await expect(page).toHaveURL(/\/crestfield\/privacy$/);
	await expect(page.getByRole("cell", { name: "Request of 12 May" })).toBeVisible({ timeout: 30_000 });
	await expectAccessibleAtBothWidths(page);
	await page.goto(path);
	await expect(page.getByText("This applicant does not exist, or is no longer there.")).toBeVisible();
	await page.goto(`/crestfield/search?q=${encodeURIComponent(name)}`);
	await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("without scripts: what is missing is said, and the erasure begins", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", list);
	const [path = ""] = await applicantsOf(page, `${list}?stage=SUBMITTED`);
	await page.goto(`${path}/erase`);
	await page.getByRole("button", { name: "Erase applicant" }).click();
	await expect(page).toHaveTitle(/^Error: Erase applicant/);
	await page.getByLabel("Reason").fill("The time is over");
	await page.getByLabel("Type ERASE").fill("ERASE");
	await page.getByRole("button", { name: "Erase applicant" }).click();
	await expect(page).toHaveURL(/\/crestfield\/privacy$/);
	await expect(page.getByText("The applicant is being erased").first()).toBeVisible();
});

const nin = /^\d{11}$/;
const log = "Revealed NIN";

/** The line of an erasure, once it is done. */
const erasureOf = (page: Page, reason: string) => page.getByRole("row").filter({ hasText: reason });
const removed = /1 form, .*lines? of the log/;

test("by keyboard alone an answer is revealed, which is logged, and an applicant's data is downloaded and erased", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", null);
	const [path = ""] = await applicantsOf(page, `${list}?stage=SHORTLISTED&size=50`);
	await page.goto(path);
	await hydrated(page);
	const sheet = page.getByRole("dialog").first();
	await keys.press(page.getByRole("button", { name: "Reveal NIN" }));
	await expect(sheet.getByText(nin)).toBeVisible();
	await keys.press(sheet.getByRole("link", { name: /^Activity Log/ }));
	await expect(sheet.getByText(log)).toBeVisible();

	/** Chooses an action of the sheet by its first letters. */
	const choose = async (letters: string) => {
		await keys.press(sheet.getByRole("button", { name: "More actions" }));
		await expect(page.getByRole("menu")).toBeVisible();
		await page.keyboard.type(letters);
		await page.keyboard.press("Enter");
	};
	await choose("Download all");
	const question = page.getByRole("dialog", { name: "Download all data" });
	const downloading = page.waitForEvent("download");
	await keys.press(question.getByRole("button", { name: "Download" }));
	expect((await downloading).suggestedFilename()).toMatch(/^Data of .+\.zip$/);
	await keys.press(page.getByRole("link", { name: "Back", exact: true }));
	await expect(sheet).toBeVisible();

	await choose("Erase");
	const erasing = page.getByRole("dialog", { name: "Erase applicant" });
	await expect(erasing.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("Asked for by keys");
	await keys.type(erasing.getByLabel("Type ERASE"), "erase");
	await page.keyboard.press("Control+Enter");
	await expect(erasing.locator("[aria-invalid=true]"), "what is wrong has the focus").toBeFocused();
	await page.keyboard.press("Control+a");
	await page.keyboard.type("ERASE");
	await page.keyboard.press("Control+Enter");
	await expect(page).toHaveURL(/\/crestfield\/privacy$/);
	await expect(erasureOf(page, "Asked for by keys")).toContainText(removed, { timeout: 30_000 });
});

test("by keyboard alone a selection is erased", async ({ page, signIn }) => {
	const keys = byKeys(page);
	const shown = `${list}?stage=SHORTLISTED&size=50`;
	await signIn(page, "crestfield", "Super administrator", shown);
	await hydrated(page);
	const chosen = (await applicantsOf(page, shown)).slice(0, 2);
	for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
	const bar = page.getByRole("region", { name: "Selection" });
	await expect(bar.getByText("2 selected")).toBeVisible();
	await keys.press(bar.getByRole("button", { name: "More" }));
	await expect(page.getByRole("menu")).toBeVisible();
	await page.keyboard.type("Erase");
	await page.keyboard.press("Enter");
	const erasing = page.getByRole("dialog", { name: "Erase applicants" });
	await expect(erasing.getByText("2 applicants will be erased permanently.")).toBeVisible();
	await expect(erasing.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("Two by keys");
	await keys.type(erasing.getByLabel("Type ERASE"), "erase");
	await page.keyboard.press("Control+Enter");
	await expect(erasing.locator("[aria-invalid=true]"), "what is wrong has the focus").toBeFocused();
	await page.keyboard.press("Control+a");
	await page.keyboard.type("ERASE");
	await page.keyboard.press("Control+Enter");
	await expect(page).toHaveURL(/\/crestfield\/privacy$/);
	await expect(erasureOf(page, "Two by keys").filter({ hasText: removed })).toHaveCount(2);
	for (const path of chosen) expect((await page.request.get(path)).status(), path).toBe(404);
});

test("without scripts an answer is revealed, which is logged, and an applicant's data is downloaded and erased", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [, path = ""] = await applicantsOf(page, `${list}?stage=SHORTLISTED&size=50`);
	await page.goto(path);
	await page.getByRole("button", { name: "Reveal NIN" }).click();
	await expect(page.getByRole("dialog", { name: "Reveal sensitive answers" }).getByText(nin)).toBeVisible();
	await page.goto(`${path}/activity-log`);
	await expect(page.getByText(log)).toBeVisible();

	await page.goto(`${path}/data`);
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download", exact: true }).click();
	expect((await downloading).suggestedFilename(), "it begins by itself").toMatch(/^Data of .+\.zip$/);

	await page.goto(`${path}/erase`);
	await page.getByLabel("Reason").fill("Asked for without scripts");
	await page.getByLabel("Type ERASE").fill("ERASE");
	await page.getByRole("button", { name: "Erase applicant" }).click();
	await expect(page).toHaveURL(/\/crestfield\/privacy$/);
	await expect(async () => {
		await page.reload();
		await expect(erasureOf(page, "Asked for without scripts")).toContainText(removed, { timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
	expect((await page.goto(path))?.status()).toBe(404);
});

test("a retention rule is saved, says by stage whom it would erase, and is then enabled", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/privacy");
	await hydrated(page);
	const tabs = page.getByRole("navigation", { name: "Privacy" });
	await tabs.getByRole("link", { name: "Retention rules" }).click();
	await expect(page.getByRole("row", { name: /Declined after two years/ })).toContainText("Not enabled");
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("link", { name: "New retention rule" }).click();
	const dialog = page.getByRole("dialog", { name: "New retention rule" });
	await dialog.getByLabel("Name").fill("Declined last year");
	await dialog.getByLabel("Application").selectOption({ label: "2025/2026 Undergraduate Admission" });
	await dialog.getByRole("combobox", { name: /^Who/ }).selectOption({ label: "Declined" });
	await dialog.getByRole("textbox", { name: "Months" }).fill("6");
	await dialog.getByRole("checkbox", { name: "Enabled" }).check();
	await dialog.getByRole("button", { name: "Create retention rule" }).click();
	await expect(
		dialog.getByText("Save the rule first, and check which applicants it would erase. Then enable it."),
	).toBeVisible();
	await dialog.getByRole("checkbox", { name: "Enabled" }).uncheck();
	await dialog.getByRole("button", { name: "Create retention rule" }).click();
	await expect(page.getByText("“Declined last year” was created")).toBeVisible();

	await page.getByRole("link", { name: "Declined last year" }).click();
	const rule = page.getByRole("dialog", { name: "Retention rule" });
	await expect(rule.getByRole("heading", { name: /^Today it would erase \d+ applicants?$/ })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await rule.getByRole("checkbox", { name: "Enabled" }).check();
	await rule.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("row", { name: /Declined last year/ })).not.toContainText("Not enabled");
});

test("by keyboard alone a retention rule is made from the palette, looked at and deleted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/privacy/retention");
	const keys = byKeys(page);
	await keys.run("New retention rule");
	const dialog = page.getByRole("dialog", { name: "New retention rule" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByLabel("Name"), "what is missing has the focus").toBeFocused();
	await keys.type(dialog.getByLabel("Name"), "By keys");
	await keys.type(dialog.getByLabel("Application"), "2025/2026 U");
	await keys.type(dialog.getByRole("combobox", { name: /^Who/ }), "Form never");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("“By keys” was created")).toBeVisible();

	await keys.press(page.getByRole("link", { name: "By keys" }));
	const rule = page.getByRole("dialog", { name: "Retention rule" });
	await expect(rule.getByRole("heading", { name: /^Today it would erase / })).toBeVisible();
	await keys.press(rule.getByRole("link", { name: "Delete" }));
	const question = page.getByRole("dialog", { name: /^Delete/ });
	await keys.press(question.getByRole("button", { name: /^Delete/ }));
	await expect(page.getByText("“By keys” was deleted")).toBeVisible();
	await expect(page.getByRole("link", { name: "By keys" })).toHaveCount(0);
});

test("without scripts a retention rule is saved before it is enabled", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/privacy/retention");
	await page.getByRole("link", { name: "New retention rule" }).click();
	await page.getByLabel("Name").fill("Without scripts");
	await page.getByLabel("Application").selectOption({ label: "2025/2026 Undergraduate Admission" });
	await page.getByRole("checkbox", { name: "Enabled" }).check();
	await page.getByRole("button", { name: "Create retention rule" }).click();
	await expect(page.getByText("Choose who is erased").last()).toBeVisible();
	await expect(page.getByLabel("Name"), "what was typed is kept").toHaveValue("Without scripts");
	await page.getByRole("combobox", { name: /^Who/ }).selectOption({ label: "Declined" });
	await page.getByRole("checkbox", { name: "Enabled" }).uncheck();
	await page.getByRole("button", { name: "Create retention rule" }).click();
	await page.getByRole("link", { name: "Without scripts" }).click();
	await expect(page.getByRole("heading", { name: /^Today it would erase / })).toBeVisible();
	await page.getByRole("checkbox", { name: "Enabled" }).check();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("row", { name: /Without scripts/ })).toContainText("Enabled");
});
