import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** Rows that no journey changes, not even these. */
const firstRow = 20;

const rowLink = (page: Page, index: number) =>
	page
		.getByRole("table", { name: "Applicants" })
		.getByRole("row")
		.nth(1 + index)
		.getByRole("link");

const openList = async (page: Page) => {
	await hydrated(page);
	const names = await Promise.all([0, 1, 2].map((index) => rowLink(page, firstRow + index).textContent()));
	const [first = "", second = "", third = ""] = names.map((name) => name?.trim());
	return { first, second, third };
};

const sheet = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("the sheet is maximised and minimised by its button and by m, and a reload keeps the view", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/applicants?size=50");
	const { first } = await openList(page);
	await rowLink(page, firstRow).click();
	const open = sheet(page, first);
	await expect(open).toBeVisible();
	await page.setViewportSize({ width: 990, height: 900 });
	await expect(open.getByRole("link", { name: "Maximize" }), "the sheet fills the window already").toBeHidden();
	await page.setViewportSize({ width: 1440, height: 900 });
	await open.getByRole("link", { name: "Maximize" }).click();
	await expect(page).toHaveURL(/view=full/);
	await expect(open).toHaveCSS("width", "1440px");
	await open.getByRole("link", { name: "Activity Log" }).click();
	await expect(page).toHaveURL(/activity-log\?.*view=full/);
	await page.reload();
	await hydrated(page);
	await expect(page).toHaveURL(/activity-log\?.*view=full/);
	await expect(open.getByRole("link", { name: "Activity Log" })).toHaveAttribute("aria-current", "page");
	await expect(open).toHaveCSS("width", "1440px");
	await page.keyboard.press("m");
	await expect(page).not.toHaveURL(/view=full/);
	await expect(open).toHaveCSS("width", "1000px");
	await page.keyboard.press("m");
	await expect(page).toHaveURL(/view=full/);
	await open.getByRole("link", { name: "Minimize" }).click();
	await expect(open).toHaveCSS("width", "1000px");
});

test("on a slow line the next applicant is named at once, and the one before can no longer be acted on", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first, second } = await openList(page);
	await rowLink(page, firstRow).click();
	await expect(sheet(page, first).getByText(`${firstRow + 1} of `)).toBeVisible();
	let answer = () => {};
	const answered = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route(/_data=/, async (route) => {
		await answered;
		await route.continue();
	});
	await page.keyboard.press("j");
	const arriving = sheet(page, second);
	await expect(arriving.getByRole("heading", { name: second })).toBeVisible();
	await expect(arriving.getByRole("heading", { name: first })).toBeHidden();
	await expect(page.locator("[popover] .animate-travel"), "the progress lies over the sheet").toBeVisible();
	const former = page.url();
	await arriving.getByRole("button", { name: "Process Application" }).click();
	await expect(page.getByRole("menuitem")).toHaveCount(0);
	await arriving.getByRole("link", { name: "Activity Log" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(1);
	expect(page.url()).toBe(former);
	await page.keyboard.press("m");
	answer();
	await expect(arriving.getByText(`${firstRow + 2} of `)).toBeVisible();
	await expect(page, "a key that is pressed meanwhile means the applicant that is named").toHaveURL(/view=full/);
	await arriving.getByRole("button", { name: "Process Application" }).click();
	await expect(page.getByRole("menuitem").first()).toBeVisible();
});

test("on a slow line a tab and a dialog show the progress over the sheet, and the next applicant dims it", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first, second } = await openList(page);
	await rowLink(page, firstRow).click();
	const open = sheet(page, first);
	await expect(open.getByText(`${firstRow + 1} of `)).toBeVisible();
	const progress = page.locator("[popover] .animate-travel");
	const record = page.getByRole("region", { name: /^Record of/ });
	let isSlow = true;
	await page.route(/_data=/, async (route) => {
		while (isSlow) await new Promise((resolve) => setTimeout(resolve, 50));
		await route.continue();
	});
	const slowly = async (act: () => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
		isSlow = true;
		await act();
		await expect(progress, "the progress lies over the sheet").toBeVisible();
		await meanwhile();
		isSlow = false;
		await expect(progress).toHaveCount(0);
	};
	const log = open.getByRole("link", { name: "Activity Log", exact: true });
	await slowly(
		() => log.click(),
		() => expect(log).not.toHaveAttribute("aria-current", "page"),
	);
	await expect(log).toHaveAttribute("aria-current", "page");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await slowly(
		() => page.keyboard.press("s"),
		() => expect(dialog).toHaveCount(0),
	);
	await expect(dialog).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(record).toHaveCSS("opacity", "1");
	await slowly(
		() => page.keyboard.press("j"),
		() => expect(record).toHaveCSS("opacity", "0.5"),
	);
	await expect(sheet(page, second)).toBeVisible();
	await expect(record).toHaveCSS("opacity", "1");
});

test("the line about the applicant is whole beside the actions, and the keys of the walk are shown", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first } = await openList(page);
	await rowLink(page, firstRow).click();
	const open = sheet(page, first);
	for (const [label, key] of [
		["Previous applicant", "k"],
		["Next applicant", "j"],
	] as const) {
		const link = open.getByRole("link", { name: label });
		await expect(link.locator("xpath=..").locator("kbd")).toHaveText(key);
	}
	const line = open.locator("header p").filter({ hasText: /^CU\/\d+\/\d+ · / });
	for (const width of [1024, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		expect(await line.evaluate((text) => text.scrollWidth - text.clientWidth), `at ${width} px`).toBe(0);
	}
});

test("a button and a key open the next and the previous applicant of the list", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/applicants?size=50");
	const { first, second, third } = await openList(page);
	await rowLink(page, firstRow).click();
	await expect(sheet(page, first).getByText(`${firstRow + 1} of `)).toBeVisible();
	await sheet(page, first).getByRole("link", { name: "Next applicant" }).click();
	await expect(sheet(page, second).getByText(`${firstRow + 2} of `)).toBeVisible();
	await page.keyboard.press("j");
	await expect(sheet(page, third)).toBeVisible();
	await page.keyboard.press("k");
	await expect(sheet(page, second)).toBeVisible();
	await sheet(page, second).getByRole("link", { name: "Previous applicant" }).click();
	await expect(sheet(page, first)).toBeVisible();
});

test("Back closes the dialog and then the sheet; Esc does too, and returns the focus to the row", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first } = await openList(page);
	await rowLink(page, firstRow).click();
	await expect(sheet(page, first)).toBeVisible();
	await page.keyboard.press("s");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await expect(dialog).toBeVisible();
	await page.goBack();
	await expect(dialog).toBeHidden();
	await expect(sheet(page, first)).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page).toHaveURL(/\/applicants\?[^/]*$/);

	await rowLink(page, firstRow).focus();
	await page.keyboard.press("Enter");
	await expect(sheet(page, first)).toBeVisible();
	await page.keyboard.press("s");
	await expect(dialog).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(rowLink(page, firstRow)).toBeFocused();
});

test("closing asks before it discards a comment, and does not ask without one", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first } = await openList(page);
	await rowLink(page, firstRow).click();
	await expect(sheet(page, first)).toBeVisible();
	await page.keyboard.press("s");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
	const comment = dialog.getByRole("textbox", { name: "Comment" });
	await comment.fill("Half a sentence");
	await comment.press("Escape");
	await expect(question).toBeVisible();
	await expectNoAxeViolations(page, "[role=alertdialog]");
	await page.keyboard.press("Escape");
	await expect(question).toBeHidden();
	await expect(comment).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(question.getByRole("button", { name: "Keep writing" })).toBeFocused();
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(comment).toHaveValue("Half a sentence");
	await dialog.getByRole("link", { name: "Close" }).click();
	await expect(question).toBeVisible();
	await question.getByRole("button", { name: "Discard" }).click();
	await expect(dialog).toBeHidden();
	await expect(sheet(page, first)).toBeVisible();
	await page.keyboard.press("s");
	await expect(dialog).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(question).toHaveCount(0);
});

test("a half-written note is asked about, and is not there for the next applicant", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?size=50");
	const { first, second } = await openList(page);
	await rowLink(page, firstRow).click();
	await sheet(page, first).getByRole("link", { name: "Activity Log" }).click();
	const note = page.getByLabel("Note", { exact: true });
	await note.fill("Half a note");
	const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
	await sheet(page, first).getByRole("link", { name: "Next applicant" }).click();
	await expect(question).toContainText("Your note has not been added.");
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(note).toHaveValue("Half a note");

	await page.keyboard.press("Control+k");
	await page.getByRole("combobox", { name: "Search or run a command" }).fill(`note ${second}`);
	await page
		.getByRole("option", { name: /^Add a note/ })
		.first()
		.click();
	await question.getByRole("button", { name: "Discard" }).click();
	await expect(sheet(page, second)).toBeVisible();
	await expect(note).toHaveValue("");
});
