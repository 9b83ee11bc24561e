import { writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** The journeys, each of which uses the shortlisted applicant in its position. */
const journeys = [
	"mouse",
	"keyboard",
	"no scripts",
	"files",
	"looks",
	"stale",
	"open page",
	"repeats",
	"back",
	"checked",
	"discard",
	"results",
	"wide",
	"reread",
] as const;

const pathOf = async (page: Page, journey: (typeof journeys)[number]): Promise<string> => {
	const found = await applicantsOf(page, "/crestfield/applicants?stage=SHORTLISTED&size=50");
	return found[4 + journeys.indexOf(journey)] ?? "";
};

const step = (page: Page, name: string | RegExp) =>
	page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true });

/** Waits until scripts have started on a page of the wizard with a place: it offers only one state's areas. */
const wizardTakenOver = async (page: Page) => expect(page.locator("optgroup")).toHaveCount(0);

test("by mouse: answers of several sections are changed, previewed before and after, and saved", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await page.goto(await pathOf(page, "mouse"));
	await hydrated(page);
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Edit applicant" }).click();
	await expect(heading(page, "Personal details")).toBeFocused();
	await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
	await page.getByLabel("Home town").fill("Abẹ́òkúta");
	await page.getByLabel("State", { exact: true }).selectOption("Ogun");
	await expect(page.getByLabel("Local government area")).toHaveValue("");
	await page.getByLabel("Local government area").selectOption("Abeokuta South");
	await next(page).click();

	await expect(heading(page, "Next of kin")).toBeFocused();
	await step(page, /^Schools attended/).click();
	await page.getByRole("button", { name: /^Add another/ }).click();
	const schools = page.getByLabel("Name of school");
	await expect(schools.last()).toHaveValue("");
	await schools.last().fill("Baptist High School");
	await step(page, /^About you/).click();
	const statement = page.getByRole("textbox", { name: "Why do you want to study this course?" });
	await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
	await statement.click();
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Because it is useful.");
	await page.keyboard.press("Control+a");
	await page.getByRole("button", { name: "Bold" }).click();
	await step(page, /^Preview and Update/).click();

	await expect(heading(page, "Preview and Update")).toBeFocused();
	const change = (name: string) => page.getByRole("row", { name }).getByRole("cell").last();
	await expect(change("Home town")).toHaveText(/Abẹ́òkúta$/);
	await expect(change("State / LGA")).toHaveText(/Abeokuta South, Ogun$/);
	await expect(change("Why do you want").locator("strong")).toHaveText("Because it is useful.");
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByText("Details saved")).toBeVisible();
	const sheet = page.getByRole("dialog").first();
	await expect(sheet.getByText("Abẹ́òkúta", { exact: true })).toBeVisible();
	await expect(sheet.getByText("Baptist High School")).toBeVisible();
	await sheet.getByRole("link", { name: "Activity Log" }).click();
	await expect(sheet.getByText(/answers? changed: /).first()).toBeVisible();
});

test("by keyboard alone: the palette opens the form, and ⌘Enter continues and saves", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "keyboard");
	await page.goto(path);
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("Edit applicant");
	await expect(page.getByRole("option", { name: /Edit applicant/i }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(heading(page, "Personal details")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	// why: the focus is on the heading, which is in the form; the first key press continues from there.
	await expect(heading(page, "Next of kin")).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(page.getByLabel("Full name")).toBeFocused();
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await page.keyboard.press("Enter");
	const alert = page.getByRole("alert").filter({ hasText: "Enter full name" });
	await expect(alert).toBeFocused();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Full name")).toBeFocused();
	await page.keyboard.type("Alhaji Musa Danladi");
	await page.keyboard.press("Control+Enter");
	await expect(heading(page, "Schools attended")).toBeFocused();
	const preview = step(page, /^Preview and Update/);
	await preview.focus();
	await page.keyboard.press("Enter");
	await expect(heading(page, "Preview and Update")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("Details saved")).toBeVisible();
	await expect(page).toHaveURL(path);
	await expect(page.getByText("Alhaji Musa Danladi")).toBeVisible();
});

test("without JavaScript: the form is changed page by page, kept, protected by a question, and saved", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "no scripts");
	await page.goto(path);
	await page.locator("summary", { hasText: "More actions" }).or(page.getByLabel("More actions")).first().click();
	await page.getByRole("link", { name: "Edit applicant" }).click();
	await page.getByLabel("Phone number").fill("ring me");
	await page.getByLabel("State", { exact: true }).selectOption("Kano");
	await page.getByLabel("Local government area").selectOption({ label: "Nasarawa" });
	await next(page).click();
	await expect(page.getByRole("alert").getByRole("link", { name: /phone number/i })).toBeVisible();
	await expect(page.getByLabel("Phone number")).toHaveValue("ring me");
	await page.getByLabel("Phone number").fill("0803 555 0101");
	await next(page).click();
	await expect(heading(page, "Next of kin")).toBeVisible();
	await page.getByRole("button", { name: "Back" }).click();
	await expect(page.getByLabel("Phone number")).toHaveValue("0803 555 0101");
	await step(page, /^O'level results/).click();
	await page.getByLabel("Grade of Mathematics").first().selectOption("A1");
	await page.getByRole("button", { name: "Close form" }).click();
	const question = page.getByRole("dialog", { name: "Close the form?" });
	await question.getByRole("link", { name: "Keep for later" }).click();
	await expect(page).toHaveURL(path);

	await page.goto(`${path}/edit`);
	await page.getByRole("link", { name: "Continue where you left off" }).click();
	await expect(heading(page, "O'level results")).toBeVisible();
	await expect(page.getByLabel("Grade of Mathematics").first()).toHaveValue("A1");
	await step(page, /^Preview and Update/).click();
	await expect(page.getByRole("row", { name: /phone number/i })).toContainText("0803 555 0101");
	await page.getByRole("link", { name: "Edit details" }).click();
	await page
		.getByRole("button", { name: /^Preview and Update/ })
		.last()
		.click();
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: "Details saved" })).toBeVisible();
	await expect(page.getByText("0803 555 0101")).toBeVisible();
});

test("without JavaScript: Discard leaves everything as it was", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "discard");
	await page.goto(`${path}/edit?section=next-of-kin`);
	const name = await page.getByLabel("Full name").inputValue();
	await page.getByLabel("Full name").fill("Nobody");
	await page.getByRole("button", { name: "Close form" }).click();
	await page.getByRole("button", { name: "Discard" }).click();
	await expect(page).toHaveURL(path);
	await expect(page.getByText(name)).toBeVisible();
});

/** Returns a picture of that many pixels, drawn by the browser. */
const drawPicture = async (page: Page, width: number, height: number) => {
	const url = await page.evaluate(
		([w, h]) => {
			const canvas = document.createElement("canvas");
			[canvas.width, canvas.height] = [w ?? 1, h ?? 1];
			const context = canvas.getContext("2d");
			if (context) {
				context.fillStyle = "#876";
				context.fillRect(0, 0, canvas.width, canvas.height);
			}
			return canvas.toDataURL("image/png");
		},
		[width, height],
	);
	return { name: "face.png", mimeType: "image/png", buffer: Buffer.from(url.split(",")[1] ?? "", "base64") };
};

test("a photograph is made smaller before it is sent; another file is refused, and what was typed is kept", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "files");
	await page.goto(`${path}/edit?section=personal`);
	await wizardTakenOver(page);
	const passport = page.getByLabel("Passport photograph", { exact: true });
	await passport.setInputFiles(await drawPicture(page, 2_400, 3_000));
	await expect(page.getByRole("img", { name: "Passport photograph, as chosen" })).toBeVisible();
	const sent = await passport.evaluate(async (input: HTMLInputElement) => {
		const file = input.files?.[0];
		if (!file) return null;
		const { width, height } = await createImageBitmap(file);
		return { type: file.type, name: file.name, width, height };
	});
	expect(sent).toEqual({ type: "image/jpeg", name: "face.jpg", width: 960, height: 1_200 });

	await step(page, /^Documents/).click();
	const slip = page.getByLabel("Result slip", { exact: true });
	const large = test.info().outputPath("large.pdf");
	writeFileSync(large, Buffer.alloc(10_000_001));
	await slip.setInputFiles(large);
	await expect(slip).toHaveAccessibleDescription(/A file can have at most 10 MB\. Choose a smaller one\./);
	await slip.setInputFiles(
		Array.from({ length: 6 }, (_, index) => ({
			name: `${index}.pdf`,
			mimeType: "application/pdf",
			buffer: Buffer.alloc(9),
		})),
	);
	await expect(slip).toHaveAccessibleDescription(/Attach at most 5 files\./);
	const html = Buffer.from("<!doctype html><script>alert(1)</script>");
	await slip.setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: html });
	await step(page, /^Preview and Update/).click();
	await expect(heading(page, "Documents")).toBeVisible();
	await expect(page.getByRole("alert")).toBeFocused();
	await expect(page.getByRole("alert").getByRole("link")).toHaveText(/^Result slip/);
	await slip.setInputFiles({ name: "slip.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
	await step(page, /^Preview and Update/).click();
	await expect(page.getByRole("row", { name: /Passport photograph/ }).getByText("face.jpg")).toBeVisible();
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByText("Details saved")).toBeVisible();
});

test("the user who saves second sees both versions, answer by answer, and can apply their own", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await signIn(colleague, "crestfield", "Super administrator", null);
	const path = await pathOf(page, "stale");
	await page.goto(`${path}/edit?section=next-of-kin`);
	await page.getByLabel("Full name").fill("Mine");
	await step(page, /^Preview and Update/).click();
	await expect(heading(page, "Preview and Update")).toBeVisible();

	await colleague.goto(`${path}/edit?section=next-of-kin`);
	await colleague.getByLabel("Full name").fill("Theirs");
	await step(colleague, /^Preview and Update/).click();
	await colleague.getByRole("button", { name: "Update", exact: true }).click();
	await expect(colleague.getByText("Details saved")).toBeVisible();

	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByRole("alert")).toContainText("These answers were changed by somebody else");
	await expect(page.getByRole("columnheader", { name: "Yours" })).toBeVisible();
	await colleague.goto(`${path}/edit?section=prizes`);
	await colleague.getByLabel("Prize or position").first().fill("Head girl");
	await step(colleague, /^Preview and Update/).click();
	await colleague.getByRole("button", { name: "Update", exact: true }).click();
	await expect(colleague.getByText("Details saved")).toBeVisible();
	await readAgain(page);
	await expect(page.getByRole("alert"), "the alert stays when the page loads its data again").toBeVisible();
	await expect(page.getByRole("row", { name: /Full name/ }).getByRole("cell")).toContainText(["Theirs", "Mine"]);
	await expectNoAxeViolations(page);
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessibleLayout(page);
	await expect(page.getByRole("radio", { name: "Apply mine: Full name" })).toBeChecked();
	await page.getByRole("button", { name: "Save what is chosen" }).click();
	await expect(page.getByText("Details saved")).toBeVisible();
	await expect(page.getByRole("dialog").first()).toContainText("Mine");
});

test("a page that was open while a colleague saved keeps the version it was opened with, even after it refreshes", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await signIn(colleague, "crestfield", "Super administrator", null);
	const path = await pathOf(page, "open page");
	await page.goto(`${path}/edit?section=next-of-kin`);
	await expect(heading(page, "Next of kin")).toBeFocused();
	await page.getByLabel("Full name").fill("Mine");

	await colleague.goto(`${path}/edit?section=next-of-kin`);
	await colleague.getByLabel("Address").fill("1 New Road");
	await step(colleague, /^Preview and Update/).click();
	const readAgain = page.waitForResponse((answer) => answer.url().includes("_data=routes%2Fforms%2Fedit-form"));
	await colleague.getByRole("button", { name: "Update", exact: true }).click();
	await readAgain;

	await next(page).click();
	await expect(heading(page, "Schools attended")).toBeFocused();
	await step(page, /^Preview and Update/).click();
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByRole("alert")).toContainText("These answers were changed by somebody else");
});

test("removing a repeat from the middle moves the later ones up, on the page and in what is saved", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "repeats");
	await page.goto(`${path}/edit?section=schools`);
	await expect(heading(page, "Schools attended")).toBeFocused();
	const schools = page.getByLabel("Name of school");
	const qualifications = page.getByLabel("Qualification obtained");
	const before = await schools.count();
	for (const [index, name] of ["School A", "School B"].entries()) {
		await page.getByRole("button", { name: /^Add another/ }).click();
		await expect(schools).toHaveCount(before + index + 1);
		await schools.last().fill(name);
		await qualifications.last().selectOption({ index: index + 1 });
	}
	const chosen = await qualifications.last().inputValue();
	await page.getByRole("button", { name: `Remove Schools attended (${before + 1})` }).click();
	await expect(schools).toHaveCount(before + 1);
	await expect(schools.last()).toHaveValue("School B");
	await expect(schools.last()).toBeFocused();
	await expect(qualifications.last()).toHaveValue(chosen);
	await next(page).click();
	await expect(page.getByRole("heading", { level: 2 })).not.toHaveText("Schools attended");
	await step(page, /^Schools attended/).click();
	await expect(schools.last()).toHaveValue("School B");
	await expect(qualifications.last()).toHaveValue(chosen);
});

/** Types on the second page of the form and presses the browser's Back. @returns the question that is then asked */
const typeAndGoBack = async (page: Page, path: string): Promise<Locator> => {
	await page.goto(`${path}/edit?section=personal`);
	await wizardTakenOver(page);
	await next(page).click();
	await expect(heading(page, "Next of kin")).toBeFocused();
	await page.getByLabel("Full name").fill("Typed just now");
	await page.evaluate(() => history.back());
	return page.getByRole("alertdialog", { name: "Discard what you typed?" });
};

test("the browser's Back asks before it discards what was typed on the page", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const question = await typeAndGoBack(page, await pathOf(page, "back"));
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(heading(page, "Next of kin")).toBeVisible();
	await expect(page.getByLabel("Full name")).toHaveValue("Typed just now");
	await page.evaluate(() => history.back());
	await question.getByRole("button", { name: "Discard" }).click();
	await expect(heading(page, "Personal details")).toBeVisible();
});

/** Makes the page load its data again, as it does when a colleague changes something. */
const readAgain = async (page: Page) => {
	const read = page.waitForResponse((answer) => answer.url().includes("_data=routes%2Fforms%2Fedit-form"));
	await page.evaluate(() => window.__remixRouter.revalidate());
	await (await read).finished();
	await expect.poll(() => page.evaluate(() => window.__remixRouter.state.revalidation)).toBe("idle");
};

test("the question stays while the page refreshes, and then leads where the user wanted to go", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const question = await typeAndGoBack(page, await pathOf(page, "reread"));
	await expect(question).toBeVisible();
	await readAgain(page);
	await question.getByRole("button", { name: "Keep writing" }).click();
	await expect(question).toBeHidden();
	await expect(page.getByLabel("Full name")).toHaveValue("Typed just now");
	await page.evaluate(() => history.back());
	await expect(question).toBeVisible();
	await readAgain(page);
	await question.getByRole("button", { name: "Discard" }).click();
	await expect(heading(page, "Personal details")).toBeVisible();
});

test("a page is checked before it is sent, with the same messages beside the same fields", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "checked");
	await page.goto(`${path}/edit?section=personal`);
	await wizardTakenOver(page);
	const sent: string[] = [];
	page.on("request", (request) => request.method() === "POST" && /\/edit\?/.test(request.url()) && sent.push("page"));
	const phone = page.getByLabel("Phone number");
	await phone.fill("ring me");
	await next(page).click();
	const alert = page.getByRole("alert");
	await expect(alert).toBeFocused();
	await expect(phone).toHaveAccessibleDescription(/Enter phone number in the right format, like 0803 123 4567/);
	await expect(step(page, /, 1 answer to correct$/)).toBeVisible();
	await alert.getByRole("link", { name: /phone number/i }).click();
	await expect(phone).toBeFocused();
	expect(sent).toEqual([]);
	await phone.fill("0803 555 0102");
	await next(page).click();
	await expect(heading(page, "Next of kin")).toBeFocused();
	await expect(step(page, /answers? to correct$/)).toHaveCount(0);
	expect(sent).toEqual(["page"]);
});

/** Together they show every kind of field and everything around it. */
const steps = ["personal", "results", "statement", "documents"];

const fits = async (page: Page) =>
	expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

test("every step is accessible in both themes and fits 360 px", async ({ page, signIn }) => {
	test.slow();
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "looks");
	for (const section of steps) {
		await page.setViewportSize({ width: 1440, height: 900 });
		await page.goto(`${path}/edit?section=${section}`);
		await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
		if (section === "statement") await expect(page.getByRole("toolbar")).toBeVisible();
		await expectNoAxeViolations(page);
		await page.setViewportSize({ width: 360, height: 740 });
		await expectAccessibleLayout(page);
		await fits(page);
	}
	await page.goto(`${path}/edit?section=next-of-kin`);
	await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
	await page.getByLabel("Full name").fill("");
	await next(page).click();
	await expect(page.getByRole("alert")).toBeFocused();
	await expectNoAxeViolations(page);
	await page.getByRole("button", { name: "Close form" }).click();
	await expect(page.getByRole("dialog", { name: "Close the form?" })).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.goto(`${path}/edit`);
	await expectNoAxeViolations(page);
	await fits(page);
	await page.getByRole("button", { name: "Discard and start again" }).click();
	await expect(heading(page, "Personal details")).toBeVisible();
});

test("a grade corrected in the wizard appears in the table of the record, with its meaning", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const path = await pathOf(page, "results");
	await page.goto(`${path}/edit?section=results`);
	await expect(heading(page, "O'level results")).toBeFocused();
	const grade = page.getByLabel("Grade of Mathematics").first();
	const other = (await grade.inputValue()) === "A1" ? "B2 Very good" : "A1 Excellent";
	await grade.selectOption({ label: other });
	await step(page, /^Preview and Update/).click();
	const after = page.getByRole("row", { name: "NECO result" }).getByRole("table").last();
	await expect(after.getByRole("row", { name: /^Mathematics/ })).toContainText(other);
	await page.getByRole("button", { name: "Update", exact: true }).click();
	await expect(page.getByText("Details saved")).toBeVisible();
	const result = page.getByRole("dialog").getByRole("table", { name: /^SSCE/ }).first();
	await expect(result.getByRole("row", { name: /^Mathematics/ })).toContainText(other);
});

/** Returns how far the content can be scrolled sideways. */
const widthBeyond = (what: Locator) => what.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

test("a wide table scrolls in a region of its own, by keyboard too, and a very long word widens nothing", async ({
	page,
	withoutJavaScript,
	signIn,
}) => {
	await signIn(withoutJavaScript, "crestfield", "Admissions officer", null);
	const path = await pathOf(withoutJavaScript, "wide");
	const word = "Donaudampfschiff".repeat(20);
	await withoutJavaScript.setViewportSize({ width: 360, height: 740 });
	await withoutJavaScript.goto(`${path}/edit?section=statement`);
	const statement = withoutJavaScript.getByLabel("Why do you want to study this course?");
	await statement.fill(`<table><tr>${"<td>Otorhinolaryngology</td>".repeat(8)}</tr></table>`);
	await step(withoutJavaScript, /^Personal details/).click();
	await withoutJavaScript.getByLabel("Home town").fill(word);
	await step(withoutJavaScript, /^Preview and Update/).click();
	await expect(withoutJavaScript.getByRole("row", { name: /Home town/ })).toContainText(word);
	expect(await widthBeyond(withoutJavaScript.locator("html"))).toBe(0);
	await withoutJavaScript.getByRole("button", { name: "Update", exact: true }).click();
	await expect(withoutJavaScript.getByRole("region", { name: "Table" })).toBeVisible();

	await signIn(page, "crestfield", "Reviewer", null);
	await page.goto(path);
	await hydrated(page);
	await page.setViewportSize({ width: 360, height: 740 });
	const sheet = page.getByRole("dialog").locator("> section").last();
	const table = sheet.getByRole("region", { name: "Table" });
	expect(await widthBeyond(table)).toBeGreaterThan(0);
	expect(await widthBeyond(sheet)).toBe(0);
	await table.focus();
	await page.keyboard.press("Shift+Tab");
	await expect(table).not.toBeFocused();
	await page.keyboard.press("Tab");
	await expect(table).toBeFocused();
	await page.keyboard.press("ArrowRight");
	await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
	// why: titles and labels come from the form, and the demo's are short.
	for (const name of ["h3", "dt"]) {
		await sheet
			.locator(name)
			.first()
			.evaluate((element, text) => element.replaceChildren(text), word);
		expect(await widthBeyond(sheet.locator(name).first()), name).toBe(0);
	}
	expect(await widthBeyond(sheet)).toBe(0);
});
