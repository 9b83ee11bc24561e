import type { Locator, Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectAccessibleLayout, hydrated, test } from "./fixtures";
import { configurations, makeConfiguration } from "./make-configuration";
import {
	continueToPay,
	downloadReceipt,
	heading,
	openApi,
	openTab,
	pay,
	paymentDialog,
	takePayment,
	transactionsTable,
} from "./take-payment";

/** Pays on the platform's page, and asks again until its answer has arrived. */
const payWithoutScripts = async (page: Page) => {
	await continueToPay(page);
	await page.getByRole("button", { name: /^Pay / }).click();
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(async () => {
		const again = page.getByRole("button", { name: "Check again" });
		if (await again.isVisible()) await again.click();
		await expect(heading(page)).toHaveText("Payment received", { timeout: 2_000 });
	}).toPass();
};

/** Reads a payment as a program does. */
const statusOf = async (page: Page, reference: string) => {
	const headers = await openApi(page);
	const { data } = await (await page.request.get(`/api/payments?name=${reference}`, { headers })).json();
	return data.map((one: { reference: string; status: string; amount: number }) => [
		one.reference,
		one.status,
		one.amount,
	]);
};

for (const [nth, platform] of (["PAYSTACK", "REMITA", "INTERSWITCH", "STRIPE"] as const).entries()) {
	test(`an applicant pays by ${platform}'s page, from the tab to the receipt`, async ({ page, signIn, portal }) => {
		await makeConfiguration(portal, platform);
		await signIn(page, "crestfield", "Super administrator", null);
		const tab = await openTab(page, nth);
		await hydrated(page);
		const reference = await takePayment(page, {
			platform,
			currency: platform === "STRIPE" ? "USD" : "NGN",
		});
		await expect(page.getByText("50,150.00")).toBeVisible();
		await page.getByRole("button", { name: "Check again" }).click();
		await expect(page.getByText(/was last asked/)).toBeVisible();
		await pay(page);
		expect(await downloadReceipt(page)).toBe(`Receipt ${reference}.pdf`);
		await page.goto(tab);
		await expect(transactionsTable(page).getByRole("row").filter({ hasText: reference }).first()).toContainText(
			"Success",
		);
		expect(await statusOf(page, reference)).toEqual([[reference, "success", 5_000_000]]);
	});
}

for (const [nth, [platform, configuration, total, currency]] of (
	[
		["PAYSTACK", "crestfield-bursary-paystack", "₦31,000.00", "NGN"],
		["REMITA", "crestfield-bursary-remita", "₦31,161.25", "NGN"],
		["INTERSWITCH", "crestfield-bursary-interswitch", "₦31,000.00", "NGN"],
		["STRIPE", "crestfield-international-stripe", "$31,000.00", "USD"],
		["NABROLL", "crestfield-bursary-nabroll", "₦31,000.00", "NGN"],
		["PAYPRO_KANO", "crestfield-kano-indigenes", "₦31,000.00", "NGN"],
		["PAYUNIMAID", "crestfield-borno-indigenes", "₦31,000.00", "NGN"],
	] as const
).entries()) {
	test(`the demo's own account takes a payment by ${platform}'s page, which is in the list with its receipt`, async ({
		page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Super administrator", null);
		const tab = await openTab(page, 10 + nth);
		await hydrated(page);
		const reference = await takePayment(page, { platform, configuration, currency, amount: "31,000.00" });
		await pay(page);
		await expect(page.getByText(total).first()).toBeVisible();
		expect(await downloadReceipt(page)).toBe(`Receipt ${reference}.pdf`);
		await page.goto(tab);
		await expect(transactionsTable(page).getByRole("row").filter({ hasText: reference }).first()).toContainText(
			"Success",
		);
		await page.goto(`/crestfield/transactions?q=${reference}`);
		const row = transactionsTable(page).getByRole("row").filter({ hasText: total });
		await expect(row).toContainText("Success");
		await row.getByRole("link").first().click();
		await expect(page.getByRole("dialog")).toContainText(reference);
		expect(await statusOf(page, reference)).toEqual([[reference, "success", 3_100_000]]);
	});
}

test("the platform charge is in a payment's total while it is switched on, and not while it is off", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const start = async (total: string) => {
		await openTab(page, 17);
		await hydrated(page);
		const configuration = "crestfield-bursary-remita";
		const reference = await takePayment(page, { platform: "REMITA", configuration, amount: "31,000.00" });
		await expect(page.getByText(total, { exact: true }).first()).toBeVisible();
		return reference;
	};
	const turn = async (button: string, said: string) => {
		await page.goto("/crestfield/local-payments");
		await hydrated(page);
		await page.getByRole("button", { name: button }).click();
		await expect(page.getByText(`The platform charge is ${said}.`)).toBeVisible();
	};
	await start("₦31,161.25");
	await turn("Switch it off", "not added to payments");
	const reference = await start("₦31,000.00");
	await pay(page);
	expect(await statusOf(page, reference)).toEqual([[reference, "success", 3_100_000]]);
	await turn("Switch it on", "added to payments");
	await start("₦31,161.25");
});

test("without scripts lines are added, corrected and paid", async ({ withoutJavaScript: page, signIn, portal }) => {
	await makeConfiguration(portal, "INTERSWITCH");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 4);
	await page.getByRole("link", { name: "Take a payment" }).filter({ visible: true }).first().click();
	const form = paymentDialog(page);
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
	await payWithoutScripts(page);
	await page.goto(tab);
	await expect(transactionsTable(page).getByRole("row").filter({ hasText: "₦3,150.50" }).first()).toContainText(
		"Success",
	);
});

/** Presses Tab until the control has the focus. */
const tabTo = async (page: Page, target: Locator) => {
	for (let presses = 0; presses < 60; presses++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	await expect(target).toBeFocused();
};

/** 40,000 less 25 %, the hostel application, and the charge. */
const discounted = "₦35,150.00";

test("by keyboard alone a discount code and an add-on are in the total, the list and the receipt", async ({
	page,
	signIn,
	portal,
}) => {
	await makeConfiguration(portal, "PAYSTACK");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 8);
	await page.goto(`${tab}/pay`);
	await hydrated(page);
	const form = paymentDialog(page);
	await expect(form.getByLabel("Name of line 1")).toBeFocused();
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("Shift+Tab");
	await expect(form.getByLabel("Platform")).toBeFocused();
	await page.keyboard.type("Paystack · browser");
	await expect(form.getByLabel("Platform")).toHaveValue("browser-PAYSTACK");
	await tabTo(page, form.getByLabel("Name of line 1"));
	await page.keyboard.type("Application fee");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Application");
	await expect(form.getByLabel("Kind of line 1")).toHaveValue("APPLICATION_FEE");
	await page.keyboard.press("Tab");
	await page.keyboard.type("40,000");
	await tabTo(page, form.getByLabel("Hostel application"));
	await page.keyboard.press("Space");
	await expect(form.getByText("₦45,150.00")).toBeVisible();
	await tabTo(page, form.getByLabel("Discount code"));
	await page.keyboard.type("EARLY-BIRD");
	await page.keyboard.press("Enter");
	await expect(form.getByText("There is no such discount code. Check it and try again.")).toBeVisible();
	await tabTo(page, form.getByLabel("Discount code"));
	await page.keyboard.press("End");
	await page.keyboard.type("-26");
	await page.keyboard.press("Enter");
	await expect(form.getByRole("definition").filter({ hasText: "-₦10,000.00" })).toBeVisible();
	await expect(form.getByText(discounted, { exact: true })).toBeVisible();
	await expectAccessibleLayout(page);
	await tabTo(page, form.getByRole("button", { name: "Make payment link" }));
	await page.keyboard.press("Enter");
	const open = page.getByRole("dialog", { name: "Payment link" }).getByRole("link", { name: "Open the payment page" });
	await expect(open).toBeVisible();
	await tabTo(page, open);
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("Payment not confirmed yet");
	const reference = /PAY-\w{16}/.exec((await page.locator("main").textContent()) ?? "")?.[0] ?? "";
	const go = { name: "Continue to pay" };
	await tabTo(page, page.getByRole("link", go).or(page.getByRole("button", go)));
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText(/^Pay with /);
	await tabTo(page, page.getByRole("button", { name: /^Pay / }));
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("Payment received");
	await expect(page.getByText(discounted).first()).toBeVisible();
	const download = page.waitForEvent("download");
	await tabTo(page, page.getByRole("link", { name: "Download receipt" }));
	await page.keyboard.press("Enter");
	expect((await download).suggestedFilename()).toBe(`Receipt ${reference}.pdf`);
	await page.goto(`/crestfield/transactions?q=${reference}`);
	await expect(transactionsTable(page).getByRole("row").filter({ hasText: discounted })).toContainText("Success");
});

test("by keyboard alone the palette finds an applicant and takes a payment", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [applicant = ""] = await applicantsOf(page, "/crestfield/applicants?size=20");
	const headers = await openApi(page);
	const found = await page.request.get(`/api/candidates/${applicant.split("/").at(-1)}`, { headers });
	const { applicationNumber } = await found.json();
	await page.goto("/crestfield/users");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	const chosen = palette.getByRole("option", { selected: true });
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`@${applicationNumber}`);
	await expect(chosen).toContainText(applicationNumber);
	await page.keyboard.press("ArrowRight");
	await page.keyboard.type("Take a payment");
	await expect(chosen).toContainText("Take a payment");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(new RegExp(`${applicant}/transactions/pay`));
	const form = paymentDialog(page);
	await expect(form.getByLabel("Name of line 1")).toBeFocused();
	await page.keyboard.type("Transcript");
	await tabTo(page, form.getByLabel("Amount of line 1"));
	await page.keyboard.type("7,500");
	await page.keyboard.press("Control+Enter");
	const link = page.getByRole("dialog", { name: "Payment link" });
	await expect(link.getByLabel("Link for the payer")).toHaveValue(/\/crestfield\/payment\/[\w.-]+$/);
	await page.keyboard.press("Escape");
	await expect(
		transactionsTable(page)
			.getByRole("row")
			.filter({ hasText: /₦7,\d{3}\.\d\d/ })
			.first(),
	).toContainText("Pending");
});

test("one of many add-ons is found by typing, and stays ticked when something else is typed", async ({
	page,
	signIn,
	portal,
}) => {
	await makeConfiguration(portal, "PAYSTACK");
	await signIn(page, "crestfield", "Super administrator", null);
	const headers = await openApi(page);
	for (let nth = 1; nth <= 24; nth += 1) {
		const data = { name: `Practical kit ${nth}`, price: nth * 1_000_00 };
		expect((await page.request.post("/api/addons", { headers, data })).status()).toBe(201);
	}
	await page.goto(`${await openTab(page, 8)}/pay`);
	await hydrated(page);
	const form = paymentDialog(page);
	const found = form.getByRole("checkbox");
	const all = await found.count();
	expect(all).toBeGreaterThan(24);
	const find = form.getByRole("searchbox", { name: "Find an add-on" });
	await find.fill("kit 23");
	await expect(found).toHaveCount(1);
	await found.check();
	await find.fill("nothing of the kind");
	await expect(form.getByText("Nothing matches")).toBeVisible();
	await find.press("Enter");
	await expect(form.getByText("₦23,000.00").last()).toBeVisible();
	await find.fill("");
	await expect(found).toHaveCount(all);
	await expect(form.getByLabel("Practical kit 23")).toBeChecked();
	await expectAccessibleLayout(page);
});

test("without scripts a discount code is refused, then applied, and an add-on paid", async ({
	withoutJavaScript: page,
	signIn,
	portal,
}) => {
	await makeConfiguration(portal, "INTERSWITCH");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 9);
	await page.goto(`${tab}/pay`);
	const form = paymentDialog(page);
	await form.getByLabel("Platform").selectOption({ value: "browser-INTERSWITCH" });
	await form.getByLabel("Name of line 1").fill("Application fee");
	await form.getByLabel("Amount of line 1").fill("40,000");
	await form.getByLabel("Hostel application").check();
	await form.getByLabel("Discount code").fill("EARLY-BIRD-26");
	await form.getByRole("button", { name: "Apply" }).click();
	await expect(form.getByText("This discount code is for another fee.")).toBeVisible();
	await expect(form.getByLabel("Hostel application")).toBeChecked();
	await expect(form.getByLabel("Amount of line 1")).toHaveValue("40,000");
	await form.getByLabel("Kind of line 1").selectOption("Application fee");
	await form.getByRole("button", { name: "Apply" }).click();
	await expect(form.getByText(discounted, { exact: true })).toBeVisible();
	await form.getByRole("button", { name: "Make payment link" }).click();
	await page.getByRole("link", { name: "Open the payment page" }).click();
	await payWithoutScripts(page);
	await page.goto(tab);
	await expect(transactionsTable(page).getByRole("row").filter({ hasText: discounted }).first()).toContainText(
		"Success",
	);
});

test("a payment that is cancelled has failed", async ({ page, signIn, portal }) => {
	await makeConfiguration(portal, "INTERSWITCH");
	await signIn(page, "crestfield", "Super administrator", null);
	const tab = await openTab(page, 5);
	const reference = await takePayment(page, { platform: "INTERSWITCH" });
	await continueToPay(page);
	await page.getByRole("button", { name: "Cancel the payment" }).click();
	await expect(heading(page)).toHaveText("Payment failed");
	await page.goto(tab);
	await expect(transactionsTable(page).getByRole("row").filter({ hasText: reference }).first()).toContainText("Failed");
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
	const reference = await takePayment(page, { platform: "PAYSTACK" });
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
	await paymentDialog(page).getByLabel("Platform").selectOption({ value: "browser-REMITA" });
	await paymentDialog(page).getByRole("button", { name: "Make payment link" }).click();
	await expect(paymentDialog(page).getByText("Enter an amount.")).toBeVisible();
	await expectAccessibleLayout(page);
	await page.goto(tab);
	await takePayment(page, { platform: "REMITA" });
	await page.setViewportSize({ width: 1280, height: 800 });
	await expectAccessibleAtBothWidths(page);
});
