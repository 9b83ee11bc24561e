import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** The rows of the other institution's list that these journeys email. */
const rows = { keys: 20, plain: 21, selection: [22, 23], plainSelection: [24, 25] } as const;
const list = "/lagoon/applicants?size=50";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Send Email" });
const box = (page: Page, row: number) => page.getByRole("checkbox", { name: /^Select (?!every)/ }).nth(row);

test("by keyboard alone: a user emails an applicant, and the Email tab shows the email as sent", async ({
	page,
	signIn,
	keptMails,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.keys] ?? "";
	await page.goto(`${path}/emails?size=50`);
	await hydrated(page);
	await expect(page.getByText("No Emails found")).toBeVisible();
	await page.keyboard.press("e");
	const dialog = dialogOf(page);
	await expect(dialog.getByLabel("Subject")).toBeFocused();
	await expect(dialog.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	await expect(dialog).toHaveCSS("width", "950px");
	await expect(dialog.getByRole("button", { name: "Send email" })).toBeDisabled();
	await page.keyboard.type("Your transcript");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("Subject")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByText("Kindly enter the message of your email")).toBeVisible();
	const message = dialog.getByRole("textbox", { name: "Message" });
	await expect(message).toBeFocused();
	await page.keyboard.type("Dear {{firstName}}, please send it.");
	await expect(dialog.getByText("Kindly enter the message of your email")).toHaveCount(0);
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Control+Enter");

	await expect(page.getByText("Email is being sent")).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`${path}/emails\\?size=50$`));
	const mail = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Your transcript" }) });
	await expect(
		mail.getByText("Sent", { exact: true }),
		"the status changes as soon as the email is sent",
	).toBeVisible();
	await expect(mail.getByText(/^Dear (?!\{).+, please send it\.$/)).toBeVisible();
	expect(await keptMails("lagoon", ({ subject }) => subject === "Your transcript")).toHaveLength(1);
	await expectNoAxeViolations(page, "dialog");
});

test("a selection is emailed from a template, previewed for one of them", async ({ page, signIn, keptMails }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	for (const row of rows.selection) await box(page, row).check();
	await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Email" }).click();
	const dialog = dialogOf(page);
	await expect(dialog.getByRole("radio", { name: "Selected (2)" })).toBeChecked();
	await expect(dialog.getByText("To 2 applicants")).toBeVisible();
	await dialog.getByRole("radio", { name: /^All of / }).check();
	await expect(dialog.getByLabel("Number of recipients")).toBeVisible();
	await dialog.getByRole("radio", { name: "Selected (2)" }).check();
	await expect(dialog.getByLabel("Number of recipients")).toBeHidden();

	await dialog.getByLabel("Template").selectOption({ label: "Shortlisted" });
	await expect(dialog.getByLabel("Subject")).toHaveValue("You have been shortlisted");
	const message = dialog.getByRole("textbox", { name: "Message" });
	await expect(message).toContainText("Dear First name Last name,");
	await dialog.getByLabel("Subject").fill("You are shortlisted, ");
	await dialog.getByLabel("Template").selectOption({ label: "Documents missing" });
	await page.getByRole("alertdialog", { name: "Replace what you typed?" }).getByText("Keep writing").click();
	await expect(dialog.getByLabel("Template").locator("option:checked")).toHaveText("Shortlisted");
	await dialog.getByLabel("Subject").press("End");
	await dialog.getByLabel("Subject").focus();
	await dialog.getByRole("button", { name: "First name" }).click();
	await expect(dialog.getByLabel("Subject")).toHaveValue("You are shortlisted, {{firstName}}");
	await dialog.getByLabel("Attachments").setInputFiles({
		name: "plan.pdf",
		mimeType: "application/pdf",
		buffer: Buffer.from("%PDF-1.4\n%%EOF"),
	});
	await expect(dialog.getByRole("listitem").filter({ hasText: "plan.pdf" })).toBeVisible();

	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByRole("heading", { name: "To 2 applicants" })).toBeFocused();
	const mail = dialog.getByRole("article", { name: "The email" });
	await dialog.getByText("Show all recipients").click();
	const people = dialog.getByRole("group", { name: "Show the email for" });
	const names = await people.getByRole("listitem").allTextContents();
	for (const [index, name] of names.entries()) {
		await people.getByRole("radio").nth(index).check();
		await expect(mail.getByText(`You are shortlisted, ${name.split(" ")[0]}`)).toBeVisible();
	}
	await expectNoAxeViolations(page, "dialog");
	const search = dialog.getByLabel("Find a recipient by name, number or email");
	await search.fill(names[0]?.split(" ").at(-1) ?? "");
	await search.press("Enter");
	await expect(dialog.getByText("1 recipient found"), "Enter previews, and sends nothing").toBeVisible();
	await people.getByRole("radio").check();
	await expect(mail.getByText(`You are shortlisted, ${names[0]?.split(" ")[0]}`)).toBeVisible();
	await dialog.getByRole("button", { name: "Edit email" }).click();
	await expect(message).toContainText("Dear First name Last name,");
	await expect(dialog.getByRole("listitem").filter({ hasText: "plan.pdf" }), "the file stays chosen").toBeVisible();
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByText("Email(s) are being sent")).toBeVisible();
	await expect(page.getByRole("region", { name: "Selection" }), "the selection is cleared").toHaveCount(0);
	for (const name of names) {
		const subject = `You are shortlisted, ${name.split(" ")[0]}`;
		const isAboutThem = (mail: { subject: string }) => mail.subject === subject;
		await expect.poll(async () => (await keptMails("lagoon", isAboutThem)).length).toBeGreaterThan(0);
	}
});

test("on a searched list without a selection, an email is set to those that the list shows", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	await page.goto(list);
	await hydrated(page);
	const name = (await page.getByRole("row").nth(1).getByRole("link").textContent()) ?? "";
	await page.goto(`${list}&q=${encodeURIComponent(name)}`);
	await hydrated(page);
	const shown = (await page.getByRole("row").count()) - 1;
	await page.getByRole("button", { name: "Send Email" }).click();
	const dialog = dialogOf(page);
	await expect(dialog.getByRole("radio", { name: `All that match (${shown})` })).toBeChecked();
	await expect(dialog.getByText(new RegExp(`^To ${shown} applicants?$`))).toBeVisible();
});

test("an empty merge field is named before it is mailed, and the comment of a stage change is refused", async ({
	page,
	signIn,
	keptMails,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const [path = ""] = await applicantsOf(page, "/crestfield/applicants?size=50");
	await page.goto(`${path}/email`);
	await hydrated(page);
	const dialog = dialogOf(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await dialog.getByLabel("Template").selectOption({ label: "Documents missing" });
	const onlyInStages = dialog.getByText(/^The message has \{\{comment\}\}, which only a stage change fills/);
	await expect(onlyInStages, "its error is not below the edge of the dialog").toBeInViewport({ ratio: 1 });
	await expect(dialog.getByRole("button", { name: "First name" })).toBeVisible();
	for (const name of ["Comment", "Location"])
		await expect(dialog.getByRole("button", { name }), "nothing fills it here").toHaveCount(0);
	await dialog.getByLabel("Subject").fill("At {{locationName}}");
	await expect(dialog.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	await dialog.getByRole("textbox", { name: "Message" }).fill("Come to {{locationName}}.");
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(dialog.getByText("Some merge fields are empty. Look at the preview, then send.")).toBeVisible();
	await expect(dialog.getByText("Location for 1 applicant")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	expect(await keptMails("crestfield", ({ subject }) => subject.startsWith("At "))).toEqual([]);
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByText("Email is being sent")).toBeVisible();
});

test("a message that is too long is refused beside its field, and stays there whole", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	await page.goto(`${(await applicantsOf(page, list))[rows.keys] ?? ""}/email`);
	await hydrated(page);
	const dialog = dialogOf(page);
	const message = dialog.getByRole("textbox", { name: "Message" });
	await expect(dialog.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	await dialog.getByLabel("Subject").fill("At length");
	await message.fill("x".repeat(200_001));
	const posted: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
	for (const button of ["Preview", "Send email"]) {
		await dialog.getByRole("button", { name: button }).click();
		await expect(dialog.getByText("The message can have at most 200,000 characters.")).toBeVisible();
		await expect(dialog.getByLabel("Subject")).toHaveValue("At length");
		expect((await message.textContent())?.length).toBe(200_001);
		await message.press("Control+End");
		await page.keyboard.type(".");
		await expect(dialog.getByText("The message can have at most 200,000 characters.")).toHaveCount(0);
		await page.keyboard.press("Backspace");
	}
	expect(posted.filter((url) => url.includes("/email"))).toEqual([]);
});

test("without JavaScript a user emails an applicant with a file, and the tab shows email and file", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const path = (await applicantsOf(page, list))[rows.plain] ?? "";
	await page.goto(`${path}/emails`);
	await page.getByRole("link", { name: "Send Email" }).click();
	const dialog = dialogOf(page);
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(dialog.getByText("Kindly enter the subject of your email")).toBeVisible();
	await dialog.getByLabel("Subject").fill("Your slip");
	await dialog.getByLabel("Message").fill("Dear {{firstName}},\n\nhere it is: 1 < 2.");
	const slip = { name: "slip.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") };
	await dialog.getByLabel("Attachments").setInputFiles(slip);
	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByText("To 1 applicant")).toBeVisible();
	await expect(dialog.getByRole("article").getByText("here it is: 1 < 2.")).toBeVisible();
	await expect(dialog.getByText("Choose this one again: slip.pdf")).toBeVisible();
	await dialog.getByRole("button", { name: "Edit email" }).click();
	await expect(dialog.getByLabel("Message")).toHaveValue("Dear {{firstName}},\n\nhere it is: 1 < 2.");
	await dialog.getByLabel("Attachments").setInputFiles(slip);
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Email is being sent" })).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`${path}/emails$`));
	await expect.poll(async () => (await page.reload()) && page.getByText("Sent", { exact: true }).count()).toBe(1);
	await expect(page.getByText("here it is: 1 < 2.")).toBeVisible();
	const href = (await page.getByRole("link", { name: "slip.pdf" }).getAttribute("href")) ?? "";
	const file = await page.request.get(href);
	expect([file.status(), (await file.body()).toString("latin1", 0, 8)]).toEqual([200, "%PDF-1.4"]);
});

test("without JavaScript a selection is emailed from a template", async ({
	withoutJavaScript: page,
	signIn,
	keptMails,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await page.locator("#selection").getByRole("button", { name: "Send Email", exact: true }).click();
	await expect(dialogOf(page).getByRole("radio", { name: /^All of / })).toBeChecked();
	await expect(
		dialogOf(page).getByLabel("Number of recipients"),
		"the number is asked without scripts too",
	).toBeVisible();
	await dialogOf(page).getByRole("link", { name: "Close" }).click();
	for (const row of rows.plainSelection) await box(page, row).check();
	await page.locator("#selection").getByRole("button", { name: "Send Email", exact: true }).click();
	const dialog = dialogOf(page);
	await expect(dialog.getByRole("radio", { name: "Selected (2)" })).toBeChecked();
	await dialog.getByLabel("Template").selectOption({ label: "Documents missing" });
	await dialog.getByRole("button", { name: "Use template" }).click();
	await expect(dialog.getByLabel("Subject")).toHaveValue("Your application needs one more document");
	await expect(dialog.getByText(/^The message has \{\{comment\}\}, which only a stage change fills/)).toBeVisible();
	await dialog.getByLabel("Subject").fill("Documents of {{fullName}}");
	await dialog.getByLabel("Message").fill("Dear {{firstName}},\n\nyour birth certificate cannot be read.");
	await dialog.getByRole("button", { name: "Preview" }).click();
	await expect(dialog.getByText("To 2 applicants")).toBeVisible();
	await dialog.getByText("Show all recipients").click();
	const people = dialog.getByRole("group", { name: "Show the email for" });
	const listed = await people.getByRole("listitem").allTextContents();
	const names = listed.map((row) => row.replace(/ \S+$/, ""));
	await people.getByRole("radio").nth(1).check();
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect(dialog.getByText(`Documents of ${names[1]}`)).toBeVisible();
	const search = dialog.getByLabel("Find a recipient by name, number or email");
	await search.fill(listed[0]?.split(" ").at(-1) ?? "");
	await search.press("Enter");
	await expect(dialog.getByText("1 recipient found"), "Enter previews, and sends nothing").toBeVisible();
	await people.getByRole("radio").check();
	await dialog.getByRole("button", { name: "Show" }).click();
	await expect(dialog.getByText(`Documents of ${names[0]}`)).toBeVisible();
	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Email(s) are being sent" })).toBeVisible();
	for (const name of names) {
		const isAboutThem = ({ subject }: { subject: string }) => subject === `Documents of ${name}`;
		await expect.poll(async () => (await keptMails("lagoon", isAboutThem)).length).toBe(1);
	}
});
