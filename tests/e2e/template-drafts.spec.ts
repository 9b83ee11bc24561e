import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

const editorOf = async (page: Page) => {
	await expect(page.getByRole("toolbar", { name: "Formatting" }), "the editor has loaded").toBeVisible();
	return page.getByRole("textbox", { name: "Text" });
};

/** Waits until everything that was typed is in the draft. */
const saved = async (page: Page) => {
	const status = page.getByRole("status").filter({ hasText: "Draft saved" });
	await expect(status).toHaveAttribute("aria-busy", "false");
	await expect(status).toBeVisible();
};

/** Opens a template of the demo, and returns its address. */
const open = async (page: Page, name: RegExp, type = "email") => {
	await page.goto(`/crestfield/templates?type=${type}&size=50`);
	const address = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
	await page.goto(address);
	await hydrated(page);
	return address;
};

test("by mouse and keys: what is written is there again, is undone and redone, and is sent once it is saved", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/manage-template?type=email");
	await hydrated(page);
	await page.getByLabel("Name").fill("Orientation");
	await page.getByLabel("Subject").fill("Your first week");
	await saved(page);
	await page.reload();
	await hydrated(page);
	await expect(page.getByLabel("Subject")).toHaveValue("Your first week");
	await expect(page.getByText(/^This is your draft, saved on .+ It is not created yet\.$/)).toBeVisible();
	const text = await editorOf(page);
	await text.click();
	await page.keyboard.type("Come to the hall");
	await saved(page);
	await expectAccessibleAtBothWidths(page);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("The last change was undone")).toBeVisible();
	await editorOf(page);
	await expect(text).toHaveText("");
	await expect(page.getByLabel("Subject")).toHaveValue("Your first week");
	await page.getByRole("button", { name: "Redo" }).click();
	await expect(text).toHaveText("Come to the hall");
	await editorOf(page);
	await text.click();
	await page.keyboard.press("ControlOrMeta+End");
	await page.keyboard.type(" at nine");
	await expect(text).toHaveText("Come to the hall at nine");
	await page.keyboard.press("ControlOrMeta+z");
	await expect(text, "the keys take back what was typed in the text").not.toContainText("nine");
	await page.keyboard.press("ControlOrMeta+Shift+z");
	await expect(text).toHaveText("Come to the hall at nine");
	await saved(page);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("“Orientation” was created")).toBeVisible();
	await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
	await page.goto("/crestfield/manage-template?type=email");
	await expect(page.getByLabel("Name"), "the next one begins empty").toHaveValue("");
});

test("a draft whose saving is answered while what was created is on its way keeps nothing back", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/manage-template?type=email");
	await hydrated(page);
	const isAutosave = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	const isRead = Promise.withResolvers<void>();
	const mayRead = Promise.withResolvers<void>();
	await page.route(
		(url) => url.pathname.endsWith("/manage-template") && url.searchParams.has("_data"),
		async (route) => {
			const request = route.request();
			if (request.method() === "GET") {
				isRead.resolve();
				await mayRead.promise;
				return route.continue();
			}
			if (!request.postData()?.includes("autosave")) return route.continue();
			const response = await route.fetch();
			isAutosave.resolve();
			await mayAnswer.promise;
			return route.fulfill({ response });
		},
	);
	await page.getByLabel("Name").fill("Reading list");
	await page.getByLabel("Subject").fill("What to read");
	await isAutosave.promise;
	await (await editorOf(page)).fill("Dear reader");
	await page.getByRole("button", { name: "Create template" }).click();
	await isRead.promise;
	const answered = page.waitForResponse((response) => response.request().postData()?.includes("autosave") === true);
	mayAnswer.resolve();
	await (await answered).finished();
	mayRead.resolve();
	await expect(page.getByText("“Reading list” was created")).toBeVisible();
	await expect(page.getByRole("heading", { name: "Reading list" })).toBeVisible();
	await page.unrouteAll({ behavior: "ignoreErrors" });
	await page.goto("/crestfield/manage-template?type=email");
	await expect(page.getByLabel("Name"), "the next one begins empty").toHaveValue("");
});

test("a change is kept when the page is left at once, and former texts are restored from the history", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const address = await open(page, /^Finish your application/);
	await page.getByLabel("Subject").fill("Still open");
	const sent = page.waitForResponse((response) => response.request().method() === "POST");
	await page.getByRole("link", { name: "Email templates" }).click();
	expect((await sent).headers()["content-type"], "no page is drawn for it").toMatch(/^application\/json/);
	const row = page.getByRole("row", { name: /^Finish your application/ });
	await expect(page.getByRole("heading", { name: "System templates" })).toBeVisible();
	await expect(async () => {
		await page.reload();
		await expect(row).toContainText("Draft", { timeout: 1_000 });
	}).toPass();
	await page.goto(address);
	await hydrated(page);
	await expect(page.getByLabel("Subject")).toHaveValue("Still open");
	await editorOf(page);
	await page.getByRole("button", { name: "Save template" }).click();
	await expect(page.getByText("“Finish your application” was saved")).toBeVisible();
	await page.getByRole("link", { name: "History" }).click();
	const history = page.getByRole("dialog", { name: "History of Finish your application" });
	await expect(history).toContainText("Still open");
	await history.getByRole("link", { name: "Close" }).first().click();
	await editorOf(page);
	await page.getByLabel("Subject").fill("Closing soon");
	await page.getByRole("button", { name: "Save template" }).click();
	await expect(page.getByText("“Finish your application” was saved").last()).toBeVisible();
	await expect(page.getByLabel("Subject")).toHaveValue("Closing soon");
	await page.getByRole("link", { name: "History" }).click();
	await history
		.getByRole("button", { name: /^Restore/ })
		.first()
		.click();
	await expect(page.getByText("The former state was restored")).toBeVisible();
	await history.getByRole("link", { name: "Close" }).first().click();
	await expect(page.getByLabel("Subject")).toHaveValue("Still open");
});

test("two people on one template: who is second sees both texts, and nothing is lost", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const address = await open(page, /^Screening invitation/);
	await signIn(colleague, "crestfield", "Super administrator", null);
	await colleague.goto(address);
	await hydrated(colleague);
	await editorOf(colleague);
	await editorOf(page);
	await colleague.getByLabel("Subject").fill("Come on Monday");
	await saved(colleague);
	await page.getByLabel("Subject").fill("Come on Tuesday");
	const conflict = page.getByRole("alert").filter({ hasText: "has changed this draft since you opened it" });
	await expect(conflict).toContainText("Come on Monday");
	await expect(page.getByLabel("Subject")).toHaveValue("Come on Tuesday");
	await expect(page.getByText("The draft is not saved")).toBeVisible();
	await expectAccessibleAtBothWidths(page);
	await conflict.getByRole("button", { name: "Save mine as the draft" }).click();
	await expect(conflict).toHaveCount(0);
	await saved(page);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByLabel("Subject")).toHaveValue("Come on Monday");
	await editorOf(page);
	await page.getByRole("button", { name: "Discard draft" }).click();
	await expect(page.getByLabel("Subject")).toHaveValue("Invitation to screening");
});

test("what cannot be published is kept, and says so only when it is saved", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/templates?type=email");
	await expect(page.getByRole("row", { name: /^Documents missing/ })).toContainText("Draft");
	await open(page, /^Documents missing/);
	await expect(page.getByText(/^This is a draft, saved on .+Emails are sent with the published text/)).toBeVisible();
	await editorOf(page);
	await page.getByLabel("Subject").fill("For {{fristName}}");
	await saved(page);
	await page.getByRole("button", { name: "Save template" }).click();
	await expect(page.getByText("The subject has a merge field that does not exist: {{fristName}}")).toBeVisible();
	await page.reload();
	await expect(page.getByLabel("Subject")).toHaveValue("For {{fristName}}");
});

test("the browser asks before a page is closed whose text is too long to be saved after that", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/manage-template?type=sms");
	await hydrated(page);
	await page.getByLabel("Name").click();
	await page.keyboard.type("Long");
	await saved(page);
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		return dialog.dismiss();
	});
	await page.getByRole("textbox", { name: "Text" }).fill("The hall is open. ".repeat(4_000));
	await page.close({ runBeforeUnload: true });
	await expect.poll(() => asked).toEqual(["beforeunload"]);
	await saved(page);
	await page.close({ runBeforeUnload: true });
	await expect.poll(() => page.isClosed(), "a page whose text is saved is closed without a question").toBe(true);
	expect(asked).toHaveLength(1);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a draft is saved, undone, discarded and published by buttons", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", null);
		await page.goto("/crestfield/manage-template?type=sms");
		await page.getByLabel("Name").fill("Hall is open");
		await page.getByRole("textbox", { name: "Text" }).fill("The hall is open");
		await page.getByRole("button", { name: "Save draft" }).click();
		await expect(page.getByText("Draft saved")).toBeVisible();
		await page.getByRole("textbox", { name: "Text" }).fill("The hall is open from nine");
		await page.getByLabel("Name").fill("Hall");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByLabel("Name")).toHaveValue("Hall is open");
		await page.getByRole("button", { name: "Redo" }).click();
		await expect(page.getByLabel("Name")).toHaveValue("Hall");
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByText("“Hall” was created")).toBeVisible();
		await page.getByRole("textbox", { name: "Text" }).fill("Closed");
		await page.getByRole("button", { name: "Save draft" }).click();
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("The hall is open from nine");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Closed");
	});
});
