import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const box = (page: Page, row: number) =>
	page
		.getByRole("row")
		.nth(1 + row)
		.getByRole("checkbox");
const everyBox = (page: Page) => page.getByRole("checkbox", { name: "Select every applicant on this page" });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

const list = "/lagoon/applicants?size=20";
const openList = async (page: Page) => {
	await page.goto(list);
	await hydrated(page);
};

test("a reload keeps the selection, on every page, until it is cleared", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await box(page, 3).check();
	await page.getByRole("link", { name: "Next" }).click();
	await expect(page.getByText(/^21–40 of/)).toBeVisible();
	await box(page, 4).check();
	await page.reload();
	await expect(bar(page).getByText("2 selected")).toBeVisible();
	await expect(box(page, 4)).toBeChecked();
	await expect(everyBox(page)).toHaveJSProperty("indeterminate", true);
	await bar(page).getByRole("button", { name: "Clear" }).click();
	await page.reload();
	await hydrated(page);
	await expect(box(page, 4)).not.toBeChecked();
	await expect(bar(page)).toHaveCount(0);
});

test("a row ticked before the scripts started is selected when they have", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer");
	let letScriptsCome = () => {};
	const wanted = new Promise<void>((resolve) => {
		letScriptsCome = resolve;
	});
	await page.route(/\/build\/.*\.js$/, async (route) => {
		await wanted;
		await route.continue();
	});
	await page.goto("/lagoon/applicants?size=20", { waitUntil: "commit" });
	await box(page, 3).check();
	await expect(bar(page)).toHaveCount(0);
	letScriptsCome();
	await expect(bar(page).getByText("1 selected")).toBeVisible();
	await expect(box(page, 3)).toBeChecked();
	await box(page, 3).uncheck();
	await expect(bar(page)).toHaveCount(0);
});

test("j, x, ⇧X and the head's checkbox select rows, and the bar and the head agree", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	for (const key of ["j", "x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
	await expect(bar(page).getByText("3 selected")).toBeVisible();
	for (const row of [0, 1, 2]) await expect(box(page, row)).toBeChecked();
	await everyBox(page).check();
	await expect(bar(page).getByText("20 selected")).toBeVisible();
	await everyBox(page).uncheck();
	await expect(bar(page)).toHaveCount(0);
});

test("a user who logs in after another logged out finds nothing selected", async ({ page, logIn }) => {
	await logIn(page, "lagoon", "Admissions officer");
	await openList(page);
	await box(page, 3).check();
	await expect(bar(page).getByText("1 selected")).toBeVisible();
	await page.getByRole("button", { name: /^Account of/ }).click();
	await page.getByRole("menuitem", { name: "Logout" }).click();
	await expect(page.getByLabel("Username")).toBeVisible();
	await logIn(page, "lagoon", "Admissions officer");
	await openList(page);
	await expect(everyBox(page)).toBeVisible();
	await expect(bar(page)).toHaveCount(0);
});

test("on a narrow screen the bar shows no key", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await box(page, 5).check();
	const move = bar(page).getByRole("button", { name: /^Move to stage/ });
	await expect(move.getByText("S", { exact: true })).toBeVisible();
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(move.getByText("S", { exact: true })).toBeHidden();
});

test("the bar is one line with the primary action first, and the other actions are in its menu", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await box(page, 5).check();
	await expect(bar(page).getByRole("button")).toHaveText([/Clear/, /Move to stage/, "Email", "Post", "More"]);
	for (const width of [1440, 360]) {
		await page.setViewportSize({ width, height: 740 });
		expect((await bar(page).boundingBox())?.height, `one line at ${width} px`).toBeLessThan(60);
		await expect(bar(page).getByRole("button", { name: "More" })).toBeInViewport({ ratio: 1 });
	}
	await bar(page).getByRole("button", { name: "More" }).click();
	await expect(page.getByRole("menuitem")).toHaveText([
		/^Change /,
		/^Assign to a reviewer/,
		"Notify again",
		"Send SMS",
		"Make letters",
		"Download forms",
		"Export",
		/^Select all \d+ that match$/,
	]);
	await page.getByRole("menuitem", { name: "Export" }).click();
	await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
	await expect(page.getByText("1 selected").first()).toBeVisible();
});

test("the bar covers no row that has the focus, at 200 % zoom either", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", list);
	await hydrated(page);
	await page.setViewportSize({ width: 720, height: 450 });
	await page.locator("tbody tr").first().getByRole("checkbox").check();
	const edge = async () => (await bar(page).boundingBox())?.y ?? 0;
	const focused = () =>
		page.evaluate(() => document.activeElement?.closest("tr")?.getBoundingClientRect().bottom ?? Number.NaN);
	for (let row = 1; row < 20; row++) {
		const shown = page.locator("tbody tr").nth(row);
		for (const control of [shown.getByRole("checkbox"), shown.getByRole("link")]) {
			await control.focus();
			expect(await focused(), `row ${row}`).toBeLessThanOrEqual(await edge());
		}
	}
});
