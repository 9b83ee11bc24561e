import type { Page } from "@playwright/test";
import { expect, expectNoAxeViolations, takenOver, test } from "./fixtures";

/** Screens that need no account. */
const publicScreens = [
	"/",
	"/crestfield",
	"/crestfield?reset=request",
	"/crestfield/reset-request?user=u&token=t",
	"/crestfield/confirm?user=u&token=t",
	"/crestfield/404",
	"/crestfield/auth",
	"/nowhere",
];

for (const path of publicScreens) {
	test(`${path} passes axe in light and dark`, async ({ page }) => {
		await page.goto(path);
		await expectNoAxeViolations(page);
	});
}

/** Screens of a signed-in officer; `first` stands for an applicant's id. */
const screens = [
	"/applicants",
	"/applicants?q=zzzzqqq",
	"/applicants/first",
	"/applicants/first/activity-log",
	"/applicants/first/stage",
	"/applicants/first?view=full",
	"/applicants/stage?id=first",
	"/user-profile",
	"/notices",
	"/search?q=a",
];

const firstApplicant = async (page: Page): Promise<string> => {
	const href = await page.getByRole("row").nth(1).getByRole("link").getAttribute("href");
	return href?.split("/").at(-1)?.split("?")[0] ?? "";
};

test("every signed-in screen passes axe in light and dark, wide and at 360 px", async ({ page, signIn }) => {
	test.setTimeout(180_000);
	await signIn(page, "crestfield", "Super administrator");
	await expect(page.getByRole("row").nth(1)).toBeVisible();
	const first = await firstApplicant(page);
	for (const width of [1440, 360]) {
		await page.setViewportSize({ width, height: 900 });
		for (const screen of screens) {
			await test.step(`${screen} at ${width} px`, async () => {
				await page.goto(`/crestfield${screen.replace("first", first)}`);
				await expectNoAxeViolations(page);
				const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
				expect(overflow, `${screen} must not scroll sideways at ${width} px`).toBeLessThanOrEqual(0);
			});
		}
	}
});

test("the notifications sheet, the settings and the palette pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await takenOver(page);
	await page.getByRole("link", { name: /^Notifications/ }).click();
	await expect(page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first()).toBeVisible();
	await expectNoAxeViolations(page);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Settings" }).click();
	await expectNoAxeViolations(page);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectNoAxeViolations(page);
});
