import { byKeys } from "./by-keys";
import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

test("a discount code is made, copied, exported and switched off", async ({ page, context, signIn }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "Discount codes" }).click();
	await expect(page.getByRole("row")).toHaveCount(7);
	for (const state of ["Active", "Used up", "Expired", "Not begun", "Off"])
		await expect(page.getByRole("cell", { name: state, exact: true }).first()).toBeVisible();
	await page.getByRole("link", { name: "New discount code" }).click();
	const dialog = page.getByRole("dialog", { name: "New discount code" });
	await dialog.getByLabel("Name").fill("Open day");
	await dialog.getByLabel("Number of codes").fill("12");
	await dialog.getByLabel("Amount off").fill("2,500");
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Create discount code" }).click();
	await expect(dialog.getByText("An amount needs a currency. Choose one.")).toBeVisible();
	await dialog.getByLabel("Currency").selectOption("NGN");
	await dialog.getByRole("button", { name: "Create discount code" }).click();
	await expect(page.getByRole("heading", { name: "Open day", level: 1 })).toBeVisible();
	await expect(page.getByText("₦2,500.00")).toBeVisible();
	await page
		.getByRole("button", { name: /^Copy \w{4}-\w{4}-\w{4}$/ })
		.first()
		.click();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	await expect(page.getByRole("row", { name: new RegExp(copied) })).toBeVisible();
	await page.getByRole("button", { name: "Export" }).click();
	await expect(page.getByRole("heading", { name: /^Codes of Open day .*\.xlsx$/ })).toBeVisible({ timeout: 30_000 });
	await page.getByRole("link", { name: "Back", exact: true }).click();
	await page.getByRole("link", { name: "Edit" }).click();
	await page.getByRole("checkbox", { name: /^On/ }).uncheck();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("“Open day” was saved")).toBeVisible();
	await page.getByRole("link", { name: "Delete" }).click();
	await page.getByRole("button", { name: "Delete discount code" }).click();
	await expect(page.getByText("“Open day” was deleted")).toBeVisible();
});

test("by keyboard and palette alone a discount code is made, found in its list, searched for a code and exported", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/applicants?size=10");
	const keys = byKeys(page);
	await keys.run("New discount code");
	const dialog = page.getByRole("dialog", { name: "New discount code" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Choir evening");
	await keys.type(dialog.getByLabel("Number of codes"), "3");
	await keys.type(dialog.getByLabel("Percentage off"), "15");
	await page.keyboard.press("Control+Enter");
	const title = page.getByRole("heading", { name: "Choir evening", level: 1 });
	await expect(title).toBeVisible();

	await keys.run("Go to Discount codes");
	await expect(page.getByRole("heading", { name: "Discount codes", level: 1 })).toBeVisible();
	await page.keyboard.press("/");
	await page.keyboard.type("choir");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/discount-code\?.*q=choir/);
	await expect(page.getByRole("table").locator(".row-link")).toHaveCount(1);
	await keys.press(page.getByRole("link", { name: "Choir evening" }));
	await expect(title).toBeVisible();

	const codes = page.getByRole("table", { name: "Codes" }).getByRole("row").filter({ hasText: "-" });
	await expect(codes).toHaveCount(3);
	const [code = ""] = /\w{4}-\w{4}-\w{4}/.exec((await codes.nth(1).textContent()) ?? "") ?? [];
	await page.keyboard.press("/");
	await page.keyboard.type(code);
	await page.keyboard.press("Enter");
	await expect(codes).toHaveCount(1);
	await expect(codes).toContainText(code);

	await keys.run("Uses of Choir evening");
	await expect(page).toHaveURL(/manage-discount-code\/[^/]+\/uses$/);
	await keys.run("Export the codes of Choir evening");
	await expect(page.getByRole("heading", { name: /^Codes of Choir evening .+\.xlsx$/ })).toBeVisible({
		timeout: 30_000,
	});
});

test("by keyboard alone an add-on is made and switched off", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await page.keyboard.press("Control+k");
	await palette.getByRole("combobox").fill("new add-on");
	await expect(palette.getByRole("option", { name: "New add-on" }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "New add-on" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Prospectus");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.type("1,500.50");
	await page.keyboard.press("Enter");
	await expect(page.getByText("“Prospectus” was created")).toBeVisible();
	const offered = page.getByRole("switch", { name: "Offer Prospectus" });
	await expect(offered).toHaveAttribute("aria-checked", "true");
	await offered.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByText("“Prospectus” is no longer offered")).toBeVisible();
	await expect(offered).toHaveAttribute("aria-checked", "false");
});

test.describe("without scripts, on a narrow screen", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

	test("who used a code is read, an add-on is switched, and the plan is shown", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/discount-code?q=early-bird-26");
		await page.getByRole("link", { name: "Early bird" }).click();
		await page.getByRole("link", { name: /^Uses/ }).click();
		await expect(page.getByText("Paid").or(page.getByText("Pending")).first()).toBeVisible();
		await page.goto("/crestfield/add-on");
		await page.getByRole("switch", { name: "Offer Hostel application" }).click();
		await expect(page.getByText("“Hostel application” is no longer offered")).toBeVisible();
		await page.goto("/crestfield/configurations");
		await expect(page.getByText("21,840 of 25,000")).toBeVisible();
		await expect(page.getByText("104,310 of 100,000: limit reached")).toBeVisible();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	});
});
