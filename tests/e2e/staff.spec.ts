import { expect, expectNoAxeViolations, hydrated, type KeptMails, test } from "./fixtures";

const password = "Harmattan Market 7!";

/** Returns the link of the latest invitation to that address. */
const invitedLink = async (keptMails: KeptMails, email: string): Promise<string> => {
	const [mail] = await keptMails("crestfield", ({ to }) => to === email);
	return mail?.text.match(/https?:\/\/\S+\/confirm\?\S+/)?.[0] ?? "";
};

test("a colleague is invited, enters by the emailed link, and is out at once when blocked", async ({
	page,
	colleague,
	signIn,
	keptMails,
}) => {
	const email = "ngozi.new@crestfield.example";
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	await expectNoAxeViolations(page);
	await page.getByRole("link", { name: "Invite user" }).click();
	const dialog = page.getByRole("dialog", { name: "Invite user" });
	await expect(dialog).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByLabel("First name").fill("Ngozi");
	await dialog.getByLabel("Last name").fill("Umeh-Bello");
	await dialog.getByLabel("Email address").fill("ngozi");
	await dialog.getByLabel("Role 1", { exact: true }).selectOption({ label: "Admissions Officer" });
	await dialog.getByLabel("Where role 1 is held").selectOption({ label: "Faculty of Law (Faculty)" });
	await dialog.getByRole("button", { name: "Invite user" }).click();
	await expect(dialog.getByText("Invalid Email Address")).toBeVisible();
	await dialog.getByLabel("Email address").fill(email);
	await dialog.getByLabel("Email address").press("Enter");
	await expect(page.getByText("Ngozi Umeh-Bello was invited by email")).toBeVisible();

	await colleague.goto(await invitedLink(keptMails, email));
	await colleague.getByLabel("New password").fill(password);
	await colleague.getByLabel("Confirm password").fill(password);
	await colleague.getByRole("button", { name: "Create password" }).click();
	await colleague.getByRole("link", { name: "Log in" }).click();
	await colleague.getByLabel("Username").fill(email);
	await colleague.getByLabel("Password", { exact: true }).fill(password);
	await colleague.getByRole("button", { name: "Log in" }).click();
	await expect(colleague).toHaveURL("/crestfield/dashboard");

	await page.goto("/crestfield/users?q=ngozi.new");
	await hydrated(page);
	await page.getByRole("link", { name: "Ngozi Umeh-Bello" }).press("Enter");
	const account = page.getByRole("dialog", { name: "Ngozi Umeh-Bello" });
	await expect(account.getByText("1 open session")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await account.getByRole("link", { name: "Block" }).press("Enter");
	const question = page.getByRole("dialog", { name: "Block user" });
	await expect(question).toContainText("Block Ngozi Umeh-Bello");
	await expectNoAxeViolations(page, "dialog");
	await question.getByRole("button", { name: "Block user" }).press("Enter");
	await expect(page.getByText("The user is blocked, and all sessions have ended")).toBeVisible();
	await expect(account.getByRole("button", { name: "Unblock" })).toBeVisible();
	await colleague.goto("/crestfield/applicants");
	await expect(colleague.getByRole("heading", { name: /^Admissions at / })).toBeVisible();
});

test("users and roles are found and sorted, and their dialogs return to the search", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users");
	await hydrated(page);
	const head = (name: string) => page.getByRole("columnheader", { name });
	await expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
	await head("Joined").getByRole("link").click();
	await head("Last login").getByRole("link").click();
	await expect(page).toHaveURL(/\?sort=login$/);
	await expect(head("Last login")).toHaveAttribute("aria-sort", "ascending");
	await head("Last login").getByRole("link").press("Enter");
	await expect(page).toHaveURL(/\?sort=-login$/);
	await expect(head("Last login")).toHaveAttribute("aria-sort", "descending");
	await page.keyboard.press("/");
	await page.keyboard.type("kemi");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/users\?sort=-login&q=kemi/);
	await page.getByRole("link", { name: /^Kẹ́mi/ }).click();
	await expect(page.getByRole("dialog", { name: /^Kẹ́mi/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page).toHaveURL(/\/users\?sort=-login&q=kemi/);

	await page.getByRole("navigation", { name: "Users and roles" }).getByRole("link", { name: "Roles" }).click();
	await page.getByRole("searchbox", { name: "Search roles" }).fill("review");
	await page.getByRole("searchbox", { name: "Search roles" }).press("Enter");
	await expect(page.getByRole("link", { name: "Reviewer", exact: true })).toBeVisible();
	await expect(page.getByRole("link", { name: "Super administrator" })).toHaveCount(0);
	await head("Users").getByRole("link").click();
	await expect(head("Users")).toHaveAttribute("aria-sort", "ascending");
	await expect(page).toHaveURL(/q=review&sort=holders/);
	await page.getByRole("link", { name: "Reviewer", exact: true }).click();
	await page.getByRole("dialog", { name: "Reviewer" }).getByRole("link", { name: "Cancel" }).click();
	await expect(page).toHaveURL(/\/users\/roles\?q=review&sort=holders/);
	await expectNoAxeViolations(page);
});

test("without scripts a role is copied, given, and its holders are shown", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/users/roles");
	await page.getByRole("link", { name: "Reviewer" }).click();
	await page.getByRole("link", { name: "Copy" }).click();
	await expect(page.getByLabel("Name")).toHaveValue("Copy of Reviewer");
	await page.getByLabel("Name").fill("Senior reviewer");
	await page.getByRole("checkbox", { name: "Applicants: change", exact: true }).check();
	await page.getByRole("button", { name: "Create role" }).click();
	await expect(page.getByRole("row", { name: /Senior reviewer/ })).toContainText("0");
	await page.goto("/crestfield/users?q=kemi");
	await page.getByRole("link", { name: /^Kẹ́mi/ }).click();
	await page.getByRole("button", { name: "Add another role" }).click();
	await page.getByRole("combobox", { name: /^Role 2/ }).selectOption({ label: "Senior reviewer" });
	await page.getByRole("button", { name: "Move role 2 up" }).click();
	const first = page.getByRole("combobox", { name: "Role 1", exact: true });
	await expect(first.locator("option:checked")).toHaveText("Senior reviewer");
	await page.getByRole("button", { name: "Save" }).click();
	await page.goto("/crestfield/users/roles");
	await page.getByRole("link", { name: "Senior reviewer" }).click();
	await expect(page.getByText(/^Held by Kẹ́mi/)).toBeVisible();
});
