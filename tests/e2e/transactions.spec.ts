import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** An admitted applicant, who therefore has paid twice; no journey changes them. */
const openAdmitted = async (page: Page) => {
	const [, second] = await applicantsOf(page, "/crestfield/applicants?stage=ACCEPTED");
	await page.goto(`${second}/transactions`);
};
const table = (page: Page) => page.getByRole("table", { name: "Transactions" });

test("a payment opens to its lines, by mouse and by keyboard", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openAdmitted(page);
	await hydrated(page);
	await expect(page.getByRole("link", { name: "Transactions", exact: true })).toHaveAttribute("aria-current", "page");
	const paid = table(page).getByRole("row").filter({ hasText: "Success" });
	const total = table(page).getByText("Total").first();
	await expect(total).toBeHidden();
	await paid.last().click();
	await expect(table(page).getByText("Application form")).toBeVisible();
	await expect(table(page).getByText("Late registration")).toHaveCount(0);
	await expect(
		table(page)
			.getByText(/^₦[\d,]+\.\d{2}$/)
			.first(),
	).toBeVisible();
	await expectNoAxeViolations(page);
	const download = page.waitForEvent("download");
	await table(page).getByRole("link", { name: "Download receipt" }).last().click();
	expect((await download).suggestedFilename()).toMatch(/^Receipt .+\.pdf$/);
	await paid.last().locator("summary").press("Enter");
	await expect(table(page).getByText("Application form")).toBeHidden();
	await page.setViewportSize({ width: 360, height: 740 });
	await paid.last().locator("summary").press("Enter");
	await expect(table(page).getByText("Application form")).toBeVisible();
	await expectAccessibleLayout(page);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
});

test("without JavaScript a payment opens to its lines", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openAdmitted(page);
	const paid = table(page).getByRole("row").filter({ hasText: "Success" });
	await expect(table(page).getByText("Application form")).toBeHidden();
	await paid.last().locator("summary").click();
	await expect(table(page).getByText("Application form")).toBeVisible();
	const download = page.waitForEvent("download");
	await table(page).getByRole("link", { name: "Download receipt" }).last().click();
	expect((await download).suggestedFilename()).toMatch(/^Receipt .+\.pdf$/);
});

/** Opens the transactions of an applicant with an attempt to pay at that status. */
const openWith = async (page: Page, status: string) => {
	for (const path of await applicantsOf(page, "/crestfield/applicants?size=50")) {
		const tab = await (await page.request.get(`${path}/transactions`)).text();
		if (!tab.includes(`>${status}<`)) continue;
		await page.goto(`${path}/transactions`);
		return;
	}
};

for (const [status, name] of [
	["Failed", /^Payment record not paid .+\.pdf$/],
	["Pending", /^Payment record not confirmed .+\.pdf$/],
] as const) {
	test(`a transaction that is ${status.toLowerCase()} has a record that is not called a receipt`, async ({
		withoutJavaScript: page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Reviewer", null);
		await openWith(page, status);
		const row = table(page).getByRole("row").filter({ hasText: status }).first();
		await row.locator("summary").click();
		const record = table(page).getByRole("link", { name: "Download record, not a receipt" });
		const download = page.waitForEvent("download");
		await record.filter({ visible: true }).click();
		expect((await download).suggestedFilename()).toMatch(name);
	});
}

const savedViews = (page: Page) => page.getByRole("navigation", { name: "Saved views" });

test("a view of transactions is saved, chosen, renamed and deleted without scripts", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/transactions?status=FAILED&platform=PAYSTACK");
	await page.getByRole("link", { name: "Save view" }).click();
	const dialog = page.getByRole("dialog", { name: "Save view" });
	await dialog.getByLabel("Name").fill("Pending at Remita");
	await dialog.getByLabel("Share with the office").check();
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("A view with this name already exists").first()).toBeVisible();
	await dialog.getByLabel("Name").fill("Failed at Paystack");
	await dialog.getByRole("button", { name: "Save" }).click();
	const chosen = savedViews(page).getByRole("link", { name: "Failed at Paystack" });
	await expect(chosen).toHaveAttribute("aria-current", "page");
	await savedViews(page).getByRole("link", { name: "Pending at Remita" }).click();
	await expect(page).toHaveURL(/status=PENDING&platform=REMITA$/);
	await savedViews(page).getByRole("link", { name: "All views" }).click();
	await page.getByRole("link", { name: "Change Failed at Paystack" }).click();
	const change = page.getByRole("dialog", { name: "Change view" });
	await change.getByLabel("Name").fill("To write to");
	await change.getByRole("button", { name: "Save" }).click();
	await page.getByRole("link", { name: "Change To write to" }).click();
	await change.getByRole("link", { name: "Delete…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("The view is deleted")).toBeVisible();
	await expect(page.getByRole("link", { name: "To write to" })).toHaveCount(0);
});

test("by keyboard alone a view of transactions is saved and opened from the palette", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/transactions?status=SUCCESS");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const run = async (typed: string, title: string) => {
		await page.keyboard.press("Control+k");
		await palette.getByRole("combobox").fill(typed);
		await expect(palette.getByRole("option", { name: title }).first()).toHaveAttribute("aria-selected", "true");
		await page.keyboard.press("Enter");
	};
	await run("save the transactions", "Save the transactions as a view…");
	await expect(page.getByRole("dialog", { name: "Save view" }).getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Money that came");
	await page.keyboard.press("Enter");
	await expect(savedViews(page).getByRole("link", { name: "Money that came" })).toBeVisible();
	await expectAccessibleLayout(page);
	await run("> pending at remita", "Open the view Pending at Remita");
	await expect(page).toHaveURL(/status=PENDING&platform=REMITA$/);
});
