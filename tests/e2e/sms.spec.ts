import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";
import type { Portal } from "./portal";

/** Applicants who have handed in a form, and so have a phone number. */
const list = "/crestfield/applicants?stage=IN_REVIEW&size=50";
const rows = { mouse: 0, keys: 1, selection: [2, 3], outage: 4, stage: 5 } as const;

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Send SMS" });

const takenBy = async (portal: Portal, text: string): Promise<{ to: string; sms: string; segments: number }[]> => {
	const all: { to: string; sms: string; segments: number }[] = await (await fetch(`${portal.sms()}/messages`)).json();
	return all.filter(({ sms }) => sms.includes(text));
};

const cardOf = (page: Page, text: string) =>
	page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: text }) });

test("by mouse: a user texts an applicant from the Email tab, sees its messages before, and it as sent after", async ({
	page,
	signIn,
	portal,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.mouse] ?? "";
	await page.goto(`${path}/emails`);
	await hydrated(page);
	await page.getByRole("link", { name: "Send SMS" }).first().click();
	const dialog = dialogOf(page);
	await expect(dialog.getByText(/^To .+ \+234\d{10}$/)).toBeVisible();
	const text = dialog.getByRole("textbox", { name: "Text" });
	await expect(dialog.getByRole("button", { name: "Send SMS" })).toBeDisabled();
	await text.fill("x".repeat(161));
	await expect(dialog.getByText("161 characters, 2 messages, 145 left.")).toBeVisible();
	await text.fill("Your slip is ready, ");
	await text.press("End");
	await dialog.getByRole("button", { name: "First name" }).click();
	await expect(text).toHaveValue("Your slip is ready, {{firstName}}");
	await page.reload();
	await hydrated(page);
	await expect(dialog.getByText("Your unsent SMS is back as you left it.")).toBeVisible();
	await expect(text, "a page that is loaded again loses nothing").toHaveValue("Your slip is ready, {{firstName}}");
	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByRole("heading", { name: "To 1 phone" })).toBeFocused();
	const shown = dialog.getByRole("article", { name: "The SMS" });
	await expect(shown.getByText(/^Your slip is ready, (?!\{).+$/)).toBeVisible();
	await expect(shown.getByText(/characters, 1 message, /)).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Send SMS" }).click();
	await expect(page.getByText("SMS is being sent").first()).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`${path}/emails`));
	const card = cardOf(page, "Your slip is ready");
	await expect(card.getByText("Sent", { exact: true })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	expect(await takenBy(portal, "Your slip is ready")).toMatchObject([{ segments: 1 }]);
});

test("by keyboard: the palette opens Send SMS for an applicant, Ctrl+Enter sends", async ({ page, signIn, portal }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.keys] ?? "";
	await page.goto(`${path}/emails`);
	await hydrated(page);
	await page.keyboard.press("Control+k");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await palette.getByRole("combobox").fill("send sms");
	await expect(palette.getByRole("option", { selected: true })).toContainText("Send SMS");
	await page.keyboard.press("Enter");
	const dialog = dialogOf(page);
	await expect(dialog.getByRole("textbox", { name: "Text" })).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await page.keyboard.type("Call {{nobody}}");
	// why: after the refusal the page is read again, and what is sent meanwhile must count.
	await page.route(/_data=/, async (route) => {
		if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, 2_000));
		await route.continue();
	});
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByText("The text has a merge field that does not exist: {{nobody}}")).toBeVisible();
	await expect(dialog.getByRole("textbox", { name: "Text" }), "what was typed is kept").toHaveValue("Call {{nobody}}");
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Call the office.");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("SMS is being sent").first()).toBeVisible();
	await expect.poll(() => takenBy(portal, "Call the office.")).toHaveLength(1);
});

test("without JavaScript: a template is sent to a selection, with who has no number named first", async ({
	withoutJavaScript: page,
	signIn,
	portal,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const found = await applicantsOf(page, list);
	const [begun = ""] = await applicantsOf(page, "/crestfield/applicants?stage=REGISTRATION&size=50");
	const ids = [...rows.selection.map((row) => found[row] ?? ""), begun].map((path) => path.split("/").at(-1) ?? "");
	await page.goto(`/crestfield/applicants/sms?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
	const dialog = dialogOf(page);
	await dialog.getByLabel("Template").selectOption({ label: "Admission notice" });
	await dialog.getByRole("button", { name: "Use template" }).click();
	const text = dialog.getByRole("textbox", { name: "Text" });
	await expect(text).toHaveValue(/^Congratulations \{\{firstName\}\}!/);
	await text.fill("Hello {{firstName}}, without scripts.");
	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByRole("article", { name: "The SMS" })).toBeVisible();
	await expect(text).toHaveValue("Hello {{firstName}}, without scripts.");
	await dialog.getByRole("button", { name: "Send SMS" }).click();
	await expect(page).toHaveURL(/\/crestfield\/applicants\??/);
	await expect.poll(async () => (await takenBy(portal, "without scripts")).length).toBeGreaterThanOrEqual(2);
});

test("a stage change says which SMS goes to whom, with its text and its cost, and the record shows it as waiting", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.stage] ?? "";
	await page.goto(`${path}/stage`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	const stages = dialog.getByRole("combobox", { name: "New stage" });
	await stages.selectOption({ label: "Invited to screening" });
	const said = dialog.getByText(/SMS “Screening reminder” to .+ \+234\d{10}, /);
	await expect(said).toBeVisible();
	// why once more: what the server drew of the SMS stays while its code is loaded; a fault of the page ends the test.
	await page.goto(`${path}/stage?to=${await stages.inputValue()}`);
	await hydrated(page);
	await expect(said).toBeVisible();
	await dialog.getByText("Preview SMS").click();
	await expect(dialog.getByText(/your screening for .+ is tomorrow/)).toBeVisible();
	await expect(dialog.getByText(/^\d messages?, about ₦\d+\.\d\d$/)).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("textbox", { name: "Comment" }).fill("Come to the screening.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByText(/is now at Invited to screening/)).toBeVisible();
	await page.goto(`${path}/emails`);
	// why: the demo may have sent this applicant the same text before.
	const waiting = page.getByRole("group").filter({ hasText: "Held" });
	await expect(waiting.getByRole("heading", { name: /your screening for .+ is tomorrow/ })).toBeVisible();
});

test("a test of an SMS goes to a number of one's own, and one that cannot be reached is named", async ({
	page,
	signIn,
	portal,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/manage-template?type=sms");
	await hydrated(page);
	await page.getByLabel("Name").fill("Tested");
	await page.getByRole("textbox", { name: "Text" }).fill("A test of {{courseCode}}.");
	await page.getByRole("button", { name: "Preview", exact: true }).click();
	await expect(
		page.getByRole("status").filter({ hasText: /characters, 1 message, \d+ left\. About ₦4\.50 to each\./ }),
	).toBeVisible();
	await page.getByLabel("Your phone number").fill("12");
	await page.getByRole("button", { name: "Send a test to me" }).click();
	await expect(page.getByText("Enter a phone number that an SMS can reach.")).toBeVisible();
	await page.getByLabel("Your phone number").fill("0803 555 0199");
	await page.getByRole("button", { name: "Send a test to me" }).click();
	await expect(page.getByText("A test was sent to +2348035550199.")).toBeVisible();
	expect(await takenBy(portal, "A test of")).toHaveLength(1);
});

test("an outage of the provider is shown beside the SMS, which waits", async ({ page, signIn, portal }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.outage] ?? "";
	await fetch(`${portal.sms()}/troubles`, { method: "PUT", body: JSON.stringify({ trouble: "http_500" }) });
	await page.goto(`${path}/sms?from=emails`);
	await hydrated(page);
	const dialog = dialogOf(page);
	await dialog.getByRole("textbox", { name: "Text" }).fill("While it is down.");
	await dialog.getByRole("button", { name: "Send SMS" }).click();
	await expect(page).toHaveURL(new RegExp(`${path}/emails`));
	const card = cardOf(page, "While it is down.");
	await expect(async () => {
		await page.reload();
		await expect(card.getByText("The SMS service did not take the message (500).")).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await expect(card.getByText("Waiting", { exact: true })).toBeVisible();
	await fetch(`${portal.sms()}/troubles`, { method: "PUT", body: JSON.stringify({ trouble: "ok" }) });
});
