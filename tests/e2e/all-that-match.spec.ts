import type { Page } from "@playwright/test";
import { applicantsOf, expect, takenOver, test } from "./fixtures";

/** Rows of the list that no other journey moves. */
const rows = { mouse: 44, plain: 45 } as const;

/** The number of the applicant of that row: a search that only they match. */
const numberAt = async (page: Page, row: number): Promise<string> => {
	const path = (await applicantsOf(page, "/crestfield/applicants?size=50"))[row] ?? "";
	const html = await (await page.request.get(path)).text();
	return /CU\/\d+\/\d+/.exec(html)?.[0] ?? "";
};

test("all that match are counted, listed and moved, each is accounted for, and it is undone", { tag: "@long" }, async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const number = await numberAt(page, rows.mouse);
	await page.goto(`/crestfield/applicants?q=${encodeURIComponent(number)}`);
	await takenOver(page);
	await page.getByRole("link", { name: "Select all 1 that match" }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage…" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Invited to screening" });
	await expect(dialog.getByText("All 1 applicant that match")).toBeVisible();
	await expect(dialog.getByText("1 applicant moves, 1 email goes out.")).toBeVisible();
	await dialog.getByRole("link", { name: "Look at each of the 1 applicant" }).click();
	await expect(dialog.getByRole("region", { name: "Each of them" })).toContainText("Will move");
	await dialog.getByLabel("Comment").fill("All of them.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/^1 applicant moved to Invited to screening/)).toBeVisible();
	const undo = await page.locator("form[action*='/stage-changes/']").first().getAttribute("action");
	await page.goto((undo ?? "").replace(/\/stage-changes\/(.*)\/undo$/, "/batches/$1"));
	await expect(page.getByRole("heading", { name: / to Invited to screening$/ })).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: number })).toContainText("Moved");
	await page.getByRole("button", { name: "Dismiss" }).click();
	await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("This change was undone.")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: number })).toContainText("Undone");
});

test("without JavaScript all that match are moved the same way", { tag: "@long" }, async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const number = await numberAt(page, rows.plain);
	await page.goto(`/crestfield/applicants?q=${encodeURIComponent(number)}`);
	await page.getByRole("link", { name: "Select all 1 that match" }).click();
	await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Move to stage…" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Shortlisted for screening" });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText("1 applicant moves, 1 email goes out.")).toBeVisible();
	await dialog.getByLabel("Do not notify").check();
	await dialog.getByLabel("Comment").fill("All of them, in silence.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/^1 applicant moved to Shortlisted for screening$/)).toBeVisible();
});
