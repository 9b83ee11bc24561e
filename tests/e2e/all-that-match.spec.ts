import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** Rows of the list that no other journey changes. */
const rows = { mouse: 44, plain: 45 } as const;

/** Returns the number of the applicant in that row, which only they match in a search. */
const numberAt = async (page: Page, row: number): Promise<string> => {
	const path = (await applicantsOf(page, "/crestfield/applicants?size=50"))[row] ?? "";
	const html = await (await page.request.get(path)).text();
	return /CU\/\d+\/\d+/.exec(html)?.[0] ?? "";
};

test("all that match are counted, listed and changed, each result is shown, and the change is undone", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const number = await numberAt(page, rows.mouse);
	await page.goto(`/crestfield/applicants?q=${encodeURIComponent(number)}`);
	await hydrated(page);
	await page.getByRole("link", { name: "Select all 1 that match" }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Invited to screening" });
	await expect(dialog.getByText("All 1 applicant that match")).toBeVisible();
	await expect(dialog.getByText("1 applicant will move. 1 email and up to 1 SMS will be sent.")).toBeVisible();
	await dialog.getByRole("link", { name: "Show the applicant" }).click();
	await expect(dialog.getByRole("region", { name: "Each of them" })).toContainText("Will move");
	await dialog.getByLabel("Comment").fill("All of them.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/^1 applicant moved to Invited to screening/)).toBeVisible();
	const undo = await page.locator("form[action*='/batches/']").first().getAttribute("action");
	await page.goto((undo ?? "").replace(/\/undo$/, ""));
	await expect(page.getByRole("heading", { name: / to Invited to screening$/ })).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: number })).toContainText("Moved");
	await page.getByRole("button", { name: "Dismiss" }).click();
	await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("This change was undone.")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: number })).toContainText("Undone");
});

test("all that match are selected in the table's head or beside what is selected, and ticks stay", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?stage=SUBMITTED");
	await hydrated(page);
	const all = page.getByRole("link", { name: /^Select all [\d,]+ that match$/ });
	const heads = page.getByRole("columnheader", { name: "Applicant", exact: true });
	await expect(heads.getByRole("link", { name: /^Select all [\d,]+ that match$/ })).toBeVisible();
	await page.getByRole("checkbox", { name: "Select every applicant on this page" }).check();
	const bar = page.getByRole("region", { name: "Selection" });
	await bar.getByRole("button", { name: "More" }).click();
	await page.getByRole("menuitem", { name: /^Select all [\d,]+ that match$/ }).click();
	await expect(bar).toContainText(/^All [\d,]+ that match/);
	await expect(all).toHaveCount(0);
	await bar.getByRole("link", { name: "Move to stage" }).click();
	await expect(page.getByRole("dialog", { name: "Change Applicant Status" })).toBeVisible();
	await expect(page.locator("tbody input[name='id']:checked")).toHaveCount(10);
});

test("the error of a number that was not typed is in sight, above the buttons", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants?stage=SUBMITTED");
	await hydrated(page);
	await page.getByRole("link", { name: /^Select all [\d,]+ that match$/ }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Invited to screening" });
	await expect(dialog.getByText(/applicants will move/)).toBeVisible();
	await dialog.getByLabel("Comment").fill("All of them.");
	await page.setViewportSize({ width: 1440, height: 600 });
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog.getByLabel("Number of applicants")).toBeFocused();
	await expect(dialog.getByText(/^Type [\d,]+: /)).toBeInViewport({ ratio: 1 });
});

test("without JavaScript all that match change their stage the same way", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const number = await numberAt(page, rows.plain);
	await page.goto(`/crestfield/applicants?q=${encodeURIComponent(number)}`);
	await page.getByRole("link", { name: "Select all 1 that match" }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Shortlisted for screening" });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText("1 applicant will move. 1 email will be sent.")).toBeVisible();
	await dialog.getByLabel("Don’t email applicants").check();
	await dialog.getByLabel("Comment").fill("All of them, in silence.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/^1 applicant moved to Shortlisted for screening$/)).toBeVisible();
});

/** Returns a list that contains one applicant, at a stage with an email template. */
const listOfInvited = async (page: Page, row: number): Promise<string> => {
	await page.goto("/crestfield/applicants?stage=INVITATION&size=50");
	const number = await page
		.getByRole("row")
		.nth(row)
		.getByText(/^CU\/\d+\/\d+$/)
		.textContent();
	return `/crestfield/applicants?q=${encodeURIComponent(number ?? "")}`;
};

test("all that match are notified again: counted, listed, and each email's result is shown", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await page.goto(await listOfInvited(page, 3));
	await hydrated(page);
	await page.getByRole("link", { name: "Select all 1 that match" }).click();
	await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("notify again");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await expect(palette.getByRole("option", { selected: true })).toContainText("Notify again: all that match");
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Notify again" });
	await dialog.getByLabel("Stage").selectOption({ label: "Invited to screening" });
	await expect(dialog.getByText("All 1 applicant that match")).toBeVisible();
	await expect(dialog.getByText(/^1 applicant at Invited to screening is sent “.*” again\.$/)).toBeVisible();
	await dialog.getByRole("link", { name: "Show the applicant" }).click();
	await expect(dialog.getByRole("region", { name: "Each of them" })).toContainText("Will be emailed");
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByText("Email is being sent")).toBeVisible();
});

test("without JavaScript all that match are notified again, and their forms are drawn", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const list = await listOfInvited(page, 4);
	const choose = async (label: string) => {
		await page.goto(list);
		await page.getByRole("link", { name: "Select all 1 that match" }).click();
		const bar = page.getByRole("region", { name: "Selection" });
		await bar.getByText("More", { exact: true }).click();
		await bar.getByRole("link", { name: label }).click();
	};
	await choose("Notify again");
	const dialog = page.getByRole("dialog", { name: "Notify again" });
	await dialog.getByLabel("Stage").selectOption({ label: "Invited to screening" });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await dialog.getByRole("link", { name: "Show the applicant" }).click();
	await expect(dialog.getByText("Will be emailed")).toBeVisible();
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Email is being sent" })).toBeVisible();

	await choose("Download forms");
	const forms = page.getByRole("dialog", { name: "Download forms" });
	await expect(forms.getByText("1 form will be made.")).toBeVisible();
	await forms.getByRole("link", { name: "Show the applicant" }).click();
	await expect(forms.getByText("Included", { exact: true })).toBeVisible();
	await forms.getByRole("button", { name: "Download forms" }).click();
	await expect(page.getByText(/of 1 done\.|^1 form made/)).toBeVisible();
});
