import { expect, hydrated, test } from "./fixtures";

/** The journeys, each of which uses the row of the list in its position. */
const firstNames = ["mouse", "keyboard", "no scripts", "live", "batch"] as const;
const rowFor = (purpose: (typeof firstNames)[number]) => firstNames.indexOf(purpose);

test("by mouse: the user finds an applicant, reads the form, changes the stage and sees it in the activity log", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await expect(page.getByRole("heading", { name: "Process Applicants" })).toBeVisible();
	const row = page.getByRole("row").nth(1 + rowFor("mouse"));
	const number = (await row.getByText(/^CU\/\d+\/\d+$/).textContent()) ?? "";
	await page.getByRole("searchbox", { name: "Search applicants" }).fill(number);
	await expect(page.getByText("1–1 of 1")).toBeVisible();
	await page.getByRole("row").nth(1).getByRole("link").click();

	const sheet = page.getByRole("dialog").first();
	await expect(sheet.getByText(number)).toBeVisible();
	await expect(sheet.getByText("Date of birth")).toBeVisible();
	await sheet.getByRole("button", { name: "Process Application" }).click();
	await page.getByRole("menuitem", { name: "Keep in view" }).click();

	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const proceed = dialog.getByRole("button", { name: "Comment & Proceed" });
	await expect(proceed, "the comment is empty").toBeDisabled();
	await dialog.getByRole("textbox", { name: "Comment" }).fill("Complete file, strong O'level.");
	await expect(proceed).toBeEnabled();
	await proceed.click();
	await expect(page.getByText(/is now at Keep in view/)).toBeVisible();
	await sheet.getByRole("link", { name: "Activity Log" }).click();
	await expect(sheet.getByText(/Moved from .* to Keep in view/).first()).toBeVisible();
	await expect(sheet.getByText("“Complete file, strong O'level.”").first()).toBeVisible();
});

test("by keyboard alone: the palette finds an applicant and changes the stage with a comment", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const row = page.getByRole("row").nth(1 + rowFor("keyboard"));
	const number = (await row.getByText(/^CU\/\d+\/\d+$/).textContent()) ?? "";
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog")).toBeVisible();
	await page.keyboard.type(number);
	await expect(page.getByRole("option").filter({ hasText: number }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog").getByText(number).first()).toBeVisible();
	await page.keyboard.press("s");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await expect(dialog).toBeVisible();
	await expect(dialog.getByRole("combobox", { name: "New stage" })).toBeFocused();
	await page.keyboard.type("Keep");
	await page.keyboard.press("Tab");
	await expect(dialog.getByRole("textbox", { name: "Comment" })).toBeFocused();
	await page.keyboard.type("Waiting for the transcript.");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/is now at Keep in view/)).toBeVisible();
	await page.keyboard.press("[");
	await expect(page.getByRole("link", { name: "Transactions" })).toHaveAttribute("aria-current", "page");
	await page.keyboard.press("[");
	await expect(page.getByText("“Waiting for the transcript.”").first()).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("heading", { name: "Process Applicants" })).toBeVisible();
	await expect(page).toHaveURL(/\/applicants(\?|$)/);
});

test("without JavaScript: the user searches, reads, changes the stage with a comment and reads the log", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	const row = page.getByRole("row").nth(1 + rowFor("no scripts"));
	const number = (await row.getByText(/^CU\/\d+\/\d+$/).textContent()) ?? "";
	await page.getByRole("searchbox", { name: "Search applicants" }).fill(number);
	await page.getByRole("searchbox", { name: "Search applicants" }).press("Enter");
	await page.getByRole("row").nth(1).getByRole("link").click();
	const sheet = page.getByRole("dialog").first();
	await expect(sheet.getByText("Date of birth")).toBeVisible();
	await sheet.locator("summary", { hasText: "Process Application" }).click();
	await sheet.getByRole("link", { name: "Keep in view" }).click();

	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog.getByText("Enter a comment", { exact: true })).toBeVisible();
	await dialog.getByRole("textbox", { name: "Comment" }).fill("Seen without scripts.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByRole("status").filter({ hasText: "is now at Keep in view" })).toBeVisible();
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(page.getByText("“Seen without scripts.”").first()).toBeVisible();
});

test("a colleague with the same applicant open sees the change without a reload, and is shown as present", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await signIn(colleague, "crestfield", "Super administrator");
	const link = page
		.getByRole("row")
		.nth(1 + rowFor("live"))
		.getByRole("link");
	const path = (await link.getAttribute("href")) ?? "";
	await link.click();
	await colleague.goto(path);
	await expect(page.getByText(/is also here/)).toBeVisible();
	await expect(colleague.getByText(/is also here/)).toBeVisible();

	// why: until its code has loaded the menu is a closed list that names every stage.
	await expect(colleague.getByRole("button", { name: "Process Application" })).toBeVisible();
	const sheet = colleague.getByRole("dialog").first();
	await expect(sheet).not.toContainText("Keep in view");
	await page.getByRole("button", { name: "Process Application" }).click();
	await page.getByRole("menuitem", { name: "Keep in view" }).click();
	await page.getByRole("textbox", { name: "Comment" }).fill("Seen live.");
	await page.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(sheet).toContainText("Keep in view");
});

test("a selection changes its stage together after a preview in numbers", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer");
	await page
		.getByRole("checkbox", { name: /^Select (?!every)/ })
		.nth(0)
		.check();
	await page
		.getByRole("checkbox", { name: /^Select (?!every)/ })
		.nth(1)
		.check();
	await hydrated(page);
	await page.getByRole("link", { name: "Next" }).click();
	await expect(page).toHaveURL(/page=1/);
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await page
		.getByRole("checkbox", { name: /^Select (?!every)/ })
		.nth(0)
		.check();
	await expect(page.getByText("3 selected")).toBeVisible();
	await page.getByRole("button", { name: /Move to stage/ }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const stage = dialog.getByRole("combobox", { name: "New stage" });
	await stage.selectOption({ index: 5 });
	await expect(dialog.getByText(/applicants? will move\b.*(?:emails?|SMS) will be sent/)).toBeVisible();
	const proceed = dialog.getByRole("button", { name: "Comment & Proceed" });
	await expect(proceed, "the comment is empty").toBeDisabled();
	await dialog.getByRole("textbox", { name: "Comment" }).fill("Moved together.");
	await expect(proceed).toBeEnabled();
	await proceed.click();
	await expect(page.getByText(/applicants? moved to/).first()).toBeVisible();
});
