import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, hydrated, test } from "./fixtures";

/** The row of the list that only this journey uses. */
const row = 24;

const openDialog = async (page: Page, path: string) => {
	await page.goto(`${path}/stage`);
	await hydrated(page);
	return page.getByRole("dialog", { name: "Change Applicant Status" });
};

test("the user who saves second sees both versions, and can apply their own", async ({ page, colleague, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await signIn(colleague, "crestfield", "Super administrator", null);
	const path = (await applicantsOf(page, "/crestfield/applicants?size=50"))[row - 1] ?? "";
	const mine = await openDialog(page, path);
	const theirs = await openDialog(colleague, path);
	await mine.getByLabel("New stage").selectOption({ label: "Invited to screening" });
	await expect(mine.getByRole("region", { name: "What is sent" })).toBeVisible();
	await mine.getByLabel("Comment").fill("Mine.");

	await theirs.getByLabel("New stage").selectOption({ label: "Keep in view" });
	await theirs.getByLabel("Comment").fill("Theirs.");
	await theirs.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(colleague.getByText(/is now at Keep in view/)).toBeVisible();
	await expect(mine.getByText("is at Keep in view"), "the dialog shows the new stage at once").toBeVisible();

	await mine.getByRole("button", { name: "Comment & Proceed" }).click();
	const conflict = mine.getByRole("alert");
	const stages = conflict.getByRole("row", { name: /^Stage/ }).getByRole("cell");
	await expect(stages).toHaveText(["Keep in view", "Invited to screening"]);
	await expect(conflict).toContainText(/Moved from .+ to Keep in view “Theirs\.”, by Ad.+, just now/);

	const again = await openDialog(colleague, path);
	await again.getByLabel("New stage").selectOption({ label: "Documents missing" });
	await expect(again.getByRole("region", { name: "What is sent" })).toBeVisible();
	await again.getByLabel("Comment").fill("Theirs, later.");
	await again.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(mine.getByText("is at Documents missing"), "the dialog still shows changes at once").toBeVisible();
	await expect(conflict, "the dialog keeps the refusal").toContainText("“Theirs.”");
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessibleLayout(page);
	expect(
		await conflict.evaluate((box) => box.scrollWidth - box.clientWidth),
		"the dialog fits 360 px",
	).toBeLessThanOrEqual(0);
	await expect(mine.getByLabel("Comment")).toHaveValue("Mine.");
	await mine.getByRole("button", { name: "Apply mine on top" }).click();
	await expect(stages, "a change that was not shown is not overwritten").toHaveText([
		"Documents missing",
		"Invited to screening",
	]);
	await expect(mine.getByLabel("Comment")).toHaveValue("Mine.");
	await mine.getByRole("button", { name: "Apply mine on top" }).click();
	await expect(page.getByText(/is now at Invited to screening/)).toBeVisible();
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole("link", { name: "Activity Log" }).click();
	await expect(page.getByText(/Moved from Documents missing to Invited to screening/).first()).toBeVisible();
});
