import { byKeys } from "./by-keys";
import { expect, test } from "./fixtures";

const member = "chidi.eze@crestfield.example";
/** An account that nothing else in this file logs in with. */
const forgetful = "kemi.ajayi@crestfield.example";
const newPassword = "Harmattan Market 7!";

test("by keys alone: an institution is found by its name, and Google logs a member of staff in", async ({ page }) => {
	const keys = byKeys(page);
	await page.goto("/");
	await keys.type(page.getByRole("searchbox", { name: "Please enter organization name" }), "crest");
	await page.keyboard.press("Enter");
	const found = page.getByRole("link", { name: /^Crestfield/ });
	await expect(found).toBeVisible();
	await keys.press(found);
	await expect(page).toHaveURL("/crestfield");
	await expect(page.getByLabel("Username")).toBeVisible();
	await keys.press(page.getByRole("link", { name: "Login with Google" }));
	await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
	await keys.press(page.getByRole("button", { name: member }));
	await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("by keys alone: a forgotten password is asked for, and replaced by the emailed link", async ({
	page,
	keptMails,
}) => {
	const keys = byKeys(page);
	await page.goto("/crestfield");
	await keys.press(page.getByRole("link", { name: "Forgot your password? Reset It" }));
	const dialog = page.getByRole("dialog", { name: "Reset your password" });
	const email = dialog.getByLabel("Email address");
	await expect(email).toBeFocused();
	await expect(page).toHaveTitle(/^Reset your password · /);
	await page.keyboard.type(forgetful);
	await page.keyboard.press("Enter");
	await expect(page.getByText("Password reset submitted successfully, Please check your mail")).toBeVisible();
	await expect(dialog).toHaveCount(0);
	const mailedLink = async () => {
		const [mail] = await keptMails("crestfield", ({ to }) => to === forgetful);
		return mail?.text.match(/https?:\/\/\S+\/reset-request\?\S+/)?.[0] ?? "";
	};
	await expect.poll(mailedLink, { message: "the mail goes out in the background" }).not.toBe("");
	await page.goto(await mailedLink());
	await keys.type(page.getByLabel("New password"), newPassword);
	await keys.type(page.getByLabel("Confirm password"), newPassword);
	await page.keyboard.press("Enter");
	await expect(page.getByText("Password changed successfully")).toBeVisible();
	await keys.type(page.getByLabel("Username"), forgetful);
	await keys.type(page.getByLabel("Password", { exact: true }), newPassword);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/crestfield/dashboard");
});
