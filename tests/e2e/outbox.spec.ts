import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

/** Members of staff whose passwords no other journey resets. */
const [zainab, terna] = ["zainab.lawal@crestfield.example", "terna.akume@crestfield.example"];

const forgetPassword = async (page: Page, email: string) => {
	await page.goto("/crestfield/forgot-password");
	await page.getByLabel("Email address").fill(email);
	await page.getByRole("button", { name: "Reset password" }).click();
	await expect(page.getByText("Password reset submitted successfully, Please check your mail")).toBeVisible();
};

/** Returns the latest email to them in the outbox's list. */
const newestTo = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email }).first();

/** why: it is sent in the background. */
const waitForMail = (page: Page, email: string) =>
	expect
		.poll(async () => {
			await page.reload();
			return newestTo(page, email).count();
		})
		.toBe(1);

test("the palette finds a sent email, which is shown as the recipient sees it", async ({ page, signIn, colleague }) => {
	await forgetPassword(colleague, zainab);
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("outbox");
	await expect(page.getByRole("option", { name: "Go to Outbox", selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Outbox", level: 1 })).toBeVisible();
	await waitForMail(page, zainab);
	await expectAccessibleAtBothWidths(page);

	await page.setViewportSize({ width: 1440, height: 900 });
	await newestTo(page, zainab).getByRole("link").click();
	await expect(page.getByRole("heading", { name: /^Your new password for/ })).toBeVisible();
	const framed = page.frameLocator("iframe");
	const link = framed.getByRole("link", { name: /\/reset-request\?/ });
	await expect(link).toBeVisible();
	await expectAccessibleAtBothWidths(page);

	const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
	await expect(opened.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(opened).toHaveURL(/\/crestfield\/reset-request\?/);
});

test("without JavaScript the search page finds it", async ({ withoutJavaScript: page, signIn, colleague }) => {
	await forgetPassword(colleague, terna);
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/search?q=outbox");
	await page.getByRole("link", { name: "Go to Outbox" }).click();
	await waitForMail(page, terna);
	await newestTo(page, terna).getByRole("link").click();
	await expect(page.frameLocator("iframe").getByText("Somebody, probably you")).toBeVisible();
	await expect(page.getByText("Somebody, probably you")).toBeVisible();
});
