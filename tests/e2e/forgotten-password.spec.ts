import type { Page } from "@playwright/test";
import { accountOf, expect, expectNoAxeViolations, hydrated, type KeptMails, test } from "./fixtures";

/** An account that no other journey uses to log in. */
const email = "kemi.ajayi@crestfield.example";
/** why: all members of staff of an institution in the demo have the same first password. */
const oldPassword = () => accountOf("crestfield", "Reviewer").password;
const newPassword = "Harmattan Market 7!";

/** Returns the link in the latest email to that address. */
const mailedLink = async (keptMails: KeptMails): Promise<string | undefined> => {
	const [mail] = await keptMails("crestfield", ({ to }) => to === email);
	return mail?.text.match(/https?:\/\/\S+\/reset-request\?\S+/)?.[0];
};

const logInWith = async (page: Page, password: string) => {
	await page.goto("/crestfield");
	await page.getByLabel("Username").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in" }).click();
};

const choosePassword = async (page: Page, password: string) => {
	await page.getByLabel("New password").fill(password);
	await page.getByLabel("Confirm password").fill(password);
	await page.getByRole("button", { name: "Change password" }).click();
};

const expectRulesKept = async (page: Page) => {
	await page.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByText("Enter New Password")).toBeVisible();
	await expect(page.getByText("Confirm New Password")).toBeVisible();
	await choosePassword(page, "short");
	await expect(page.getByText(/^Must Contain 8 Characters, One Uppercase/)).toBeVisible();
	await page.getByLabel("New password").fill(newPassword);
	await expect(page.getByText("Confirm password does not match password")).toBeVisible();
};

test("a forgotten password is replaced once by the emailed link", async ({ page, keptMails }) => {
	await page.goto("/crestfield/forgot-password");
	const dialog = page.getByRole("dialog", { name: "Reset your password" });
	await dialog.getByLabel("Email address").fill(email);
	await dialog.getByRole("button", { name: "Reset password" }).click();
	await expect(page.getByText("Password reset submitted successfully, Please check your mail")).toBeVisible();
	await expect.poll(() => mailedLink(keptMails), { message: "the mail goes out in the background" }).toBeTruthy();
	const link = (await mailedLink(keptMails)) ?? "";

	await page.goto(link);
	await expectNoAxeViolations(page);
	await expectRulesKept(page);
	await choosePassword(page, newPassword);
	await expect(page.getByText("Password changed successfully")).toBeVisible();
	await expect(page).toHaveURL("/crestfield");

	await logInWith(page, oldPassword());
	await expect(page.getByRole("alert")).toHaveText("Invalid Username or Password");
	await logInWith(page, newPassword);
	await expect(page).toHaveURL("/crestfield/dashboard");
	await hydrated(page);

	await page.goto(link);
	await expect(page.getByRole("heading", { name: "Unable to reset users password" })).toBeVisible();
	await expect(page.getByLabel("New password"), "a used link asks for no password").toHaveCount(0);
});

test("opening and closing the dialog of a reset keeps the typed username, also after a refused login", async ({
	page,
}) => {
	await page.goto("/crestfield");
	await expect(page.getByLabel("Show password"), "scripts run").toBeEnabled();
	const username = page.getByLabel("Username");
	await username.fill(email);
	await page.getByLabel("Password", { exact: true }).fill("wrong");
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page.getByText("Invalid Username or Password")).toBeVisible();
	await page.getByRole("link", { name: "Forgot your password? Reset It" }).click();
	const dialog = page.getByRole("dialog", { name: "Reset your password" });
	await expect(dialog.getByLabel("Email address")).toHaveValue(email);
	await dialog.getByRole("link", { name: "Cancel" }).click();
	await expect(dialog).toBeHidden();
	await expect(username).toHaveValue(email);
});
