import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** An applicant with files, whom no journey changes. */
const openShortlisted = async (page: Page) => {
	const [, second = ""] = await applicantsOf(page, "/crestfield/applicants?stage=SHORTLISTED");
	await page.goto(second);
};
const tab = (page: Page) => page.getByRole("link", { name: /^Attachments \d/ });
const preview = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const birth = "Birth certificate";

test("the files of an applicant are listed, viewed one after the other, and downloaded", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openShortlisted(page);
	await hydrated(page);
	await tab(page).click();
	await expect(page.getByRole("heading", { name: "Attachments" })).toBeVisible();
	await expect(page.getByText(/^Personal details · [\d.]+KB · passport\.jpg$/)).toBeVisible();

	await page.getByRole("link", { name: birth, exact: true }).click();
	const picture = preview(page, birth).getByRole("img", { name: birth });
	await expect(picture).toBeVisible();
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
	await expectNoAxeViolations(page, "dialog dialog");
	await preview(page, birth).getByRole("link", { name: "Next" }).click();
	const slip = preview(page, "Result slip");
	await expect(slip.locator("iframe")).toHaveAttribute("src", /\/files\/.*#navpanes=0$/);
	await slip.getByRole("link", { name: "Previous" }).click();
	await expect(preview(page, birth)).toBeVisible();

	const download = page.waitForEvent("download");
	await preview(page, birth).getByRole("link", { name: "Download" }).click();
	expect((await download).suggestedFilename()).toBe("birth-certificate.png");
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessibleLayout(page);
	await page.keyboard.press("Escape");
	await expect(preview(page, birth)).toBeHidden();
	await expect(page).toHaveURL(/\/attachments(\?|$)/);
	await expectAccessibleLayout(page);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
});

test("the passport picture in the header opens large", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openShortlisted(page);
	await hydrated(page);
	await page.getByRole("link", { name: /^Passport picture of/ }).press("Enter");
	const dialog = preview(page, "Passport picture");
	await expect(dialog.getByRole("img")).toBeVisible();
	await expectNoAxeViolations(page, "dialog dialog");
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("link", { name: /^Passport picture of/ })).toBeFocused();
});

test("the palette offers every tab of the open applicant except the current one", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openShortlisted(page);
	await hydrated(page);
	for (const name of ["Attachments", "Activity Log", "Transactions", "Application Information"]) {
		await page.keyboard.press("Control+k");
		await page.keyboard.type(name);
		const option = page.getByRole("option", { name: new RegExp(`^${name}: `) });
		await expect(option).toHaveCount(1);
		await option.click();
		await expect(page.getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) })).toHaveAttribute(
			"aria-current",
			"page",
		);
	}
});

test("without JavaScript the files are listed, viewed and downloaded", async ({ withoutJavaScript: page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", null);
	await openShortlisted(page);
	await tab(page).click();
	await page.getByRole("link", { name: birth, exact: true }).click();
	await expect(preview(page, birth).getByRole("img", { name: birth })).toBeVisible();
	await preview(page, birth).getByRole("link", { name: "Next" }).click();
	await expect(preview(page, "Result slip").locator("iframe")).toBeVisible();
	await preview(page, "Result slip").getByRole("link", { name: "Close" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(1);
});
