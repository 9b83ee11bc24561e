import { byKeys, expectSeenFocus } from "./by-keys";
import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

const administrator = ["crestfield", "Super administrator"] as const;

test("the demo's accounts are tested: those of every platform are accepted, one is refused, one has no interface", async ({
	page,
	signIn,
}) => {
	await signIn(page, ...administrator, "/crestfield/local-payments");
	await hydrated(page);
	await expect(page.getByText("Charges together")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	for (const [name, said] of [
		["bursary-paystack", "Paystack accepts the keys."],
		["bursary-remita", "Remita accepts the keys."],
		["bursary-interswitch", "Interswitch accepts the keys."],
		["bursary-nabroll", "Nabroll answers."],
		["kano-indigenes", "Paypro Kano accepts the keys."],
		["borno-indigenes", "Payunimaid accepts the keys."],
		["former-paystack", "Paystack cannot be used with these keys."],
		["kano-next-year", "Paypro Kano cannot be used with these keys."],
	] as const) {
		await page.goto("/crestfield/local-payments");
		await page.getByRole("link", { name, exact: true }).click();
		await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
		await page.getByRole("button", { name: "Test connection" }).click();
		await expect(page.getByText(said, { exact: true })).toBeVisible();
	}
	await expectNoAxeViolations(page, "main");
	await page.goto("/crestfield/international-payments");
	await page.getByRole("link", { name: "international-stripe" }).click();
	await page.getByRole("button", { name: "Test connection" }).click();
	await expect(page.getByText("Stripe accepts the keys.")).toBeVisible();
});

test("a configuration is entered by the keyboard alone", async ({ page, signIn }) => {
	await signIn(page, ...administrator, "/crestfield/local-payments");
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("new local payment configuration");
	await expect(page.getByRole("option", { name: /new local payment configuration/i, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("link", { name: "Paystack", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "New Paystack configuration" });
	await expect(dialog.getByLabel("Paylog ID")).toBeFocused();
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.type("By keyboard");
	await page.keyboard.press("Tab");
	await page.keyboard.type("pk_test_crestfield");
	await page.keyboard.press("Tab");
	await page.keyboard.type("sk_test_crestfield");
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByText("Use 2 to 40 letters, digits, hyphens, dots and underscores.")).toBeVisible();
	await dialog.getByLabel("Paylog ID").fill("by-keyboard");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByRole("heading", { name: "by-keyboard", level: 1 })).toBeVisible();
	await expect(page.getByLabel("Webhook address")).toHaveValue(/\/api\/payments\/webhooks\/crestfield\//);
});

test("a configuration is entered, tested and deleted without scripts", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, ...administrator, "/crestfield/local-payments");
	await page.getByRole("link", { name: "New configuration" }).click();
	await page.getByRole("link", { name: "Remita", exact: true }).click();
	await page.getByLabel("Paylog ID").fill("without-scripts");
	await page.getByLabel("Merchant ID").fill("2547916");
	await page.getByLabel("Service type ID").fill("4430731");
	await page.getByRole("button", { name: "Create configuration" }).click();
	await expect(page.getByText("Enter the API key")).toBeVisible();
	await expect(page.getByLabel("Merchant ID")).toHaveValue("2547916");
	await page.getByLabel("API key").fill("remita-demo-key");
	await page.getByRole("button", { name: "Create configuration" }).click();
	await expect(page.getByRole("heading", { name: "without-scripts", level: 1 })).toBeVisible();
	await page.getByRole("button", { name: "Test connection" }).click();
	await expect(page.getByText("Remita accepts the keys.")).toBeVisible();
	await page.getByRole("link", { name: "Delete" }).click();
	await page.getByRole("button", { name: "Delete configuration" }).click();
	await expect(page.getByText("The payment configuration was deleted")).toBeVisible();
});

test("the bank account is changed without scripts, and shows no more than four characters of its number", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, ...administrator, "/crestfield/international-payments");
	await expect(page.getByText("in GBP, ending in 9911.")).toBeVisible();
	await page.getByRole("link", { name: "Change bank account" }).click();
	const dialog = page.getByRole("dialog", { name: "Bank account" });
	await expect(dialog.getByLabel("Account type")).toHaveValue("NON_PROFIT");
	await expect(dialog.getByLabel("Account number")).toHaveValue("");
	await dialog.getByRole("textbox", { name: "Bank", exact: true }).fill("Severn Bank");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(
		dialog.getByText("Enter the account number again: the bank, its routing number or the currency has changed."),
	).toBeVisible();
	await dialog.getByLabel("Account number").fill("GB82 WEST 1234 5698 7654 32");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("at Severn Bank in GBP, ending in 5432.")).toBeVisible();
	await page.getByRole("link", { name: "Change bank account" }).click();
	await dialog.getByRole("link", { name: "History" }).click();
	await expect(page.getByRole("dialog", { name: "History of the bank account" })).toContainText("Severn Bank");
});

test("the bank account is changed by mouse, from the settings to its history", async ({ page, signIn }) => {
	await signIn(page, ...administrator);
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "International payments" }).click();
	await page.getByRole("link", { name: "Change bank account" }).click();
	const dialog = page.getByRole("dialog", { name: "Bank account" });
	await dialog.getByLabel("Account holder").fill("Crestfield Bursary");
	await dialog.getByLabel("Account type").selectOption({ index: 1 });
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The bank account was saved")).toBeVisible();
	await expect(page.getByText(/^The bank account is that of Crestfield Bursary at /)).toBeVisible();
	await page.getByRole("link", { name: "Change bank account" }).click();
	await dialog.getByRole("link", { name: "History" }).click();
	const history = page.getByRole("dialog", { name: "History of the bank account" });
	await expect(history.getByRole("listitem").first()).toContainText("Crestfield Bursary");
	await expectNoAxeViolations(page, "dialog");
});

test("the bank account is changed by keyboard and palette alone, and its number is asked for again", async ({
	page,
	signIn,
}) => {
	await signIn(page, ...administrator, "/crestfield/applicants?size=10");
	const keys = byKeys(page);
	await keys.run("Bank account");
	const dialog = page.getByRole("dialog", { name: "Bank account" });
	await expect(dialog.getByLabel("Account holder")).toBeFocused();
	await keys.type(dialog.getByRole("textbox", { name: "Bank", exact: true }), "Humber Bank");
	await page.keyboard.press("Enter");
	await expect(dialog.getByText(/^Enter the account number again/)).toBeVisible();
	await keys.type(dialog.getByLabel("Account number"), "00776655");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/ at Humber Bank in \w+, ending in 6655\.$/)).toBeVisible();
	const change = page.getByRole("link", { name: "Change bank account" });
	await keys.press(change);
	await expect(dialog.getByRole("textbox", { name: "Bank", exact: true })).toHaveValue("Humber Bank");
	await page.keyboard.press("Escape");
	await expectSeenFocus(change);
});
