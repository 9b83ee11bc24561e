import type { Page } from "@playwright/test";
import { accountOf, applicantsOf, expect } from "./fixtures";

export const paymentDialog = (page: Page) => page.getByRole("dialog", { name: "Take a payment" });
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const transactionsTable = (page: Page) => page.getByRole("table", { name: "Transactions" });

/** Opens the Transactions tab of an applicant: of an address, or one of the first. @returns its address */
export const openTab = async (page: Page, which: number | string): Promise<string> => {
	const applicants = typeof which === "string" ? [] : await applicantsOf(page, "/crestfield/applicants?size=20");
	const tab = `${typeof which === "string" ? which : applicants[which]}/transactions`;
	await page.goto(tab);
	return tab;
};

interface OneLine {
	platform: string;
	/** The id of the configuration; that of "make-configuration.ts" unless named. */
	configuration?: string;
	currency?: string;
	amount?: string;
}

/** Takes a payment of one line, from the open tab to the payer's page. @returns its reference */
export const takePayment = async (
	page: Page,
	{ platform, configuration = `browser-${platform}`, currency = "NGN", amount = "50,000.00" }: OneLine,
): Promise<string> => {
	await page.getByRole("link", { name: "Take a payment" }).filter({ visible: true }).first().click();
	const form = paymentDialog(page);
	await form.getByLabel("Platform").selectOption({ value: configuration });
	await form.getByLabel("Currency").selectOption(currency);
	await form.getByLabel("Name of line 1").fill("Acceptance fee");
	await form.getByLabel("Amount of line 1").fill(amount);
	await form.getByRole("button", { name: "Make payment link" }).click();
	const link = page.getByRole("dialog", { name: "Payment link" });
	await expect(link.getByLabel("Link for the payer")).toHaveValue(/\/crestfield\/payment\/[\w.-]+$/);
	await link.getByRole("link", { name: "Open the payment page" }).click();
	await expect(heading(page)).toHaveText("Payment not confirmed yet");
	const reference = /PAY-\w{16}/.exec((await page.locator("main").textContent()) ?? "")?.[0];
	return reference ?? "no reference";
};

/** Goes from the payer's page to the platform's. */
export const continueToPay = async (page: Page): Promise<void> => {
	const go = { name: "Continue to pay" };
	await page.getByRole("link", go).or(page.getByRole("button", go)).click();
	await expect(heading(page)).toHaveText(/^Pay with /);
};

/** Pays on the platform's page, and comes back. */
export const pay = async (page: Page): Promise<void> => {
	await continueToPay(page);
	await page.getByRole("button", { name: /^Pay / }).click();
	await expect(heading(page)).toHaveText("Payment received");
};

/** Downloads the receipt from the payer's page. @returns the file's name */
export const downloadReceipt = async (page: Page): Promise<string> => {
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download receipt" }).filter({ visible: true }).first().click();
	return (await download).suggestedFilename();
};

/** Logs in to the API as a program does. @returns the headers of its calls */
export const openApi = async (page: Page): Promise<{ authorization: string }> => {
	const { email, password } = accountOf("crestfield", "Super administrator");
	const login = { organisation: "crestfield", username: email, password };
	const { accessToken } = await (await page.request.post("/api/ums/login", { data: login })).json();
	return { authorization: `Bearer ${accessToken}` };
};

/** A statistic of the dashboard. */
export const figure = (page: Page, name: string) =>
	page
		.locator("dl > div")
		.filter({ has: page.getByText(name, { exact: true }) })
		.locator("dd > span")
		.first();

/** The institution's day. */
export const today = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
