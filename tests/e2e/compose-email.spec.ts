import { applicantsOf, expect, expectNoAxeViolations, hydrated, test } from "./fixtures";

test("an email is composed with merge fields as pills, survives a reload, and its toast leads to its delivery", async ({
	page,
	signIn,
	keptMails,
}) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await signIn(page, "lagoon", "Admissions officer", null);
	const path = (await applicantsOf(page, "/lagoon/applicants?size=50"))[28] ?? "";
	await page.goto(`${path}/email`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Send Email" });
	const message = dialog.getByRole("textbox", { name: "Message" });
	for (const control of [message, dialog.getByRole("button", { name: "First name" }), dialog.getByLabel("Attachments")])
		await expect(control, "without scrolling at 900 px").toBeInViewport({ ratio: 1 });

	await dialog.getByLabel("Subject").fill("Your pill, {{lastName}}");
	await expect(dialog.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
	await message.click();
	await page.keyboard.type("Dear {{firstName}}, see {{nothing}}");
	const pill = message.getByText("First name", { exact: true });
	await expect(pill).toHaveAttribute("title", "{{firstName}}");
	await expect(message.getByTitle("This merge field cannot be filled here")).toHaveText("nothing");
	const stored = dialog.locator("input[name=message]");
	await expect(stored).toHaveValue("<p>Dear {{firstName}}, see {{nothing}}</p>");
	await page.keyboard.press("Backspace");
	await expect(stored, "a pill is deleted at once").toHaveValue("<p>Dear {{firstName}}, see </p>");
	await dialog.getByRole("button", { name: "Application number" }).click();
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.type("no. ");
	await expect(stored, "an arrow key passes a pill").toHaveValue(
		"<p>Dear {{firstName}}, see no. {{applicationNumber}}</p>",
	);

	await page.reload();
	await hydrated(page);
	await expect(dialog.getByText("Your unsent email is back")).toBeVisible();
	await expect(dialog.getByLabel("Subject")).toHaveValue("Your pill, {{lastName}}");
	await expect(message.getByText("Application number", { exact: true })).toBeVisible();
	await dialog.getByLabel("Template").selectOption({ label: "Shortlisted" });
	const question = page.getByRole("alertdialog", { name: "Replace what you typed?" });
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(dialog.getByLabel("Template")).toHaveValue("");

	await dialog.getByRole("button", { name: "Send email" }).click();
	await expect(page.getByText("Email is being sent")).toBeVisible();
	await page.getByRole("link", { name: "Show delivery" }).click();
	await expect(page.getByRole("heading", { name: "Your pill, {{lastName}}" })).toBeVisible();
	await expect(page.frameLocator("iframe").getByText(/^Dear (?!\{).+, see no\. /)).toBeVisible();
	await expectNoAxeViolations(page, "main");
	await page.getByRole("link", { name: "Emails sent" }).click();
	await expect(page.getByRole("row").filter({ hasText: "Your pill, {{lastName}}" })).toBeVisible();
	expect(await keptMails("lagoon", ({ subject }) => subject.startsWith("Your pill, "))).toHaveLength(1);

	await page.goto(`${path}/email`);
	await hydrated(page);
	await expect(dialog.getByLabel("Subject"), "a sent email does not come back").toHaveValue("");
});

test("no letter is lost when the editor replaces the plain field under the user's hands", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const path = (await applicantsOf(page, "/lagoon/applicants?size=50"))[29] ?? "";
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/rich-text-editor/, async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(`${path}/email`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Send Email" });
	await dialog.getByRole("textbox", { name: "Message" }).click();
	await page.evaluate(() => {
		new MutationObserver((_changes, observer) => {
			if (!document.querySelector("[role=toolbar]")) return;
			observer.disconnect();
			document.body.dataset.focusedAtOnce = String(document.activeElement?.matches("[contenteditable]"));
		}).observe(document.body, { childList: true, subtree: true });
	});
	release();
	await expect(dialog.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
	await expect(page.locator("body"), "in the same step").toHaveAttribute("data-focused-at-once", "true");
	await page.keyboard.type("Dear all");
	await expect(dialog.locator("[name=message]")).toHaveValue("<p>Dear all</p>");
});
