import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** A red picture of one pixel. */
const map = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4IScHAAK2AQU0pnWqAAAAAElFTkSuQmCC",
	"base64",
);

/** Opens what a link of the list opens: a tab of its own. */
const opened = async (page: Page, press: () => Promise<void>): Promise<Page> => {
	const tab = page.context().waitForEvent("page");
	await press();
	const other = await tab;
	await hydrated(other);
	return other;
};

/** Returns the text once it has its editor, which does not replace the plain field while somebody types in it. */
const editorOf = async (page: Page) => {
	await expect(page.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	return page.getByRole("textbox", { name: "Text" });
};

test("by mouse and keys: a template is written with merge fields, previewed, tested and saved", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await hydrated(page);
	await page.getByRole("button", { name: "Settings" }).click();
	await page.getByRole("menuitem", { name: "Templates" }).click();
	await expect(page.getByRole("heading", { name: "System templates" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	const tab = await opened(page, () => page.getByRole("link", { name: /New email template/ }).click());
	await tab.getByLabel("Name").fill("Matriculation");
	await tab.getByLabel("Subject").fill("For ");
	await tab.getByLabel("Search merge fields").fill("first");
	await tab.getByRole("button", { name: "First name" }).click();
	await expect(tab.getByLabel("Subject")).toHaveValue("For {{firstName}}");
	const text = await editorOf(tab);
	await text.click();
	await tab.keyboard.type("Dear ");
	await tab.getByLabel("Search merge fields").fill("last");
	await tab.getByLabel("Search merge fields").press("Enter");
	await expect(text.getByText("Last name")).toBeVisible();
	await tab.getByRole("button", { name: "Heading" }).click();
	await expectAccessibleAtBothWidths(tab);
	await tab.getByRole("button", { name: "Preview", exact: true }).click();
	await expect(tab.getByRole("heading", { name: "On a phone" })).toBeVisible();
	await tab.getByLabel("Another applicant").fill("a");
	await tab.getByRole("button", { name: "Find" }).click();
	await expect(tab.getByRole("heading", { name: /^As .+ gets it$/ })).toBeVisible();
	await expect(
		tab.frameLocator("iframe[title='Preview on a phone']").getByText("Dear", { exact: false }),
	).toBeVisible();
	await expectNoAxeViolations(tab, "main");
	await tab.getByRole("button", { name: "Send a test to me" }).click();
	await expect(tab.getByText(/A test was sent to/)).toBeVisible();
	await tab.getByRole("button", { name: "Edit text" }).click();
	await tab.getByRole("button", { name: "Create template" }).click();
	await expect(tab.getByText("“Matriculation” was created")).toBeVisible();
	await tab.getByRole("button", { name: "Deactivate" }).click();
	await expect(tab.getByText("“Matriculation” is inactive now")).toBeVisible();
	await tab.getByRole("link", { name: "History" }).click();
	await expect(tab.getByRole("dialog", { name: "History of Matriculation" })).toBeVisible();
	await expectNoAxeViolations(tab, "dialog");
});

test("what is created right after a test was sent is another request, also before the page is read again", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/manage-template?type=email");
	await hydrated(page);
	await page.getByLabel("Name").fill("Reading list");
	await page.getByLabel("Subject").fill("What to read");
	await (await editorOf(page)).fill("Dear reader");
	await page.getByRole("button", { name: "Preview", exact: true }).click();
	await expect(page.getByRole("heading", { name: /^As .+ gets it$/ })).toBeVisible();
	const isReadAgain = (url: URL) => url.pathname.endsWith("/manage-template") && url.searchParams.has("_data");
	const isSent = Promise.withResolvers<void>();
	await page.route(isReadAgain, async (route) => {
		if (route.request().method() === "GET") await isSent.promise;
		await route.continue();
	});
	await page.getByRole("button", { name: "Send a test to me" }).click();
	await expect(page.getByText(/A test was sent to/)).toBeVisible();
	await page.getByRole("button", { name: "Create template" }).click();
	isSent.resolve();
	await expect(page.getByText("“Reading list” was created")).toBeVisible();
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a document keeps its titles in the editor, and its preview is the PDF", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/templates?type=document");
	await hydrated(page);
	const tab = await opened(page, () => page.getByRole("link", { name: /^Clearance form/ }).click());
	const text = await editorOf(tab);
	await expect(text.getByRole("heading", { name: "Clearance", level: 1 })).toBeVisible();
	const pdf = tab.waitForResponse((response) => response.url().endsWith("/manage-template/page"));
	await tab.getByRole("link", { name: "Preview Template" }).click();
	expect((await pdf).headers()["content-type"]).toBe("application/pdf");
	await tab.reload();
	await expect(tab.getByRole("link", { name: "Preview Template" }), "the session keeps the mode").toHaveAttribute(
		"aria-current",
		"page",
	);
});

test("a table is written in the editor, and kept as it was", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/manage-template?type=document");
	await hydrated(page);
	await page.getByLabel("Name").fill("Fees");
	const text = await editorOf(page);
	/** Uses a button of the toolbar; the editor has the focus again with the next frame. */
	const use = async (name: string) => {
		await page.getByRole("button", { name, exact: true }).click();
		await expect(text).toBeFocused();
	};
	await text.click();
	await use("Table");
	await page.keyboard.type("Acceptance fee");
	await page.keyboard.press("Tab");
	await page.keyboard.type("₦45,000.00");
	await use("Delete row");
	await use("Add row");
	await expect(text.getByRole("row")).toHaveCount(2);
	await use("Delete column");
	await use("Add column");
	await page.keyboard.press("Tab");
	await use("Heading cell");
	await page.keyboard.type("Paid by");
	await expectAccessibleAtBothWidths(page);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect(text, "a table is no trap").not.toBeFocused();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("“Fees” was created")).toBeVisible();
	await page.reload();
	await hydrated(page);
	await expect(text.getByRole("columnheader").or(text.getByRole("rowheader"))).toHaveText("Paid by");
	await expect(text.getByRole("row")).toHaveCount(2);
	await expect(text.getByRole("cell")).toHaveCount(3);
});

test("a field of the form is found by its label, and filled in the preview", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/manage-template?type=email");
	await hydrated(page);
	await page.getByLabel("Name").fill("Sponsors");
	await page.getByLabel("Subject").fill("Your sponsor");
	const text = await editorOf(page);
	await text.click();
	await page.keyboard.type("Paid by ");
	await page.getByLabel("Search merge fields").fill("pay your fees");
	await page.getByRole("button", { name: "Who will pay your fees?" }).click();
	await expect(text.getByText("Who will pay your fees?")).toBeVisible();
	await page.keyboard.type(" {{form.nothing}}");
	await expect(text.getByTitle("This merge field cannot be filled here")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("The text has a merge field that does not exist: {{form.nothing}}")).toBeVisible();
	await text.click();
	await page.keyboard.press("ControlOrMeta+End");
	await page.keyboard.press("Backspace");
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("“Sponsors” was created")).toBeVisible();
});

test("a picture is put into a text; one of 40 MB is refused at its place, and what was written stays", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/manage-template?type=document");
	await hydrated(page);
	await page.getByLabel("Name").fill("With a map");
	const text = await editorOf(page);
	await text.click();
	await page.keyboard.type("How to find us");
	await page.getByRole("button", { name: "Picture", exact: true }).click();
	const choose = page.getByLabel("Picture", { exact: true }).and(page.locator("input"));
	const huge = test.info().outputPath("huge.png");
	writeFileSync(huge, Buffer.alloc(40_000_000));
	await choose.setInputFiles(huge);
	await page.getByRole("button", { name: "Add picture" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "A picture can have at most 2 MB." })).toBeVisible();
	await choose.setInputFiles({ name: "map.png", mimeType: "image/png", buffer: Buffer.from("<svg></svg>") });
	await page.getByRole("button", { name: "Add picture" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Choose a picture: JPEG or PNG." })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await choose.setInputFiles({ name: "map.png", mimeType: "image/png", buffer: map });
	await page.getByLabel("What the picture shows").fill("Map of the campus");
	await page.getByLabel("What the picture shows").press("Enter");
	const shown = text.getByRole("img", { name: "Map of the campus" });
	await expect(shown).toBeVisible();
	await expect(text).toContainText("How to find us");
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("“With a map” was created")).toBeVisible();
	await page.reload();
	await hydrated(page);
	await expect(shown).toBeVisible();
	await page.getByRole("link", { name: "Page setup" }).click();
	const dialog = page.getByRole("dialog", { name: "Page setup of With a map" });
	await dialog.getByLabel("A picture").first().check();
	await dialog
		.getByLabel("Picture of the letterhead")
		.setInputFiles({ name: "head.png", mimeType: "image/png", buffer: map });
	await dialog.getByLabel("Footer").fill("Bursary office");
	await dialog.getByLabel("Left").fill("5");
	await dialog.getByRole("button", { name: "Save pages" }).click();
	await expect(dialog.getByText("Enter 10 to 60 mm.")).toBeVisible();
	await expect(dialog.getByRole("img", { name: "The letterhead as it is" }), "it is not lost").toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await dialog.getByLabel("Left").fill("25");
	await dialog.getByRole("button", { name: "Save pages" }).click();
	await expect(page.getByText("The pages were set up")).toBeVisible();
	const pdf = page.waitForResponse((response) => response.url().endsWith("/manage-template/page"));
	await page.getByRole("link", { name: "Preview Template" }).click();
	expect((await pdf).headers()["content-type"]).toBe("application/pdf");
});

test("a template is exported as a file, and imported again under another name", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/templates?type=document");
	await hydrated(page);
	const address = await page.getByRole("link", { name: /^Clearance form/ }).getAttribute("href");
	await page.goto(address ?? "");
	await hydrated(page);
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Export" }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe("Clearance-form.json");
	const text = await readFile(await file.path(), "utf8");
	await page.goto("/crestfield/templates?type=document");
	await hydrated(page);
	await page.getByRole("link", { name: "Import" }).click();
	const dialog = page.getByRole("dialog", { name: "Import template" });
	await dialog.getByLabel("Or its text").fill(text);
	await dialog.getByRole("button", { name: "Import template" }).click();
	await expect(dialog.getByText("There is already a document template called “Clearance form”.")).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await dialog.getByLabel("Or its text").fill(text.replace("Clearance form", "Clearance again"));
	await dialog.getByRole("button", { name: "Import template" }).click();
	await expect(page.getByText("“Clearance again” was imported")).toBeVisible();
});

test("an SMS counts its messages while it is typed", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator");
	await page.goto("/crestfield/manage-template?type=sms");
	await hydrated(page);
	await page.getByRole("textbox", { name: "Text" }).fill("a".repeat(161));
	await expect(page.getByText("161 characters, 2 messages, 145 left. About ₦9.00 to each.")).toBeVisible();
	await page.getByRole("textbox", { name: "Text" }).fill("₦5,000");
	await expect(page.getByText("6 characters, 1 message, 64 left. ₦ is beyond the usual alphabet")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a template is written, shown and saved", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/manage-template?type=email");
		await page.getByLabel("Name").fill("By hand");
		await page.getByLabel("Subject").fill("For {{firstName}}");
		await page.getByLabel("Text").fill("Dear {{firstName}},\n\nwelcome.");
		await page.getByRole("button", { name: "Preview", exact: true }).click();
		await page.getByRole("button", { name: "Show preview on a phone" }).click();
		await expect(page.frameLocator("iframe[title='Preview on a phone']").getByText("welcome.")).toBeVisible();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByText("“By hand” was created")).toBeVisible();
		await expect(page.getByLabel("Text")).toHaveValue("<p>Dear {{firstName}},</p>\n<p>welcome.</p>");
	});

	test("a picture is uploaded on a page of its own, and pages are set up", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		await page.goto("/crestfield/manage-template?type=document");
		await expect(page.getByText("Who will pay your fees?")).toBeAttached();
		await page.goto("/crestfield/manage-template/picture?type=document");
		const picture = page.getByRole("button", { name: "Picture", exact: true });
		const huge = test.info().outputPath("huge.png");
		writeFileSync(huge, Buffer.alloc(40_000_000));
		await picture.setInputFiles(huge);
		await page.getByRole("button", { name: "Upload picture" }).click();
		await expect(page.getByText("A picture can have at most 2 MB.")).toBeVisible();
		await picture.setInputFiles({ name: "map.png", mimeType: "image/png", buffer: map });
		await page.getByRole("button", { name: "Upload picture" }).click();
		const html = await page.getByLabel("Put this where it is to stand in the text").inputValue();
		await page.goto("/crestfield/manage-template?type=document");
		await page.getByLabel("Name").fill("Map by hand");
		await page.getByLabel("Text").fill(`<p>How to find us</p>${html}`);
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByText("“Map by hand” was created")).toBeVisible();
		await expect(page.getByLabel("Text")).toHaveValue(/<img src="\/api\/organisation\/crestfield\/pictures\//);
		await page.getByRole("link", { name: "Page setup" }).click();
		await page.getByLabel("None").first().check();
		await page.getByLabel("Footer").fill("Bursary office");
		await page.getByRole("button", { name: "Save pages" }).click();
		await expect(page.getByText("The pages were set up")).toBeVisible();
	});
});
