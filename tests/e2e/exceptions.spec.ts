import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const list = "/crestfield/transactions/exceptions";
const table = (page: Page) => page.getByRole("table", { name: "Payment exceptions" });
const sheet = (page: Page) => page.getByRole("dialog");
const open = (page: Page, kind: string) => table(page).getByRole("link", { name: kind, exact: true }).first();

test("by mouse: from the transactions to a payment that was paid twice, whose refund is recorded", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/transactions");
	await hydrated(page);
	await page.getByRole("link", { name: /^Exceptions \d+$/ }).click();
	await expect(page.getByRole("heading", { name: "Payment exceptions", level: 1 })).toBeVisible();
	await page
		.getByRole("navigation", { name: "Kinds" })
		.getByRole("link", { name: /^Paid twice/ })
		.click();
	await expect(page).toHaveURL(/kind=paid_twice/);
	await expect(table(page).locator(".row-link")).toHaveCount(1);
	await open(page, "Paid twice").click();
	const payments = sheet(page)
		.getByRole("listitem")
		.filter({ has: page.getByRole("link") });
	await expect(payments.filter({ hasText: "Success" })).toHaveCount(2);
	await expectNoAxeViolations(page);
	await sheet(page).locator("summary", { hasText: "Record the refund" }).click();
	const form = sheet(page).locator("#do-refunded");
	await form.getByRole("button", { name: "Record the refund" }).click();
	await expect(form.getByText("Enter a reason")).toBeVisible();
	await form.getByLabel("Reason").fill("Refunded at Paystack today, 44120.");
	await form.getByRole("button", { name: "Record the refund" }).click();
	await expect(page.getByText(/^Paid twice, .+: resolved\.$/)).toBeVisible();
	await expect(sheet(page)).toHaveCount(0);
	await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Resolved" }).click();
	await expect(table(page).getByText("Refunded at Paystack today, 44120.")).toBeVisible();
	await table(page).locator(".row-link").first().click();
	await expect(sheet(page).getByText("What to do")).toHaveCount(0);
});

test("by keyboard alone: from the palette to another amount, which is accepted", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/applicants?size=10");
	await hydrated(page);
	await page.keyboard.press("Control+K");
	await page.keyboard.type("payment exceptions");
	await expect(page.getByRole("option", { name: /^Payment exceptions/ }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(list);
	await expect(open(page, "Another amount")).toBeVisible();
	for (let row = 0; row < 10; row += 1) {
		await page.keyboard.press("j");
		if ((await page.evaluate(() => document.activeElement?.textContent)) === "Another amount") break;
	}
	await page.keyboard.press("Enter");
	await expect(sheet(page)).toBeVisible();
	for (let step = 0; step < 30; step += 1) {
		if ((await page.evaluate(() => document.activeElement?.id)) === "accept-reason") break;
		await page.keyboard.press("Tab");
	}
	await page.keyboard.type("The applicant paid the fee of last year.");
	await page.keyboard.press("Enter");
	await expect(page.getByText(/^Another amount, .+: resolved\.$/)).toBeVisible();
	await expect(open(page, "Another amount")).toHaveCount(0);
});

test("the list and what is open over it are right at both widths", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", list);
	await hydrated(page);
	await expectAccessibleAtBothWidths(page);
	await open(page, "Unknown reference").click();
	await expect(sheet(page).getByRole("heading", { name: "What to do" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a payment of nobody gets its applicant, and one that is unknown is dismissed", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", "/crestfield/applicants?size=10");
		const name = (await page.locator(".row-link").first().textContent()) ?? "";
		await page.goto(list);
		await open(page, "No applicant").click();
		await sheet(page).getByLabel("Find the applicant").fill(name);
		await sheet(page).getByRole("button", { name: "Search" }).click();
		await sheet(page).getByRole("radio").first().check();
		await sheet(page).getByRole("button", { name: "Attach to applicant" }).click();
		await expect(page.getByText(/^No applicant, .+: resolved\.$/)).toBeVisible();
		await open(page, "Unknown reference").click();
		await sheet(page).locator("summary", { hasText: "Dismiss" }).click();
		const form = sheet(page).locator("#do-dismiss");
		await form.getByRole("button", { name: "Dismiss" }).click();
		await expect(sheet(page).locator("#do-dismiss").getByText("Enter a reason")).toBeVisible();
		await form.getByLabel("Reason").fill("It is the bookshop's.");
		await form.getByRole("button", { name: "Dismiss" }).click();
		await expect(page.getByText(/^Unknown reference, .+: resolved\.$/)).toBeVisible();
	});
});
