import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { byKeys } from "./by-keys";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

const screen = "/crestfield/rankings";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Checks the page at both widths, and goes on at the wide one. */
const expectAccessible = async (page: Page) => {
	await expectAccessibleAtBothWidths(page);
	await page.setViewportSize({ width: 1440, height: 900 });
};

// why first: the others make further schemes.
test("the demo's board leads to a course, its cut-offs and reasons, and to the proposed in the list", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	await hydrated(page);
	await page.getByRole("link", { name: "Merit and quotas" }).click();
	await expect(heading(page)).toHaveText("Merit and quotas");
	const board = page.getByRole("table", { name: "Board" });
	const row = board
		.getByRole("row")
		.filter({ hasText: /from \d/ })
		.first();
	await expect(row).toBeVisible();
	await expectAccessible(page);
	await row.getByRole("link").click();
	await expect(page).toHaveURL(/\/courses\//);
	await expect(page.getByRole("table", { name: "Shares" }).getByRole("row")).toHaveCount(4);
	const ranked = page.getByRole("list", { name: "Ranked", exact: true });
	await expect(ranked.getByText(/Proposed (by|for) /).first()).toBeVisible();
	await expect(ranked.getByText("UTME score", { exact: true }).first()).toBeVisible();
	await expectAccessible(page);
	await page
		.getByRole("main")
		.getByRole("navigation", { name: "Applicants" })
		.getByRole("link", { name: /^Cannot tell/ })
		.click();
	await expect(page).toHaveURL(/list=cannotTell/);
	await page.getByRole("link", { name: "Show the proposed in the list" }).click();
	await expect(page.getByText("Proposed by a ranking").first()).toBeVisible();
	await page.goBack();
	await page.getByRole("link", { name: /^Move \d+ applicants? to…$/ }).click();
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption("Keep in view");
	await expect(dialog.getByRole("textbox", { name: /^Comment/ })).toHaveValue(
		/^Proposed by the ranking “Merit and quotas”/,
	);
});

test("by keyboard alone: the board leads to a course, its lists are read, and its proposed come to a stage's preview and the list", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", screen);
	await hydrated(page);
	await keys.press(page.getByRole("link", { name: "Merit and quotas" }));
	await expect(heading(page)).toHaveText("Merit and quotas");
	const row = page
		.getByRole("table", { name: "Board" })
		.getByRole("row")
		.filter({ hasText: /from \d/ })
		.first();
	const course = (await row.getByRole("link").textContent()) ?? "";
	await keys.press(row.getByRole("link"));
	await expect(heading(page)).toHaveText(course);
	const tabs = page.getByRole("main").getByRole("navigation", { name: "Applicants" });
	const list = (name: string) => page.getByRole("list", { name, exact: true });
	await keys.press(tabs.getByRole("link", { name: /^Proposed/ }));
	await expect(
		list("Proposed")
			.getByText(/Proposed (by|for) /)
			.first(),
	).toBeVisible();
	await keys.press(tabs.getByRole("link", { name: /^Hold a seat/ }));
	await expect(page).toHaveURL(/list=holds/);
	await keys.press(tabs.getByRole("link", { name: /^Ranked/ }));
	await expect(list("Ranked")).toBeVisible();
	await keys.press(page.getByRole("link", { name: "Merit and quotas" }));
	await expect(heading(page), "the way back").toHaveText("Merit and quotas");
	await keys.press(row.getByRole("link"));
	await expect(heading(page)).toHaveText(course);

	const move = page.getByRole("link", { name: /^Move \d+ applicants? to…$/ });
	const [count = ""] = /\d+/.exec((await move.textContent()) ?? "") ?? [];
	await keys.press(move);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await keys.type(dialog.getByLabel("New stage"), "Keep in view");
	await expect(dialog.getByText(new RegExp(`^${count} applicants? will move`)).first()).toBeVisible();
	await keys.reach(dialog.getByRole("button", { name: "Comment & Proceed" }));
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(page.getByText("Proposed by a ranking").first(), "it leads to them in the list").toBeVisible();
});

test("the board is exported from the palette as a workbook of numbers, ties and reasons", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	await hydrated(page);
	await page.getByRole("link", { name: "Merit and quotas" }).click();
	await expect(heading(page)).toHaveText("Merit and quotas");
	await byKeys(page).run("Export Merit and quotas");
	const dialog = page.getByRole("dialog", { name: "Export" });
	await expect(dialog).toBeVisible();
	await expectAccessible(page);
	const downloading = page.waitForEvent("download", { timeout: 90_000 });
	await dialog.getByRole("button", { name: "Export" }).click();
	await expect(page).toHaveURL(/\/downloads\/[^/]+/);
	const download = await downloading;
	expect(download.suggestedFilename()).toMatch(/^Ranking .*\.xlsx$/);
	const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
	expect(sheets.map(({ name }) => name)).toEqual(["Board", "Applicants"]);
	const [headings = [], first = []] = sheets[1]?.rows ?? [];
	const cell = (heading: string) => first[headings.indexOf(heading)];
	expect(cell("Place")).toBe(1);
	expect(cell("Points")).toEqual(expect.any(Number));
	expect(cell("Reason")).toEqual(expect.stringMatching(/\.$/));
	expect(headings).toContain("Tied at the cut-off");
});

test("by keyboard alone: a scheme is made from the palette, its errors have the focus, and it ranks", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	const keys = byKeys(page);
	await keys.run("New ranking scheme");
	await expect(heading(page)).toHaveText("New ranking scheme");
	await hydrated(page);
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	await page.getByLabel("Points, at most").first().focus();
	await page.keyboard.press("Enter");
	await expect(name, "what is wrong has the focus").toBeFocused();
	await expect(name).toHaveAccessibleDescription("Enter a name");
	await expectAccessible(page);
	await page.keyboard.type("By keys");
	const grades = page.getByRole("group", { name: "O'level grades" });
	await grades.getByRole("button", { name: "Remove O'level grades" }).focus();
	await page.keyboard.press("Enter");
	await expect(grades).toHaveCount(0);
	await expect(page.getByLabel("Further points for")).toBeFocused();
	await page.getByRole("group", { name: "UTME score" }).getByLabel("Points, at most").fill("100");
	await page
		.getByRole("textbox", { name: /^Seats of / })
		.first()
		.fill("500");
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("By keys");
	await expect(page.getByText("Not ranked yet")).toBeVisible();
	await keys.run("Rank applicants by By keys");
	await expect(page.getByRole("link", { name: "Show the proposed in the list" })).toBeVisible({ timeout: 45_000 });
	await expect(page.getByRole("table", { name: "Board" }).getByRole("row")).toHaveCount(2);
});

test("by keyboard alone: a scheme is renamed, a former state of it is restored, and it is deleted", async ({
	page,
	signIn,
}) => {
	const keys = byKeys(page);
	await signIn(page, "crestfield", "Super administrator", screen);
	await keys.run("New ranking scheme");
	await expect(heading(page)).toHaveText("New ranking scheme");
	await hydrated(page);
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	await keys.type(name, "For a while");
	await keys.type(page.getByRole("textbox", { name: /^Seats of / }).first(), "5");
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("For a while");
	await keys.press(page.getByRole("link", { name: "Edit", exact: true }));
	await expect(heading(page)).not.toHaveText("For a while");
	await hydrated(page);
	await keys.reach(name);
	await page.keyboard.press("Control+a");
	await page.keyboard.type("For longer");
	await page.keyboard.press("Enter");
	await expect(heading(page)).toHaveText("For longer");

	await keys.press(page.getByRole("link", { name: "History", exact: true }));
	const history = page.getByRole("dialog", { name: "History of For longer" });
	await keys.press(history.getByRole("button", { name: /^Restore this state/ }).last());
	await expect(page.getByText("The former state was restored").first()).toBeVisible();
	const restored = page.getByRole("dialog", { name: "History of For a while" });
	await expect(restored.getByRole("listitem").first()).toContainText("restored a former state");
	await expect(restored.locator(":focus, :scope:focus"), "the focus stays in the history").toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(heading(page)).toHaveText("For a while");

	const remove = page.getByRole("link", { name: "Delete", exact: true });
	await keys.press(remove);
	const question = page.getByRole("dialog", { name: "Delete ranking scheme" });
	await expect(question).toContainText("Delete “For a while”?");
	await page.keyboard.press("Escape");
	await expect(question).toHaveCount(0);
	await expect(remove).toBeFocused();
	await page.keyboard.press("Enter");
	await keys.press(question.getByRole("button", { name: "Delete ranking scheme" }));
	await expect(page).toHaveURL(screen);
	await expect(page.getByText("“For a while” was deleted").first()).toBeVisible();
	await expect(page.getByRole("link", { name: "For a while", exact: true })).toHaveCount(0);
	await expect(page.locator(":focus"), "the focus stays in the page").toHaveCount(1);
});

test("without scripts: a scheme is changed a part at a time, and applicants are ranked again", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", screen);
	await page.getByRole("link", { name: "Supplementary list" }).click();
	await page.getByRole("link", { name: "Edit", exact: true }).click();
	await page.getByLabel("Further points for").selectOption("Post-UTME score");
	await page.getByRole("button", { name: "Add points" }).click();
	const part = page.getByRole("group", { name: "Post-UTME score" });
	await expect(part).toBeVisible();
	await part.getByRole("button", { name: "Remove Post-UTME score" }).click();
	await expect(part).toHaveCount(0);
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Supplementary");
	await page.getByRole("button", { name: "Save" }).last().click();
	await expect(heading(page)).toHaveText("Supplementary");
	await page.getByRole("button", { name: "Rank applicants" }).click();
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole("link", { name: "Show the proposed in the list" })).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 45_000 });
	await page.getByRole("link", { name: "Export", exact: true }).click();
	await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export" }).click();
	await expect(page).toHaveURL(/\/downloads\/[^/]+/);
});

test("what is wrong with the scheme of one application is not said of another's", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", `${screen}/new`);
	await hydrated(page);
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	await page.getByRole("button", { name: "Save" }).last().click();
	await expect(name).toHaveAccessibleDescription("Enter a name");
	await page.getByRole("combobox", { name: "Application" }).fill("direct entry");
	await page
		.getByRole("option", { name: /direct entry/i })
		.first()
		.click();
	await expect(page).toHaveURL(/application=/);
	await expect(name).toHaveAccessibleDescription("");
	await page.goBack();
	await expect(page).toHaveURL(/\/new$/);
	await expect(name, "a form that is opened again begins as it was").toHaveAccessibleDescription("");
});
