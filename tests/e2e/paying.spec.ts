import type { Page } from "@playwright/test";
import {
	accountOf,
	applicantsOf,
	expect,
	expectAccessibleAtBothWidths,
	expectAccessibleLayout,
	hydrated,
	test,
} from "./fixtures";
import { configurations, makeConfiguration } from "./make-configuration";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Take a payment" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const table = (page: Page) => page.getByRole("table", { name: "Transactions" });

const openTab = async (page: Page, nth: number) => {
	const applicants = await applicantsOf(page, "/crestfield/applicants?size=20");
	const tab = `${applicants[nth]}/transactions`;
	await page.goto(tab);
	return tab;
};

/** Takes a payment of one line, from the open tab to the payer's page. @returns its reference */
const takePayment = async (page: Page, platform: string, currency = "NGN") => {
	await page.getByRole("link", { name: "Take a payment" }).filter({ visible: true }).first().click();
	await dialog(page)
		.getByLabel("Platform")
		.selectOption({ value: `browser-${platform}` });
	await dialog(page).getByLabel("Currency").selectOption(currency);
	await dialog(page).getByLabel("Name of line 1").fill("Acceptance fee");
	await dialog(page).getByLabel("Amount of line 1").fill("50,000.00");
	await dialog(page).getByRole("button", { name: "Make payment link" }).click();
	const link = page.getByRole("dialog", { name: "Payment link" });
	await expect(link.getByLabel("Link for the payer")).toHaveValue(/\/crestfield\/payment\/[\w.-]+$/);
	await link.getByRole("link", { name: "Open the payment page" }).click();
	await expect(heading(page)).toHaveText("Payment not confirmed yet");
	const reference = /PAY-\w{16}/.exec((await page.locator("main").textContent()) ?? "")?.[0];
	return reference ?? "no reference";
};

const continueToPay = async (page: Page) => {
	const go = { name: "Continue to pay" };
	await page.getByRole("link", go).or(page.getByRole("button", go)).click();
	await expect(heading(page)).toHaveText(/^Pay with /);
};

/** Reads a payment as a program does. */
const statusOf = async (page: Page, reference: string) => {
	const { email, password } = accountOf("crestfield", "Super administrator");
	const login = { organisation: "crestfield", username: email, password };
	const { accessToken } = await (await page.request.post("/api/ums/login", { data: login })).json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const { data } = await (await page.request.get(`/api/payments?name=${reference}`, { headers })).json();
	return data.map((one: { reference: string; status: string; amount: number }) => [
		...[one.reference, one.status, one.amount],
	]);
};

for (const [nth, platform] of (["PAYSTACK", "REMITA", "INTERSWITCH", "STRIPE"] as const).entries()) {
	test(`an applicant pays by ${platform}'s page, from the tab to the receipt`, async ({ page, signIn, portal }) => {
		await makeConfiguration(portal, platform);
		await signIn(page, "crestfield", "Super administrator", null);
		const tab = await openTab(page, nth);
		await hydrated(page);
		const reference = await takePayment(page, platform, platform === "STRIPE" ? "USD" : "NGN");
		await expect(page.getByText("50,150.00")).toBeVisible();
		await page.getByRole("button", { name: "Check again" }).click();
		await expect(page.getByText(/was last asked/)).toBeVisible();
		await continueToPay(page);
		await page.getByRole("button", { name: /^Pay / }).click();
		await expect(heading(page)).toHaveText("Payment received");
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "Download receipt" }).click();
		expect((await download).suggestedFilename()).toBe(`Receipt ${reference}.pdf`);
		await page.goto(tab);
		await expect(table(page).getByRole("row").filter({ hasText: reference }).first()).toContainText("Success");
		expect(await statusOf(page, reference)).toEqual([[reference, "success", 5_000_000]]);
	});
}

test("without scripts lines are added, corrected and paid", async ({ withoutJavaScript: page, signIn, portal }) => {
	await makeConfiguration(portal, "INTERSWITCH");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 4);
	await page.getByRole("link", { name: "Take a payment" }).filter({ visible: true }).first().click();
	const form = dialog(page);
	await form.getByLabel("Platform").selectOption({ value: "browser-INTERSWITCH" });
	await form.getByLabel("Name of line 1").fill("Medical fee");
	await form.getByLabel("Amount of line 1").fill("fifty");
	await form.getByRole("button", { name: "Add a line" }).click();
	await form.getByLabel("Name of line 2").fill("Library");
	await form.getByLabel("Amount of line 2").fill("1,000.50");
	await form.getByRole("button", { name: "Move line 2 up" }).click();
	await expect(form.getByLabel("Name of line 1")).toHaveValue("Library");
	await form.getByRole("button", { name: "Make payment link" }).click();
	await expect(form.getByText("Enter an amount such as 50,000.00.")).toBeVisible();
	await expect(form.getByLabel("Amount of line 2")).toHaveValue("fifty");
	await form.getByLabel("Amount of line 2").fill("2000");
	await form.getByRole("button", { name: "Work out the total" }).click();
	await expect(form.getByText("₦3,150.50")).toBeVisible();
	await form.getByRole("button", { name: "Make payment link" }).click();
	await page.getByRole("link", { name: "Open the payment page" }).click();
	await page.getByRole("button", { name: "Check again" }).click();
	await expect(heading(page)).toHaveText("Payment not confirmed yet");
	await continueToPay(page);
	await page.getByRole("button", { name: /^Pay / }).click();
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(async () => {
		const again = page.getByRole("button", { name: "Check again" });
		if (await again.isVisible()) await again.click();
		await expect(heading(page)).toHaveText("Payment received", { timeout: 2_000 });
	}).toPass();
	await page.goto(tab);
	await expect(table(page).getByRole("row").filter({ hasText: "₦3,150.50" }).first()).toContainText("Success");
});

test("a payment that is cancelled has failed", async ({ page, signIn, portal }) => {
	await makeConfiguration(portal, "INTERSWITCH");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 5);
	const reference = await takePayment(page, "INTERSWITCH");
	await continueToPay(page);
	await page.getByRole("button", { name: "Cancel the payment" }).click();
	await expect(heading(page)).toHaveText("Payment failed");
	await page.goto(tab);
	await expect(table(page).getByRole("row").filter({ hasText: reference }).first()).toContainText("Failed");
});

test("a payer who does not come back has paid once the platform reports it", async ({ page, signIn, portal }) => {
	const token = await makeConfiguration(portal, "PAYSTACK");
	const { platform, publicKey, secretKey } = configurations.PAYSTACK;
	const webhookUrl = `${portal.origin}/api/payments/webhooks/crestfield/${token}`;
	const account = { platform, id: publicKey, secret: secretKey, webhookSecret: secretKey };
	const told = (method: string, path: string, body: object) =>
		fetch(`${portal.providers()}${path}`, { method, body: JSON.stringify(body) });
	expect((await told("PUT", "/accounts", { ...account, webhookUrl })).ok).toBe(true);
	await signIn(page, "crestfield", "Super administrator", null);
	await openTab(page, 6);
	const reference = await takePayment(page, "PAYSTACK");
	const paid = await told("POST", "/deeds", { platform, account: publicKey, reference, deed: "pay" });
	expect(paid.ok).toBe(true);
	await expect.poll(() => statusOf(page, reference)).toEqual([[reference, "success", 5_000_000]]);
	expect((await told("PUT", "/accounts", { ...account, webhookUrl: null })).ok).toBe(true);
	await page.reload();
	await expect(heading(page)).toHaveText("Payment received");
});

test("the payment's pages pass axe in light and dark, wide and at 360 px", async ({ page, signIn, portal }) => {
	await makeConfiguration(portal, "REMITA");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 7);
	await page.goto(`${tab}/pay`);
	await expectAccessibleAtBothWidths(page);
	await dialog(page).getByLabel("Platform").selectOption({ value: "browser-REMITA" });
	await dialog(page).getByRole("button", { name: "Make payment link" }).click();
	await expect(dialog(page).getByText("Enter an amount.")).toBeVisible();
	await expectAccessibleLayout(page);
	await page.goto(tab);
	await takePayment(page, "REMITA");
	await page.setViewportSize({ width: 1280, height: 800 });
	await expectAccessibleAtBothWidths(page);
});
