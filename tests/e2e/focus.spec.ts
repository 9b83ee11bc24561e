import type { Page } from "@playwright/test";
import { byKeys } from "./by-keys";
import { expect, hydrated, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("table", { name: "Applicants" }).getByRole("row");
const rowLink = (page: Page, row: number) => rows(page).nth(row).getByRole("link");
const nameAt = async (page: Page, row: number) => ((await rowLink(page, row).textContent()) ?? "").trim();
const announced = (page: Page, text: string | RegExp) =>
	expect(page.locator("body > [role=status]").filter({ hasText: text })).toHaveCount(1);

type SignIn = (page: Page, organisation: string, role: string, path: string) => Promise<void>;

const openList = async (page: Page, signIn: SignIn, search = "") => {
	await signIn(page, "crestfield", "Admissions officer", `/crestfield/applicants${search}`);
	await hydrated(page);
};

const press = async (page: Page, ...keys: string[]) => {
	for (const key of keys) await page.keyboard.press(key);
};

test("j and k move the focus itself, and turn the pages of the list", async ({ page, signIn }) => {
	await openList(page, signIn);
	await press(page, "j", "j", "k");
	await expect(rowLink(page, 1)).toBeFocused();
	await rowLink(page, 9).focus();
	await press(page, "j");
	await expect(rowLink(page, 10)).toBeFocused();
	await press(page, "j");
	await expect(page).toHaveURL(/page=1/);
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await announced(page, /^Rows 11 to 20 of/);
	await expect(rowLink(page, 1)).toBeFocused();
	await press(page, "k");
	await expect(page.getByText(/^1–10 of/)).toBeVisible();
	await expect(rowLink(page, 10)).toBeFocused();
	await press(page, "]");
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await expect(rowLink(page, 1)).toBeFocused();
});

test("a link skips what is above the rows, with and without scripts", async ({ page, withoutJavaScript, signIn }) => {
	await openList(page, signIn);
	await press(page, "Tab", "Enter", "Tab");
	const skip = page.getByRole("link", { name: "Skip to the applicants" });
	await expect(skip).toBeFocused();
	await expect(skip).toBeInViewport({ ratio: 1 });
	await press(page, "Enter");
	await expect(rowLink(page, 1)).toBeFocused();

	await signIn(withoutJavaScript, "crestfield", "Admissions officer");
	await withoutJavaScript.getByRole("link", { name: "Skip to the applicants" }).focus();
	await press(withoutJavaScript, "Enter", "Tab");
	await expect(rows(withoutJavaScript).nth(1).getByRole("checkbox")).toBeFocused();
});

test("an open applicant scrolls by keys, and the list behind it is left alone", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 1440, height: 600 });
	await openList(page, signIn);
	await press(page, "j", "Enter");
	const record = page.getByRole("region", { name: /^Record of/ });
	await expect(record).toBeFocused();
	const top = () => record.evaluate((element) => element.scrollTop);
	await press(page, "PageDown");
	await expect.poll(top).toBeGreaterThan(0);
	await press(page, "Control+a", "x", "Home");
	await expect.poll(top).toBe(0);
	await press(page, "End");
	// why to its end: a browser scrolls smoothly, and would go on after the next applicant has come.
	const left = () =>
		record.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop);
	await expect.poll(left).toBeLessThan(2);
	await press(page, "j");
	await expect(page.getByRole("dialog", { name: await nameAtBehind(page, 2), exact: true })).toBeVisible();
	await expect.poll(top).toBe(0);
	await expect(record).toBeFocused();
	await press(page, "Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
});

/** why: a modal dialog hides the list from roles. */
const nameAtBehind = async (page: Page, row: number) =>
	(
		(await page
			.locator("table .row-link")
			.nth(row - 1)
			.textContent()) ?? ""
	).trim();

test("closing leads to the row of the applicant seen last, on its page", async ({ page, signIn }) => {
	await openList(page, signIn);
	const third = await nameAt(page, 3);
	await press(page, "j", "Enter");
	await expect(page.getByRole("dialog")).toBeVisible();
	for (const row of [2, 3]) {
		await press(page, "j");
		await expect(page.getByRole("dialog", { name: await nameAtBehind(page, row), exact: true })).toBeVisible();
	}
	await press(page, "Escape");
	await expect(rowLink(page, 3)).toBeFocused();
	await press(page, "j", "k", "Enter");
	await expect(page.getByRole("dialog", { name: third, exact: true })).toBeVisible();
	await press(page, "Escape");
	await rowLink(page, 10).click();
	await expect(page.getByRole("dialog").getByText(/^10 of/)).toBeVisible();
	await press(page, "j");
	await expect(page.getByRole("dialog").getByText(/^11 of/)).toBeVisible();
	await press(page, "Escape");
	await expect(page.getByText(/^11–20 of/)).toBeVisible();
	await expect(rowLink(page, 1)).toBeFocused();
});

test("a second j before the first is answered goes one further", async ({ page, signIn }) => {
	await openList(page, signIn);
	const fourth = await nameAt(page, 4);
	await rowLink(page, 2).click();
	await expect(page.getByRole("dialog").getByText(/^2 of/)).toBeVisible();
	await page.route(/_data=/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 300));
		await route.continue();
	});
	await press(page, "j");
	await expect(page.getByRole("dialog", { name: await nameAtBehind(page, 3), exact: true })).toBeVisible();
	await press(page, "j");
	await expect(page.getByRole("dialog", { name: fourth, exact: true }).getByText(/^4 of/)).toBeVisible();
});

test("the search leads to the rows by Enter and ↓, opens the only one found, and keeps its text at Esc", async ({
	page,
	signIn,
}) => {
	await openList(page, signIn);
	const number = (
		(await rows(page)
			.nth(4)
			.getByText(/^CU\/\d+\/\d+$/)
			.textContent()) ?? ""
	).trim();
	const name = await nameAt(page, 4);
	const search = page.getByRole("searchbox", { name: "Search applicants" });
	await press(page, "/");
	await expect(search).toBeFocused();
	await page.keyboard.type("an");
	await press(page, "Enter");
	await expect(page).toHaveURL(/q=an/);
	await expect(rowLink(page, 1)).toBeFocused();
	await announced(page, /^Rows \d+ to \d+ of/);
	await press(page, "/", "ArrowDown");
	await expect(rowLink(page, 1)).toBeFocused();
	await press(page, "/", "Escape");
	await expect(search).toHaveValue("an");
	await expect(rowLink(page, 1)).toBeFocused();
	await search.fill(number);
	await press(page, "Enter");
	await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
	await press(page, "Escape");
	// why: the record is left by a page of its own, after which its row has the focus.
	await expect(rowLink(page, 1)).toBeFocused();
	await search.fill("zzzz nobody");
	await announced(page, "Nothing to show");
});

test("a new page has the focus at its heading, and its title is announced", async ({ page, logIn }) => {
	await logIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	// why: while charts are drawn on a busy machine, the second key comes more than a second after the first.
	await expect(page.getByRole("table", { name: "Applicants by stage" })).toBeVisible();
	await press(page, "g", "n");
	await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeFocused();
	await announced(page, "Notifications");
	await press(page, "Control+k");
	await expect(page.getByRole("combobox")).toBeFocused();
	await page.keyboard.type("logout");
	await press(page, "Enter");
	await expect(page.getByLabel("Username")).toBeVisible();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("what is removed leaves the focus in its place", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/duplicates");
	await hydrated(page);
	await press(page, "j", "j");
	const compare = page.getByRole("link", { name: /^Compare/ });
	const next = await compare.nth(2).getAttribute("id");
	await expect(compare.nth(1)).toBeFocused();
	await press(page, "t");
	await expect(page.getByText(/are marked as not duplicates/).first()).toBeVisible();
	await expect(page.locator(`#${next}`)).toBeFocused();
});

test("a deleted notification leaves the focus in the next one", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Finance officer", "/crestfield/notices");
	const entries = page.getByRole("main").getByRole("listitem");
	const next = (await entries.nth(2).textContent()) ?? "";
	await entries
		.nth(1)
		.getByRole("button", { name: /^Delete/ })
		.focus();
	await press(page, "Enter");
	await expect(entries.nth(1)).toHaveText(next);
	await expect(entries.nth(1).locator(":focus")).toHaveCount(1);
});

test("a batch move and its outcome leave the focus in the page", async ({ page, signIn }) => {
	await openList(page, signIn, "?size=20");
	await press(page, "j", "j", "x", "j", "x", "s");
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Keep in view" });
	await dialog.getByLabel("Comment").fill("Moved by keys.");
	await expect(dialog.getByText(/^2 applicants will move/)).toBeVisible();
	await press(page, "Control+Enter");
	await expect(page.getByText(/^2 applicants moved to/)).toBeVisible();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test("a row shows its focus in forced colours", async ({ page, signIn }) => {
	await openList(page, signIn);
	await page.emulateMedia({ forcedColors: "active" });
	await press(page, "j");
	await expect(rowLink(page, 1)).toBeFocused();
	const outline = () =>
		rowLink(page, 1).evaluate((link) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(link, "::after");
			return `${outlineStyle} ${outlineWidth}`;
		});
	expect(await outline()).toBe("solid 2px");
	await press(page, "j");
	expect(await outline(), "the one that was left has none").not.toContain("solid");
});

test("Tab passes a toast in the bell's sheet, and reaches the notifications below it", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/duplicates");
	await press(page, "j", "t");
	await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
	await page
		.getByRole("banner")
		.getByRole("link", { name: /^Notifications/ })
		.focus();
	await press(page, "Enter");
	const sheet = page.getByRole("dialog", { name: "Notifications" });
	const entry = sheet.getByRole("listitem").getByRole("button").first();
	await expect(entry).toBeVisible();
	await expect(sheet.getByRole("button", { name: "Undo" }), "the toast is in the sheet").toBeVisible();
	await byKeys(page).reach(entry);
	await byKeys(page).reach(sheet.getByRole("button", { name: "Undo" }));
	await byKeys(page).reach(entry);
});

test("Tab passes a toast and goes on", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/duplicates");
	await hydrated(page);
	await press(page, "j", "t");
	await expect(page.getByRole("region", { name: /^Messages/ }), "the bell is called otherwise").toHaveCount(1);
	const undo = page.getByRole("button", { name: "Undo" });
	const toast = await page.locator("[data-sonner-toast]").first().boundingBox();
	const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
	expect(toast?.x, "toasts are at the right (§9)").toBeGreaterThan(width / 2);
	expect(toast?.y, "and at the top").toBeLessThan(height / 4);
	await undo.focus();
	await press(page, "Tab");
	await expect(undo).not.toBeFocused();
	const seen: string[] = [];
	for (let index = 0; index < 6; index++) {
		seen.push(await page.evaluate(() => (document.activeElement?.closest("[data-sonner-toast]") ? "toast" : "page")));
		await press(page, "Tab");
	}
	expect(seen.slice(-3)).toEqual(["page", "page", "page"]);
});

test("what is typed into a dialog before its scripts have come stays where it was typed", async ({ page, signIn }) => {
	await openList(page, signIn);
	const address = `${(await rowLink(page, 3).getAttribute("href"))?.split("?")[0]}/stage`;
	const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
	await page.route(/\/build\/.*\.js/, async (route) => {
		await mayCome;
		await route.continue();
	});
	await page.goto(address, { waitUntil: "commit" });
	const comment = page.getByLabel(/^Comment/);
	await comment.pressSequentially("Typed on a slow ");
	letCome();
	await hydrated(page);
	await page.keyboard.type("line");
	await expect(comment).toBeFocused();
	await expect(comment).toHaveValue("Typed on a slow line");
	await expect(page.getByLabel("New stage")).toHaveValue("");
});
