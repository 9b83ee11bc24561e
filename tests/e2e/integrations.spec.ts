import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

test("an API key is made by the keyboard alone, used, and revoked", async ({ page, signIn, request, baseURL }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/api-keys");
	await hydrated(page);
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.keyboard.press("Control+k");
	await page.keyboard.type("new api key");
	await expect(page.getByRole("option", { name: /new api key/i, selected: true })).toBeVisible();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "New API key" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.type("Journey");
	const box = dialog.getByRole("checkbox", { name: "Applicants: see", exact: true });
	await box.focus();
	await page.keyboard.press("Space");
	await page.keyboard.press("Control+Enter");
	const shown = page.getByRole("dialog", { name: "Key for Journey" });
	const field = shown.getByLabel("API key", { exact: true });
	await expect(field).toHaveValue(/^mat_crestfield\./);
	await expectNoAxeViolations(page, "dialog");
	const key = await field.inputValue();
	const headers = { authorization: `Bearer ${key}` };
	expect((await request.get(`${baseURL}/api/candidates?size=1`, { headers })).status()).toBe(200);
	expect((await request.get(`${baseURL}/api/ums/users`, { headers })).status()).toBe(403);

	await shown.getByRole("link", { name: "Done" }).click();
	const row = page.getByRole("row").filter({ hasText: "Journey" });
	await expect(row).toContainText("Applicants: see");
	await row.getByRole("link", { name: "Journey" }).click();
	await page.getByRole("dialog", { name: "Journey" }).getByRole("button", { name: "Revoke key" }).click();
	await expect(page.getByText("The key “Journey” was revoked")).toBeVisible();
	expect((await request.get(`${baseURL}/api/candidates?size=1`, { headers })).status()).toBe(401);
});

test("a webhook is registered without scripts, and its deliveries are shown", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/webhooks");
	await page.getByRole("link", { name: "New webhook" }).click();
	await page.getByRole("textbox", { name: "Name" }).fill("Journey hook");
	await page.getByRole("textbox", { name: "Address" }).fill("https://hooks.example/journey");
	await page.getByRole("button", { name: "Create webhook" }).click();
	await expect(page.getByText("Choose at least one event.")).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("https://hooks.example/journey");
	await page.getByLabel("Applicants were posted to a location").check();
	await page.getByRole("button", { name: "Create webhook" }).click();
	await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
	await page.getByRole("link", { name: "Done" }).click();
	await expect(page.getByRole("heading", { name: "Journey hook", level: 1 })).toBeVisible();
	await expect(page.getByText("Nothing was sent in the last 30 days")).toBeVisible();
	await page.goto("/crestfield/webhooks");
	await page.getByRole("link", { name: "Student records" }).click();
	await expect(page.getByRole("table", { name: "Deliveries" }).getByText("Given up")).toBeVisible();
});

test("the webhooks pass axe, wide and at 360 px", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/webhooks/crestfield-webhook");
	await expectAccessibleAtBothWidths(page);
	await page.goto("/crestfield/webhooks/crestfield-webhook/edit");
	await hydrated(page);
	await expectAccessibleAtBothWidths(page);
});

test("the documentation of the API passes axe, and finds an operation", async ({ page }) => {
	await page.goto("/api/docs");
	await page.getByRole("searchbox", { name: "Search the operations" }).fill("DELETE api-keys");
	await page.keyboard.press("Enter");
	await expect(page.getByText("1 operation found.")).toBeVisible();
	await page.getByText("How to call it").click();
	await expect(page.getByRole("region", { name: "Call of revokeApiKey" })).toContainText("curl -X DELETE");
	await expectAccessibleAtBothWidths(page);
});
