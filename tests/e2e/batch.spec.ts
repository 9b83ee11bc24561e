import { expect, test } from "./fixtures";

/** Rows of the other institution's list that this journey takes. */
const rows = [10, 11] as const;

test("without JavaScript a selection is looked at in numbers before it moves", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", "/lagoon/applicants?size=20");
	const boxes = page.getByRole("checkbox", { name: /^Select / });
	for (const row of rows) await boxes.nth(row).check();
	await page.getByRole("button", { name: "Move selected to stage…" }).click();

	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await expect(dialog.getByText("2 applicants selected")).toBeVisible();
	const stage = dialog.getByLabel("New stage");
	await stage.selectOption({ index: 5 });
	const name = (await stage.locator("option:checked").textContent()) ?? "";
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText(/^2 applicants move, .*emails? go out\.$/)).toBeVisible();

	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog.getByText("Enter a comment")).toBeVisible();
	await dialog.getByLabel("Comment").fill("Moved together without scripts.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByRole("status").filter({ hasText: `2 applicants moved to ${name}` })).toBeVisible();
	for (const row of rows) await expect(page.getByRole("row").nth(1 + row)).toContainText(name);

	for (const row of rows) await boxes.nth(row).check();
	await page.getByRole("button", { name: "Move selected to stage…" }).click();
	await stage.selectOption({ label: name });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText("0 applicants move, 2 are already there")).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Comment & Proceed" })).toBeDisabled();
});
