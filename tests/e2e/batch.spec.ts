import type { Page } from "@playwright/test";
import { accountOf, applicantsOf, expect, hydrated, test } from "./fixtures";

/** The rows of the other institution's list that only this journey changes. */
const rows = [10, 11] as const;
const rowsWithColleague = [43, 44, 45] as const;

interface Step {
	id: string;
	name: string;
}

/** Signs in a member of staff of the other institution who uses the API. */
const signInByApi = async (page: Page) => {
	const { email, password } = accountOf("lagoon", "Super administrator");
	const credentials = { organisation: "lagoon", username: email, password };
	const { accessToken } = await (await page.request.post("/api/ums/login", { data: credentials })).json();
	const headers = { authorization: `Bearer ${accessToken}` };
	return {
		stageOf: async (id: string): Promise<Step> =>
			(await (await page.request.get(`/api/candidates/${id}`, { headers })).json()).stage,
		move: async (id: string, stageId: string) => {
			const data = { stageId, reason: "Moved by a colleague." };
			expect((await page.request.patch(`/api/candidates/${id}`, { headers, data })).status()).toBe(200);
		},
	};
};

test("an applicant that a colleague changes during the preview is left out and named, though the page is live", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const paths = await applicantsOf(page, "/lagoon/applicants?size=50");
	const [first = "", second = "", third = ""] = rowsWithColleague.map((row) => paths[row]?.split("/").at(-1) ?? "");
	const { stageOf, move } = await signInByApi(colleague);
	const stages = await Promise.all([first, second, third].map(stageOf));
	await page.goto(`/lagoon/applicants/stage?size=50&id=${first}&id=${second}&id=${third}`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const stage = dialog.getByLabel("New stage");
	const options = await stage
		.locator("option")
		.evaluateAll((all) => all.map((option) => ({ id: option.getAttribute("value") ?? "", name: option.textContent })));
	const [target, elsewhere] = options.filter(({ id }) => id !== "" && !stages.some((one) => one.id === id));
	await stage.selectOption(target?.id ?? "");
	await expect(dialog.getByText(/^3 applicants will move/)).toBeVisible();
	await dialog.getByLabel("Comment").fill("Moved together.");

	await move(second, elsewhere?.id ?? "");
	await move(third, target?.id ?? "");
	await expect(
		dialog.getByText(/^2 applicants will move, 1 is already there\. /),
		"the dialog shows the change at once",
	).toBeVisible();
	await expect(dialog.getByLabel("Comment")).toHaveValue("Moved together.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	const outcome = page.getByRole("dialog", { name: `1 applicant moved to ${target?.name}` });
	await expect(outcome.getByText(/1 was changed meanwhile/)).toBeVisible();
	expect((await stageOf(first)).id).toBe(target?.id);
	expect((await stageOf(second)).id, "the applicant stays where the colleague put them").toBe(elsewhere?.id);
});

test("without JavaScript a selection is previewed in numbers before its stage changes", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", "/lagoon/applicants?size=20");
	const boxes = page.getByRole("checkbox", { name: /^Select / });
	// why again: Chromium drops a press that comes before it has painted the page.
	for (const row of rows) await expect(() => boxes.nth(row).check()).toPass();
	await page.getByRole("button", { name: "Move selected to stage" }).click();

	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await expect(dialog.getByText("2 applicants selected")).toBeVisible();
	const stage = dialog.getByLabel("New stage");
	await stage.selectOption({ index: 5 });
	const name = (await stage.locator("option:checked").textContent()) ?? "";
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText(/^2 applicants will move.*(?:emails?|SMS) will be sent\.$/)).toBeVisible();

	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog.getByText("Enter a comment")).toBeVisible();
	await dialog.getByLabel("Comment").fill("Moved together without scripts.");
	await stage.selectOption({ index: 4 });
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(dialog.getByText("Nothing was done: you had not reviewed this choice.")).toBeVisible();
	await expect(stage.locator("option:checked")).not.toHaveText(name);
	await stage.selectOption({ label: name });
	await dialog.getByRole("button", { name: "Review again" }).click();
	await expect(dialog.getByText(/^2 applicants will move/)).toBeVisible();
	await expect(dialog.getByText("Nothing was done")).toHaveCount(0);
	await expect(dialog.getByLabel("Comment")).toHaveValue("Moved together without scripts.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByRole("status").filter({ hasText: `2 applicants moved to ${name}` })).toBeVisible();
	for (const row of rows) await expect(page.getByRole("row").nth(1 + row)).toContainText(name);

	for (const row of rows) await boxes.nth(row).check();
	await page.getByRole("button", { name: "Move selected to stage" }).click();
	await stage.selectOption({ label: name });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText("0 applicants will move, 2 are already there")).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Comment & Proceed" })).toBeDisabled();
});
