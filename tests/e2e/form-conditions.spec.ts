import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const options = ["Employer", "Self"].map((value) => ({ value, label: value }));
const field = (fieldId: string, label: string, type = "text", props: object = {}) => ({
	id: `${fieldId}-row`,
	cols: [{ fieldId, type, props: { label, ...props } }],
});
const layout = {
	sections: [
		{
			id: "money",
			title: "Money",
			rows: [field("sponsor", "Who pays", "radio", { options }), field("firm", "Firm", "text", { required: true })],
		},
		{ id: "work", title: "Work", rows: [field("post", "Post")] },
	],
};

/** Imports the form, and stays on its page. */
const importForm = async (page: Page, title: string) => {
	await page.goto("/crestfield/forms/import");
	const design = { format: "matricula-form-design-1", title, layout };
	await dialogOf(page, "Import form").getByLabel("Or its text").fill(JSON.stringify(design));
	await page.getByRole("button", { name: "Import form" }).click();
	await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
};

/** Sets that a part is asked for when somebody's employer pays. */
const setCondition = async (page: Page, link: string, decider: string) => {
	await page.getByRole("link", { name: link, exact: true }).click();
	const dialog = dialogOf(page, /asked for$/);
	await dialog.getByLabel("Field whose answer decides").selectOption({ label: decider });
	await dialog.getByRole("button", { name: "Continue" }).click();
	await dialog.getByLabel("Its answer").selectOption({ label: "is one of" });
	await dialog.getByRole("checkbox", { name: "Employer" }).check();
	return dialog;
};

/** Goes to the second section, whose links are called like those of the first. */
const openWork = async (page: Page) => {
	await page.getByRole("link", { name: /2\. Work/ }).click();
	await expect(page.getByRole("region", { name: "Work" })).toBeVisible();
};

const firm = (page: Page) => page.getByRole("textbox", { name: "Firm" });

test("by mouse and keys: a field and a section get conditions, are tried out, seen on paper and published", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await importForm(page, "Paid form");
	await hydrated(page);
	const dialog = await setCondition(page, "Condition of Firm", "Who pays");
	await expect(dialog.getByLabel("Number")).toHaveCount(0);
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Asked for only when “Who pays” is Employer")).toBeVisible();
	await openWork(page);
	await (await setCondition(page, "Section condition", "Who pays (Money)"))
		.getByRole("button", { name: "Save" })
		.click();
	await expect(page.getByRole("region", { name: "Work" })).toContainText("Asked for only when “Who pays” is Employer");
	await expectNoAxeViolations(page);

	await page.getByRole("link", { name: "Preview", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Money", level: 2 })).toBeVisible();
	await hydrated(page);
	await expect(firm(page)).toBeHidden();
	await page.getByRole("radio", { name: "Self" }).focus();
	await page.keyboard.press("ArrowUp");
	await expect(firm(page), "by keys").toBeVisible();
	await firm(page).fill("Dangote");
	await page.getByRole("radio", { name: "Self" }).check();
	await expect(firm(page)).toBeHidden();
	await page.getByRole("radio", { name: "Employer" }).check();
	await expect(firm(page), "what was typed is still there").toHaveValue("Dangote");
	await firm(page).fill("");
	await page.getByRole("button", { name: "Check answers" }).click();
	await expect(page.getByText("Enter firm")).toBeVisible();
	await expectNoAxeViolations(page);
	await page.getByRole("radio", { name: "Self" }).check();
	await page.getByRole("button", { name: "Check answers" }).click();
	await expect(page.getByText("Every answer is right.")).toBeVisible();
	await page.getByRole("link", { name: /2\. Work/ }).click();
	await expect(page.getByText("With these answers, the section is not asked for.")).toBeVisible();
	await page.getByRole("radio", { name: "Employer" }).check();
	await expect(page.getByRole("textbox", { name: "Post" })).toBeVisible();
	await expectNoAxeViolations(page);
	await page.getByRole("link", { name: "As staff" }).click();
	await expect(page.getByRole("term").filter({ hasText: "Firm" })).toBeVisible();
	await page.getByRole("link", { name: "On paper" }).click();
	const href = await page.getByRole("link", { name: "Open the PDF" }).getAttribute("href");
	const pdf = await page.request.get(href ?? "");
	expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
	await expectNoAxeViolations(page);

	await page.getByRole("link", { name: "Paid form" }).click();
	await page.getByRole("link", { name: "Edit Who pays" }).click();
	await dialogOf(page, "Field “Who pays”").getByLabel("Options", { exact: true }).fill("Parents\nSelf");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText(/“Firm”.*cannot be met: “Employer” is not among the options/)).toBeVisible();
	await page.getByRole("link", { name: "Publish", exact: true }).click();
	await dialogOf(page, "Publish form")
		.getByRole("link", { name: /“Firm”/ })
		.click();
	const wrong = dialogOf(page, "When “Firm” is asked for");
	await expect(wrong).toContainText("“Employer” is not among the options");
	await expectNoAxeViolations(page, "dialog");
	await wrong.getByRole("checkbox", { name: /^Employer/ }).uncheck();
	await wrong.getByRole("button", { name: "Save" }).click();
	await expect(wrong.getByText("Choose at least one answer")).toBeVisible();
	await wrong.getByRole("checkbox", { name: "Parents" }).check();
	await wrong.getByRole("button", { name: "Save" }).click();
	await openWork(page);
	await page.getByRole("link", { name: "Section condition" }).click();
	await dialogOf(page, /Work/).getByRole("button", { name: "Remove condition" }).click();
	await expect(page.getByText("“Work” is always asked for").first()).toBeVisible();
	await page.getByRole("link", { name: "Publish", exact: true }).click();
	await dialogOf(page, "Publish form").getByRole("button", { name: "Publish" }).click();
	await expect(page.getByText("Version 1 of “Paid form” was published").first()).toBeVisible();
});

const wizardOf = async (page: Page, at: number): Promise<string> => {
	const found = await applicantsOf(page, "/lagoon/applicants?stage=IN_REVIEW&size=50");
	return `${found[at]}/edit`;
};
const evenings = (page: Page) => page.getByRole("group", { name: /Evenings on which you can come/ });

test("in the wizard, an answer asks for more at once, and what is hidden is neither required nor lost", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", null);
	const at = await wizardOf(page, 2);
	await page.goto(`${at}?section=study-plan`);
	await expect(page.getByRole("heading", { name: "Choice of programme" })).toBeFocused();
	await page.getByRole("radio", { name: "Full time" }).check();
	await expect(evenings(page)).toBeHidden();
	await page.getByRole("radio", { name: "Evening" }).check();
	await expect(evenings(page)).toBeVisible();
	for (const box of await evenings(page).getByRole("checkbox").all()) await box.uncheck();
	await page.getByRole("button", { name: "Next", exact: true }).click();
	await expect(
		page
			.getByRole("link", { name: /Evenings/ })
			.or(page.getByText(/Choose evenings/))
			.first(),
	).toBeVisible();
	await expectNoAxeViolations(page);
	await evenings(page).getByRole("checkbox", { name: "Friday" }).check();
	await page.getByRole("button", { name: "Next", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Documents" })).toBeFocused();
	await page.goto(`${at}?section=study-plan`);
	await page.getByRole("radio", { name: "Full time" }).check();
	await expect(evenings(page)).toBeHidden();
	await page.getByRole("button", { name: "Next", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Documents" })).toBeFocused();
	await page.goto(`${at}?section=study-plan`);
	await page.getByRole("radio", { name: "Evening" }).check();
	await expect(evenings(page).getByRole("checkbox", { name: "Friday" }), "it was kept").toBeChecked();
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessibleLayout(page);
});

test.describe("without scripts, on a narrow screen", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

	test("a condition is set and removed, and the page asks for more once its answers are sent", async ({
		page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Super administrator", null);
		await importForm(page, "Plain form");
		const dialog = await setCondition(page, "Condition of Firm", "Who pays");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(page.getByText("Asked for only when “Who pays” is Employer")).toBeVisible();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
		await page.getByRole("link", { name: "Preview", exact: true }).click();
		await expect(firm(page)).toBeHidden();
		await page.getByRole("radio", { name: "Employer" }).check();
		await page.getByRole("button", { name: "Check answers" }).click();
		await expect(firm(page)).toBeVisible();
		await page.getByRole("link", { name: "Plain form" }).click();
		await page.getByRole("link", { name: "Condition of Firm" }).click();
		await page.getByRole("button", { name: "Remove condition" }).click();
		await expect(page.getByText("“Firm” is always asked for").first()).toBeVisible();
	});

	test("in the wizard, Next stays on the page that asks for more", async ({ page, signIn }) => {
		await signIn(page, "lagoon", "Admissions officer", null);
		await page.goto(`${await wizardOf(page, 5)}?section=study-plan`);
		await page.getByRole("radio", { name: "Full time" }).check();
		await page.getByRole("button", { name: "Next", exact: true }).click();
		await expect(page.getByRole("heading", { name: "Documents" })).toBeVisible();
		await page.getByRole("button", { name: "Back", exact: true }).click();
		await expect(evenings(page)).toBeHidden();
		await page.getByRole("radio", { name: "Evening" }).check();
		await page.getByRole("button", { name: "Next", exact: true }).click();
		await expect(evenings(page)).toBeVisible();
		await expect(page.getByRole("heading", { name: "Choice of programme" })).toBeVisible();
		await evenings(page).getByRole("checkbox", { name: "Monday" }).check();
		await page.getByRole("button", { name: "Next", exact: true }).click();
		await expect(page.getByRole("heading", { name: "Documents" })).toBeVisible();
	});
});

test("a field and a section are dragged by mouse, by keys and by finger, and it is announced", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await importForm(page, "Dragged form");
	await hydrated(page);
	const fields = page.getByRole("region", { name: "Money" }).getByRole("link", { name: /^Edit (?!section)/ });
	const handle = (name: string) => page.getByRole("button", { name: `Drag ${name}`, exact: true });
	const middleOf = async (name: string) => {
		const box = await handle(name).boundingBox();
		return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
	};
	const [from, to] = [await middleOf("Firm"), await middleOf("Who pays")];
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(to.x, to.y - 10, { steps: 8 });
	await page.mouse.up();
	await expect(page.getByText("“Firm” is now field 1 of 2 in “Money”").first()).toBeVisible();
	await expect(fields.first()).toHaveAccessibleName("Edit Firm");
	await expectNoAxeViolations(page);

	await handle("Firm").focus();
	await page.keyboard.press("Space");
	await expect(page.getByText(/^Firm (was picked up|is at the place of Firm)/)).toBeAttached();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByText(/^Firm is at the place of Who pays, 2 of 2\.$/)).toBeAttached();
	await page.keyboard.press("Space");
	await expect(page.getByText("“Firm” is now field 2 of 2 in “Money”").first()).toBeVisible();

	const touch = await page.context().newCDPSession(page);
	const [start, end] = [await middleOf("section Work"), await middleOf("section Money")];
	const point = (type: string, at?: { x: number; y: number }) =>
		touch.send("Input.dispatchTouchEvent", {
			type: type as "touchStart",
			touchPoints: at ? [{ x: Math.round(at.x), y: Math.round(at.y) }] : [],
		});
	await point("touchStart", start);
	for (let step = 1; step <= 8; step++)
		await point("touchMove", { x: start.x, y: start.y + ((end.y - 8 - start.y) * step) / 8 });
	await point("touchEnd");
	await expect(page.getByText("“Work” is now section 1 of 2").first()).toBeVisible();

	const [field, section] = [await middleOf("Who pays"), await middleOf("section Work")];
	await page.mouse.move(field.x, field.y);
	await page.mouse.down();
	await page.mouse.move(section.x + 60, section.y, { steps: 12 });
	await page.mouse.up();
	await expect(page.getByText("“Who pays” is now field 2 of 2 in “Work”").first()).toBeVisible();
});
