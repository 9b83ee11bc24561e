import { expect, expectNoAxeViolations, hydrated, test } from "./fixtures";
import { makeInstitution, password } from "./make-institution";

test("an institution is made by one command, and its administrator enters by the printed link", async ({
	page,
	portal,
	withoutJavaScript,
}) => {
	const link = makeInstitution("north", portal.state(), portal.origin);
	await page.goto(link);
	await expectNoAxeViolations(page);
	await expect(page.getByRole("heading", { name: "Create your password" })).toBeVisible();
	await page.getByLabel("New password").fill("short");
	await page.getByRole("button", { name: "Create password" }).click();
	await expect(page.getByText(/^Must Contain 8 Characters/)).toBeVisible();
	await page.getByLabel("New password").fill(password);
	await page.getByLabel("Confirm password").fill(password);
	await page.getByRole("button", { name: "Create password" }).click();
	await expect(page.getByRole("heading", { name: "Verification Successful" })).toBeVisible();
	await page.getByRole("link", { name: "Log in" }).click();
	await page.getByLabel("Username").fill("ada@north.example");
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Log in" }).click();
	await expect(page).toHaveURL("/north/get-ready");
	await hydrated(page);
	await expect(page.getByRole("listitem").filter({ hasText: /^Workflow/ })).toContainText("done");
	await expect(page.getByRole("listitem").filter({ hasText: /^Staff/ })).toContainText("to do");
	await expectNoAxeViolations(page);
	await page.getByRole("link", { name: "Open Users for Staff" }).click();
	await expect(page.getByRole("row", { name: /Ada Obi/ })).toContainText("Super administrator");

	await page.goto(link);
	await expect(page.getByRole("heading", { name: "Unable to verify user" })).toBeVisible();

	await withoutJavaScript.goto(makeInstitution("south", portal.state(), portal.origin));
	await withoutJavaScript.getByLabel("New password").fill(password);
	await withoutJavaScript.getByLabel("Confirm password").fill(password);
	await withoutJavaScript.getByRole("button", { name: "Create password" }).click();
	await expect(withoutJavaScript.getByRole("heading", { name: "Verification Successful" })).toBeVisible();
});
