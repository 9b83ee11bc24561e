import type { Page } from "@playwright/test";
import { expect, expectAccessibleLayout, expectNoAxeViolations, takenOver, test } from "./fixtures";

/** Screens that need no account. */
const publicScreens = [
	"/",
	"/crestfield",
	"/crestfield/forgot-password",
	"/crestfield/reset-request?user=u&token=t",
	"/crestfield/confirm?user=u&token=t",
	"/crestfield/404",
	"/crestfield/auth",
	"/nowhere",
];

/** Screens of a signed-in officer; `first` stands for an applicant's id. */
const screens = [
	"/applicants",
	"/applicants?q=zzzzqqq",
	"/applicants/filters",
	"/applicants/applications",
	"/applicants/applications?title=zzzzqqq",
	"/applicants/first",
	"/applicants/first/activity-log",
	"/applicants/first/stage",
	"/applicants/first?view=full",
	"/applicants/stage?id=first",
	"/user-profile",
	"/notices",
	"/search?q=a",
];

const narrow = { width: 360, height: 900 };

const expectNoSidewaysScroll = async (page: Page) => {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow, `must not scroll sideways at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
};

const expectAccessibleAtBothWidths = async (page: Page) => {
	await expectNoAxeViolations(page);
	await expectNoSidewaysScroll(page);
	await page.setViewportSize(narrow);
	await expectNoSidewaysScroll(page);
	await expectAccessibleLayout(page);
};

for (const path of publicScreens) {
	test(`${path} passes axe in light and dark, wide and at 360 px`, async ({ page }) => {
		await page.goto(path);
		await expectAccessibleAtBothWidths(page);
	});
}

const firstApplicant = async (page: Page): Promise<string> => {
	const href = await page.getByRole("row").nth(1).getByRole("link").getAttribute("href");
	return href?.split("/").at(-1)?.split("?")[0] ?? "";
};

for (const screen of screens) {
	test(`${screen} passes axe in light and dark, wide and at 360 px`, async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator");
		// why: ten rows show what fifty do, and axe looks at each.
		const [path = "", search = ""] = screen.replace("first", await firstApplicant(page)).split("?");
		await page.goto(`/crestfield${path}?${new URLSearchParams([...new URLSearchParams(search), ["size", "10"]])}`);
		await expectAccessibleAtBothWidths(page);
	});
}

test("a filter's panel and the picker's list pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await takenOver(page);
	await page.getByRole("button", { name: "course" }).click();
	await expect(page.getByRole("dialog", { name: "course" }).getByRole("checkbox").first()).toBeVisible();
	await expectNoAxeViolations(page, "[role=dialog], [aria-haspopup=dialog]");
	await page.keyboard.press("Escape");
	await page.getByRole("combobox", { name: "Application" }).focus();
	await expect(page.getByRole("option").nth(1)).toBeVisible();
	await expectNoAxeViolations(page, "[role=listbox]");
});

test("the notifications sheet, the settings and the palette pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await takenOver(page);
	await page.getByRole("link", { name: /^Notifications/ }).click();
	await expect(page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first()).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Settings" }).click();
	await expect(page.getByRole("menuitem").first()).toBeVisible();
	await expectNoAxeViolations(page, "[role=menu]");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
});
