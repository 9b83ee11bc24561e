import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

test("a reminder is set up, shows who it would write to, and a report is sent now", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "Notifications" }).click();
	await expect(page.getByRole("row")).toHaveCount(5);
	await page.getByRole("link", { name: "New reminder" }).click();
	const dialog = page.getByRole("dialog", { name: "New reminder" });
	await dialog.getByLabel("Name").fill("Pay before it closes");
	await dialog.getByLabel("Who").selectOption({ label: "No successful payment" });
	await dialog.getByLabel("When").selectOption({ label: "Days before the application closes" });
	await dialog.getByLabel("Days", { exact: true }).fill("60");
	await dialog.getByLabel("Email template").selectOption({ label: "Application fee not paid" });
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Create reminder" }).click();
	await expect(page.getByText("“Pay before it closes” was created")).toBeVisible();
	await page.getByRole("link", { name: "Pay before it closes" }).click();
	await expect(page.getByRole("dialog", { name: "Reminder" })).toContainText(/it would write to [\d,]+ people/);
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Escape");

	const tabs = page.getByRole("navigation", { name: "Notifications" });
	await tabs.getByRole("link", { name: "Report schedules" }).click();
	await page.getByRole("link", { name: "Every morning for admissions" }).click();
	await page.getByRole("link", { name: "Send now" }).click();
	await page.getByRole("button", { name: "Send report" }).click();
	await expect(page.getByText("The report is being sent to 1 person")).toBeVisible();
});

test("by keyboard alone a report schedule is set up", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await page.keyboard.press("Control+k");
	await palette.getByRole("combobox").fill("new report schedule");
	await expect(palette.getByRole("option", { name: "New report schedule" }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "New report schedule" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.type("On Mondays");
	await page.keyboard.press("Tab");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Every week");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Monday");
	const recipient = dialog.getByRole("checkbox").first();
	while (!(await recipient.evaluate((box) => box === document.activeElement))) await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await page.keyboard.press("Enter");
	await expect(page.getByText("“On Mondays” was created")).toBeVisible();
	await expect(page.getByRole("row", { name: /On Mondays/ })).toContainText("Every Monday, 08:00");
});
