import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "./fixtures";

const organisation = "crestfield";
const reviewer = () => accountOf(organisation, "Reviewer");

test("a member of staff logs in, sees their first page, and no link logs them out", async ({ page, logIn }) => {
	await logIn(page, organisation, "Reviewer");
	await expect(page).toHaveURL(/\/crestfield\/applicants/);
	await page.goto(`/${organisation}`);
	await expect(page, "the login page redirects a logged-in user").toHaveURL(/\/crestfield\/applicants/);
	await page.goto(`/${organisation}/logout`);
	await expect(page, "a link does not log out").toHaveURL(/\/crestfield\/applicants/);
});

test("a wrong password says so, keeps the username and never sends the password back", async ({ page }) => {
	await page.goto(`/${organisation}`);
	await expect(page.getByLabel("Show password")).toBeVisible();
	// why: after each refusal the page is read again, and what is typed meanwhile must be sent.
	await page.route(/_data=/, async (route) => {
		if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, 2_000));
		await route.continue();
	});
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page.getByText("Enter Username")).toBeVisible();
	await expect(page.getByText("Enter Password")).toBeVisible();
	await expect(page.getByLabel("Username")).toBeFocused();
	await page.getByLabel("Username").fill(reviewer().email);
	await page.getByLabel("Password", { exact: true }).fill("Not the password 1");
	await page.getByLabel("Password", { exact: true }).press("Enter");
	await expect(page.getByRole("alert")).toHaveText("Invalid Username or Password");
	await expect(page.getByLabel("Username")).toHaveValue(reviewer().email);
	await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
	await page.getByLabel("Show password").check();
	await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
});

test("without JavaScript the same forms log in, refuse and lead back", async ({ withoutJavaScript: page }) => {
	await page.goto(`/${organisation}/user-profile`);
	await expect(page).toHaveURL(`/${organisation}?to=${encodeURIComponent(`/${organisation}/user-profile`)}`);
	await expect(page.getByLabel("Username"), "one can type at once").toBeFocused();
	await page.getByLabel("Username").fill(reviewer().email);
	await page.getByLabel("Password", { exact: true }).fill("Not the password 1");
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page.getByRole("alert")).toHaveText("Invalid Username or Password");
	await expect(page.getByLabel("Username")).toHaveValue(reviewer().email);
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
	await page.getByLabel("Password", { exact: true }).fill(reviewer().password);
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page).toHaveURL(`/${organisation}/user-profile`);
});

test("a dialog sends a link for a forgotten password, with the same response for every account", async ({ page }) => {
	await page.goto(`/${organisation}`);
	await page.getByRole("link", { name: "Forgot your password? Reset It" }).click();
	const dialog = page.getByRole("dialog", { name: "Reset your password" });
	await dialog.getByRole("button", { name: "Reset password" }).click();
	await expect(dialog.locator("[aria-invalid=true]")).toBeFocused();
	await dialog.getByLabel("Email address").fill("nobody@crestfield.example");
	await dialog.getByRole("button", { name: "Reset password" }).click();
	await expect(page.getByText("Password reset submitted successfully, Please check your mail")).toBeVisible();
	await expect(dialog).toBeHidden();
});

test("without JavaScript that dialog is a page over the login page", async ({ withoutJavaScript: page }) => {
	await page.goto(`/${organisation}`);
	await page.getByRole("link", { name: "Forgot your password? Reset It" }).click();
	await expect(page.getByLabel("Username"), "the dialog lies over it").not.toBeFocused();
	await page.getByRole("button", { name: "Reset password" }).click();
	await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
	await page.getByLabel("Email address").fill("nobody@crestfield.example");
	await page.getByRole("button", { name: "Reset password" }).click();
	await expect(page).toHaveURL(`/${organisation}`);
	await expect(page.getByText("Password reset submitted successfully, Please check your mail")).toBeVisible();
});

test("an invented link for a new password is refused at once, and leads to requesting another", async ({
	page,
	withoutJavaScript,
}) => {
	for (const each of [page, withoutJavaScript]) {
		const response = await each.goto(`/${organisation}/reset-request?user=nobody&token=made-up`);
		expect(response?.status()).toBe(410);
		await expect(each.getByRole("heading", { name: "Unable to reset users password" })).toBeVisible();
		await each.getByRole("link", { name: "Ask for a new link" }).click();
		await expect(each.getByRole("dialog", { name: "Reset your password" })).toBeVisible();
	}
});

test("an invented verification link offers help, with and without JavaScript", async ({ page, withoutJavaScript }) => {
	const address = `/${organisation}/confirm?user=nobody&token=made-up`;
	await page.goto(address);
	await expect(page.getByRole("heading", { name: "Unable to verify user" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", /^mailto:.+@/);
	await withoutJavaScript.goto(address);
	await withoutJavaScript.getByRole("button", { name: "Verify email address" }).click();
	await expect(withoutJavaScript.getByRole("heading", { name: "Unable to verify user" })).toBeVisible();
});

test("a Google sign-in of an unknown account, or from another browser, is 'User Not Found'", async ({ page }) => {
	for (const query of ["", "?transfer_code=somebody-elses&state=made-up"]) {
		const response = await page.goto(`/${organisation}/auth${query}`);
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
		await expect(page.getByText("The user with that email address does not exist or is wrong.")).toBeVisible();
	}
	await page.getByRole("link", { name: "Back to login" }).click();
	await expect(page).toHaveURL(`/${organisation}`);
});

test("an institution is found by the beginning of its name, while typing or by the button", async ({
	page,
	withoutJavaScript,
}) => {
	const response = await page.goto("/no-such-institution");
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { name: "Organisation could not be found" })).toBeVisible();
	await page.goto("/");
	await expect(page.getByRole("heading", { name: "Organisation not Selected" })).toBeVisible();
	await page.getByLabel("Please enter organization name").pressSequentially("crest");
	await expect(page.getByRole("heading", { name: "Available Organisations" })).toBeVisible();
	await page.getByRole("link", { name: /^Crestfield/ }).click();
	await expect(page).toHaveURL(`/${organisation}`);
	await withoutJavaScript.goto("/");
	await withoutJavaScript.getByLabel("Please enter organization name").fill("crest");
	await withoutJavaScript.getByRole("button", { name: "Search" }).click();
	await expect(withoutJavaScript.getByRole("link", { name: /^Crestfield/ })).toHaveAttribute("href", "/crestfield");
});

test("unknown addresses lead to the login first, and are 'Page not Found' after it", async ({ page, signIn }) => {
	await page.goto(`/${organisation}/no/such/page`);
	await expect(page).toHaveURL(/\/crestfield\?to=/);
	await signIn(page, organisation, "Reviewer");
	const response = await page.goto(`/${organisation}/no/such/page`);
	expect(response?.status()).toBe(404);
	await expect(page).toHaveURL(`/${organisation}/404`);
	await expect(page.getByRole("heading", { name: "Page not Found" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Go Back" })).toBeVisible();
});

const submitWithoutLine = async (page: Page) => {
	await page.context().setOffline(true);
	await page.getByLabel("Username").fill(reviewer().email);
	await page.getByRole("button", { name: "Log in" }).click();
};

test("the offline page is available when the connection is lost", async ({ page }) => {
	await page.goto(`/${organisation}`);
	const stored = await page.waitForFunction(
		() => performance.getEntriesByType("resource").find(({ name }) => name.includes("problem-view"))?.name,
	);
	// why: the file is there before those that it imports, and only with them can the page be drawn.
	await page.evaluate((file) => import(file ?? ""), await stored.jsonValue());
	await submitWithoutLine(page);
	await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
	await expect(page.getByText("Poor internet connections")).toBeVisible();
	await page.context().setOffline(false);
});

test("a plain page offers to try again when the connection is lost before the offline page is stored", async ({
	page,
}) => {
	await page.route(/problem-view/, (route) => route.abort());
	await page.goto(`/${organisation}`);
	await expect(page.getByLabel("Show password")).toBeEnabled();
	await submitWithoutLine(page);
	await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
	await page.context().setOffline(false);
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByLabel("Username")).toBeVisible();
});

test("the search on the page of an unknown institution shows results while typing", async ({ page }) => {
	await page.goto("/no-such-institution");
	const field = page.getByLabel("Please enter organization name");
	// why: nothing on the page shows when its code has loaded.
	await expect(async () => {
		await field.fill("");
		await field.pressSequentially("crest");
		await expect(page.getByRole("link", { name: /^Crestfield/ })).toBeVisible({ timeout: 3_000 });
	}).toPass();
});
