import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

const tour = (page: Page) => page.getByRole("dialog", { name: "Tour Guide" });
const title = (page: Page) => tour(page).getByRole("heading", { level: 2 });
const forward = (page: Page) => tour(page).getByRole("button", { name: /^(Next|Done)$/ });
const button = (page: Page) => page.getByRole("button", { name: "Tour Guide" });
const frame = (page: Page) => page.locator("[data-tour-frame]");
const isMarked = (page: Page) => page.evaluate(() => window.localStorage.getItem("matricula-tour"));

/** Lets no time pass on the page but what the test says. */
const stopClock = async (page: Page) => {
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 1_000);
};

/** Expects that the step's text is on the screen, and that what it frames is too. */
const expectInSight = async (page: Page) => {
	const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
	for (const part of [frame(page), title(page), forward(page)]) {
		await expect(part).toBeVisible();
		const box = await part.boundingBox();
		expect(box && box.x >= 0 && box.y >= 0).toBe(true);
		expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
		expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
	}
};

/** Goes through the tour by Enter. Returns the titles of its steps, and stops at the last one. */
const walk = async (page: Page): Promise<string[]> => {
	await expect(tour(page)).toBeVisible();
	const [, count = "0"] =
		/of (\d+)/.exec(
			(await tour(page)
				.getByText(/^Step \d+ of \d+$/)
				.textContent()) ?? "",
		) ?? [];
	const titles: string[] = [];
	for (let step = 1; step <= Number(count); step++) {
		await expect(tour(page).getByText(`Step ${step} of ${count}`)).toBeVisible();
		await expectInSight(page);
		titles.push((await title(page).textContent()) ?? "");
		if (step < Number(count)) await page.keyboard.press("Enter");
	}
	return titles;
};

const frameTitles = ["Navigation", "Search and commands", "Notifications", "Settings", "Your account", "Tour Guide"];
const listTitles = ["Application", "Stages", "Search", "Applicants", "Use the list"];

test.describe("on the first visit", () => {
	test.use({ isFirstVisit: true });

	test("the tour begins by itself and shows the frame and the list; once it is done it does not come again", async ({
		page,
		signIn,
	}) => {
		await signIn(page, "crestfield", "Admissions officer");
		await expect(tour(page)).toBeVisible();
		await expect(forward(page)).toBeFocused();
		expect(await isMarked(page)).toBeNull();
		expect(await walk(page)).toEqual([...frameTitles, ...listTitles]);
		await page.keyboard.press("Enter");
		await expect(tour(page)).toBeHidden();
		expect(await isMarked(page)).toBe("seen");
		await page.reload();
		await hydrated(page);
		await expect(button(page)).toBeVisible();
		// why a wait: the tour would begin a moment after the page has loaded, and nothing says that it does not.
		await page.waitForTimeout(1_500);
		await expect(tour(page)).toBeHidden();
	});

	test("it counts as seen after ten seconds, and not before", async ({ page, signIn }) => {
		await stopClock(page);
		await signIn(page, "crestfield", "Admissions officer");
		const begin = async () => {
			await hydrated(page);
			await expect(button(page)).toBeVisible();
			await page.clock.runFor(600);
		};
		await begin();
		await expect(tour(page)).toBeVisible();
		await page.clock.runFor(9_000);
		expect(await isMarked(page)).toBeNull();
		await page.reload();
		await begin();
		await expect(tour(page), "it was left too early").toBeVisible();
		await page.clock.runFor(10_100);
		expect(await isMarked(page)).toBe("seen");
		await expect(tour(page), "and goes on").toBeVisible();
		await page.reload();
		await begin();
		await expect(tour(page)).toBeHidden();
	});

	test("Skip and Esc end it for good, and the page has the focus", async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Admissions officer");
		await tour(page).getByRole("button", { name: "Skip" }).click();
		await expect(tour(page)).toBeHidden();
		expect(await isMarked(page)).toBe("seen");
		await page.evaluate(() => window.localStorage.clear());
		await page.reload();
		await expect(tour(page)).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(tour(page)).toBeHidden();
		expect(await isMarked(page)).toBe("seen");
	});

	test("nobody is interrupted in what they type", async ({ page, signIn }) => {
		await stopClock(page);
		await signIn(page, "crestfield", "Admissions officer");
		await hydrated(page);
		await page.getByRole("searchbox", { name: "Search applicants" }).focus();
		await expect(button(page)).toBeVisible();
		await page.clock.runFor(2_000);
		await expect(tour(page)).toBeHidden();
		expect(await isMarked(page), "the next page begins with it").toBeNull();
	});
});

test("the keyboard goes through the tour and back, and returns to the button", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await button(page).focus();
	await page.keyboard.press("Enter");
	await expect(title(page)).toHaveText("Application");
	await expect(forward(page)).toBeFocused();
	await expect(forward(page), "a screen reader reads the step").toHaveAccessibleDescription(
		/^Step 1 of 11 Application /,
	);
	await expect(tour(page).locator("[aria-live=polite]")).toContainText("The list shows the applicants");
	await page.keyboard.press("ArrowRight");
	await expect(title(page)).toHaveText("Stages");
	await page.keyboard.press("ArrowDown");
	await expect(title(page)).toHaveText("Search");
	await page.keyboard.press("ArrowLeft");
	await expect(title(page)).toHaveText("Stages");
	await tour(page).getByRole("button", { name: "Back" }).focus();
	await page.keyboard.press("Enter");
	await expect(title(page)).toHaveText("Application");
	await expect(forward(page), "the button to go back is gone").toBeFocused();
	await page.keyboard.press("ArrowLeft");
	await expect(title(page)).toHaveText("Application");
	await page.keyboard.press("End");
	await expect(title(page)).toHaveText("Tour Guide");
	await page.keyboard.press("ArrowRight");
	await expect(title(page)).toHaveText("Tour Guide");
	await page.keyboard.press("Home");
	await page.keyboard.press("j");
	await expect(title(page), "the list's keys rest").toHaveText("Application");
	for (let presses = 0; presses < 6; presses++) {
		await page.keyboard.press("Tab");
		const isInside = await tour(page).evaluate(
			(dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
		);
		expect(isInside, "Tab stays in the tour").toBe(true);
	}
	await page.keyboard.press("Escape");
	await expect(tour(page)).toBeHidden();
	await expect(button(page)).toBeFocused();

	await page.keyboard.press("Control+k");
	await page.keyboard.type(">tour");
	await page.getByRole("option", { name: "Tour Guide" }).first().click();
	await expect(tour(page)).toBeVisible();
});

test("it leads through every main screen and points at real things there", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard");
	await button(page).click();
	const screens: [path: string, titles: string[]][] = [
		["dashboard", ["What needs you today", "Filters", "Charts", "Downloads", ...frameTitles]],
		["applicants", listTitles],
		["process-ai", ["In your words", "Applicants at", "Without words", "Saved criteria", "Rankings"]],
		["rankings", ["New ranking scheme", "Search", "The schemes"]],
		["uploaded-candidates", ["New group", "Search", "The groups"]],
		["applications", ["New application", "Search", "Filters", "The applications"]],
		["courses", ["New course", "Upload courses", "Search", "Filters", "The courses"]],
		["transactions", ["Search", "Filters", "Query Multiple Transactions", "Export", "Transactions"]],
		["forms", ["New form", "Search", "The forms"]],
		["templates", ["Kinds of template", "New template", "Your templates", "System templates"]],
		["workflow", ["New workflow", "Search", "The workflows"]],
		["users", ["Users and roles", "Add people and roles", "Search", "The list"]],
		["audit-log", ["Filters", "The entries", "Export"]],
		["modification-log", ["Filters", "Before and after", "Export"]],
		["configurations", ["Institution", "Time to undo", "History"]],
	];
	for (const [path, titles] of screens) {
		await expect(page).toHaveURL(`/crestfield/${path}`);
		expect(await walk(page), path).toEqual(titles);
		const goOn = tour(page).getByRole("button", { name: /^Next screen: / });
		if (path === screens.at(-1)?.[0]) await expect(goOn).toBeHidden();
		else await goOn.click();
	}
	await page.keyboard.press("Enter");
	await expect(tour(page)).toBeHidden();
});

test("an applicant, a form, a workflow and other screens have a tour of their own", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const [path = ""] = await applicantsOf(page, "/crestfield/applicants");
	await page.goto(path);
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(">tour");
	await page.getByRole("option", { name: "Tour Guide" }).first().click();
	expect(await walk(page)).toEqual([
		"The applicant",
		"Process Application",
		"More actions",
		"Applicant form",
		"Tabs",
		"Back to the list",
	]);
	await page.keyboard.press("Escape");
	await expect(page, "Esc ends the tour, and not the record").toHaveURL(path);
	await expect(tour(page)).toBeHidden();

	for (const [list, titles] of [
		["workflow", ["Stages in order", "A stage", "The draft", "Add stage"]],
		["forms", ["Sections and fields", "Publish"]],
		["rankings", ["Rank applicants", "The board", "Move them"]],
	] as const) {
		await page.goto(`/crestfield/${list}`);
		await page.locator("tbody a").first().click();
		await expect(page).toHaveURL(new RegExp(`/${list}/[^/]+$`));
		await hydrated(page);
		await button(page).click();
		expect((await walk(page)).slice(0, titles.length)).toEqual(titles);
		await page.keyboard.press("Escape");
	}
	await page.goto("/crestfield/process-ai");
	await page.getByRole("main").getByText("Your last list:").getByRole("link").click();
	await expect(page.getByRole("navigation", { name: "Judged applicants" })).toBeVisible();
	await button(page).click();
	expect((await walk(page)).slice(0, 3)).toEqual(["The result", "Move them", "Rankings"]);
	await page.keyboard.press("Escape");
	await page.goto("/crestfield/locations");
	await button(page).click();
	expect((await walk(page)).slice(0, 4)).toEqual(["This screen", "Main action", "Search", "The list"]);
});

test("it is whole at 360 px, in both themes and without motion", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await button(page).click();
	await expect(frame(page)).toHaveCSS("transition-property", "none");
	await expectNoAxeViolations(page);
	await page.keyboard.press("Escape");
	await page.setViewportSize({ width: 360, height: 640 });
	await button(page).click();
	await expectAccessibleLayout(page);
	const titles = await walk(page);
	expect(titles).toEqual([...listTitles, ...frameTitles]);
	await page.keyboard.press("Home");
	await page.setViewportSize({ width: 640, height: 360 });
	await walk(page);
});

test("with motion, the frame moves from step to step", async ({ page, signIn }) => {
	await page.emulateMedia({ reducedMotion: "no-preference" });
	await signIn(page, "crestfield", "Admissions officer");
	await button(page).click();
	await expect(frame(page)).toHaveCSS("transition-property", "all");
});

test("without JavaScript there is no tour", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await expect(page.getByRole("heading", { name: "Process Applicants" })).toBeVisible();
	await expect(page.getByText("Tour Guide")).toHaveCount(0);
});
