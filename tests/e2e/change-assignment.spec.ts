import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeViolations, hydrated, searchable, test } from "./fixtures";

/** The rows of the other institution's list that only these journeys change. */
const rows = { palette: [28, 29], mouse: 30, keys: 31, plain: 32, batch: [33, 34], plainBatch: [35, 36] } as const;

const list = "/lagoon/applicants?size=50";
const row = (page: Page, index: number) => page.getByRole("table", { name: "Applicants" }).getByRole("row").nth(index);

const chooseOther = async (page: Page, label: RegExp) => {
	const field = page.getByRole("dialog").last().getByRole("combobox", { name: label });
	await searchable(field);
	await field.click();
	const other = page.getByRole("option").filter({ hasNotText: "(current)" }).last();
	const name = ((await other.textContent()) ?? "").trim();
	await other.click();
	return name;
};

/** Selects, without scripts, the last choice other than the current one. @returns its text */
const chooseLast = async (dialog: Locator) => {
	const choices = dialog.getByRole("combobox");
	const name = (await choices.getByRole("option").filter({ hasNotText: "(current)" }).last().textContent()) ?? "";
	await choices.selectOption({ label: name });
	return name;
};

test("by mouse: the user changes the programme, then the location, and the log shows both", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await row(page, rows.mouse).getByRole("link").click();
	const sheet = page.getByRole("dialog").first();
	await sheet.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Change programme" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Programme" });
	await expect(dialog.getByRole("button", { name: "Change programme" })).toBeDisabled();
	await expectNoAxeViolations(page);
	const course = await chooseOther(page, /New programme/);
	await dialog.getByRole("button", { name: "Change programme" }).click();
	await expect(page.getByText(`is now in ${course}`)).toBeVisible();
	await expect(sheet.getByText(course).first()).toBeVisible();

	await sheet.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: /Post Applicant|Change posting/ }).click();
	const posting = page.getByRole("dialog", { name: /Post Applicant|Change posting/ });
	const post = posting.getByRole("button", { name: /Post Applicant|Change posting/ });
	await expect(posting).toHaveCSS("width", "600px");
	await expect(post, "no other location is chosen yet").toBeDisabled();
	const place = await chooseOther(page, /Location/);
	await post.click();
	await expect(page.getByText(`is posted to ${place}`)).toBeVisible();
	await sheet.getByRole("link", { name: "Activity Log" }).click();
	await expect(sheet.getByText(`to ${place}`).first()).toBeVisible();
	await expect(
		sheet
			.getByText(/^Programme changed from/)
			.filter({ hasText: `to ${course}` })
			.first(),
	).toBeVisible();

	await sheet.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Change posting" }).click();
	await chooseOther(page, /Location/);
	await expect(post).toBeEnabled();
	await posting.getByRole("combobox", { name: /Location/ }).click();
	await page.getByRole("option", { name: `${place} (current)` }).click();
	await expect(post, "the present location is no change").toBeDisabled();

	const field = posting.getByRole("combobox", { name: /Location/ });
	await chooseOther(page, /Location/);
	await expect(post).toBeEnabled();
	await field.fill("");
	await field.press("Tab");
	await expect(post, "nothing is chosen").toBeDisabled();
	await chooseOther(page, /Location/);
	// why so: in the list is nothing that the service would refuse.
	const sent = (url: URL) => url.pathname.endsWith("/posting");
	await page.route(sent, (route) => {
		const body = route.request().postData();
		return route.continue(body === null ? {} : { postData: body.replace(/locationId=[^&]*/, "locationId=gone") });
	});
	await post.click();
	await expect(page.locator("[data-sonner-toast]").getByText("Error 422: This location does not exist.")).toBeVisible();
	await expect(posting.getByText("This location does not exist.", { exact: true })).toBeVisible();
	await page.unroute(sent);

	await field.click();
	await page.getByRole("option", { name: "No location" }).click();
	await post.click();
	await expect(page.getByText("is posted to no location")).toBeVisible();
	await expect(sheet.getByText(`No longer posted to ${place}`).first()).toBeVisible();
	await sheet.getByRole("link", { name: "Activity Log" }).click();
	const undo = sheet.getByRole("button", { name: /^Undo: posting of .* to no location$/ });
	await undo.click();
	await expect(page.getByText(`is posted again to ${place}`)).toBeVisible();
	await expect(undo, "it is done once").toHaveCount(0);
	await expect(sheet.getByText("Posting undone").first()).toBeVisible();
	await sheet.getByRole("button", { name: "More actions" }).click();
	await expect(page.getByRole("menuitem", { name: "Change posting" })).toBeVisible();
});

test("by keyboard alone: c and p on the open applicant, and the palette, change programme and location", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await row(page, rows.keys).getByRole("link").click();
	await expect(page.getByRole("button", { name: "More actions" })).toBeVisible();
	await page.keyboard.press("p");
	const posting = page.getByRole("dialog", { name: /Post Applicant|Change posting/ });
	const field = posting.getByRole("combobox", { name: /Location/ });
	await searchable(field);
	await expect(field, "the field has the focus when the dialog opens").toBeFocused();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/is posted to /)).toBeVisible();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("change programme");
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Programme" });
	const programme = dialog.getByRole("combobox", { name: /New programme/ });
	await searchable(programme);
	await expect(programme, "the combobox has taken the focus of the plain field").toBeFocused();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await page.keyboard.press("c");
	await searchable(programme);
	await expect(programme).toBeFocused();
	const current = await programme.inputValue();
	const change = dialog.getByRole("button", { name: "Change programme" });
	await page.keyboard.type("science");
	await expect(programme, "typing replaces the present choice").toHaveValue("science");
	await expect(dialog.getByRole("option").first()).toBeVisible();
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await page.keyboard.press("Tab");
	await expect(programme, "leaving the emptied field chooses nothing").toHaveValue("");
	await expect(change).toBeDisabled();
	await programme.click();
	await dialog.getByRole("option", { name: current }).click();
	await expect(programme).toHaveValue(current);
	await expect(change, "the present programme is no change").toBeDisabled();
	await programme.click();
	await expect(programme).toHaveAttribute("aria-expanded", "true");
	await page.keyboard.press("Escape");
	await expect(programme).toHaveAttribute("aria-expanded", "false");
	await expect(dialog).toBeVisible();
	await programme.click();
	await expect(programme).toHaveAttribute("aria-expanded", "true");
});

test("without JavaScript both changes are pages, which show their errors", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await row(page, rows.plain).getByRole("link").click();
	await page.getByLabel("More actions").click();
	await page.getByRole("link", { name: "Change programme" }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Programme" });
	await dialog.getByRole("button", { name: "Change programme" }).click();
	await expect(dialog.getByText("Unable to change course")).toBeVisible();
	const other = await chooseLast(dialog);
	await dialog.getByRole("button", { name: "Change programme" }).click();
	await expect(page.getByRole("status").filter({ hasText: `is now in ${other}` })).toBeVisible();

	await page.getByLabel("More actions").click();
	await page.getByRole("link", { name: /Post Applicant|Change posting/ }).click();
	const posting = page.getByRole("dialog", { name: /Post Applicant|Change posting/ });
	const place = await chooseLast(posting);
	await posting.getByRole("button", { name: /Post Applicant|Change posting/ }).click();
	await expect(page.getByRole("status").filter({ hasText: `is posted to ${place}` })).toBeVisible();
});

test("without JavaScript a selection is posted after a preview", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	for (const index of rows.plainBatch) await row(page, index).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Post to location" }).click();
	const dialog = page.getByRole("dialog", { name: "Post applicants" });
	const place = await chooseLast(dialog);
	await dialog.getByRole("button", { name: "Continue" }).click();
	await expect(dialog.getByText(/applicants? will change to /)).toBeVisible();
	await dialog.getByRole("button", { name: "Post applicants" }).click();
	await expect(page.getByText(`changed to ${place}`).first()).toBeVisible();
});

test("a selection is posted together after a preview in numbers", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	for (const index of rows.batch) await row(page, index).getByRole("checkbox").check();
	const bar = page.getByRole("region", { name: "Selection" });
	await bar.getByRole("button", { name: "Post" }).click();
	const dialog = page.getByRole("dialog", { name: "Post applicants" });
	await chooseOther(page, /Location/);
	await expect(dialog.getByText(/applicants? will change to /)).toBeVisible();
	await expectNoAxeViolations(page);
	await dialog.getByRole("button", { name: "Post applicants" }).click();
	await expect(page.getByText(/changed to /).first()).toBeVisible();
});

test("the palette changes a selection's programme after a preview", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	for (const index of rows.palette) await row(page, index).getByRole("checkbox").check();
	await page.keyboard.press("Control+k");
	await page.keyboard.type("Change programme");
	await page
		.getByRole("option", { name: /Change programme: 2 selected/ })
		.first()
		.click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Programme" });
	await expect(dialog.getByText("2 applicants selected")).toBeVisible();
	const name = await chooseLast(dialog);
	await expect(dialog.getByText(/applicants? will change to /)).toBeVisible();
	await expectNoAxeViolations(page);
	await dialog.getByRole("button", { name: "Change programme" }).click();
	await expect(page.getByText(`changed to ${name}`).first()).toBeVisible();
});

test("a dialog that the palette opens for another applicant has nothing of the one before", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await row(page, rows.keys).getByRole("link").click();
	await expect(page.getByRole("button", { name: "More actions" })).toBeVisible();
	await page.keyboard.press("c");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Programme" });
	const field = dialog.getByRole("combobox", { name: /New programme/ });
	await searchable(field);
	const present = async () => (await field.inputValue()).replace(/ \(current\)$/, "");
	const [code = "", ...title] = (await present()).split(" ");
	const others = page
		.getByRole("table", { name: "Applicants" })
		.getByRole("row")
		.filter({ hasText: /\/\d+\/\d+/ });
	const texts = await others
		.filter({ hasNotText: code })
		.filter({ hasNotText: title.join(" ") })
		.allTextContents();
	const number = /[A-Z]+\/\d+\/\d+/.exec(texts[0] ?? "")?.[0] ?? "";
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`course ${number}`);
	await page
		.getByRole("option", { name: /Change programme/ })
		.first()
		.click();
	await expect(dialog.getByText(` is in ${code} `)).toHaveCount(0);
	await searchable(field);
	await expect(dialog.getByText(` is in ${await present()}`)).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Change programme" })).toBeDisabled();
});
