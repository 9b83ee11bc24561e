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
