import type { Page } from "@playwright/test";
import { applicantsOf, expect, hydrated, test } from "./fixtures";

/** The text spacing of WCAG 1.4.12, as a user's style sheet sets it. */
const spacing = `* {
	line-height: 1.5 !important;
	letter-spacing: 0.12em !important;
	word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/**
 * Returns the texts that are cut where nothing leads to the rest: not by scrolling, a title, or the page of the row. Texts for
 * screen readers alone are left out.
 */
const cutTexts = (page: Page) =>
	page.evaluate(() => {
		const isCut = (element: Element) => {
			const { overflowX, overflowY } = getComputedStyle(element);
			const isWide = element.scrollWidth > element.clientWidth + 1 && ["hidden", "clip"].includes(overflowX);
			const isHigh = element.scrollHeight > element.clientHeight + 1 && ["hidden", "clip"].includes(overflowY);
			return isWide || isHigh;
		};
		const isShown = (element: Element) => {
			const { width, height } = element.getBoundingClientRect();
			return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
		};
		const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
		return [...top.querySelectorAll<HTMLElement>("*")]
			.filter((element) => isShown(element) && element.textContent?.trim() && isCut(element))
			.filter((element) => !element.closest("[title], .row-link, tr:has(.row-link)"))
			.map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.slice(0, 60)}`);
	});

for (const viewport of [
	{ width: 1440, height: 900 },
	{ width: 360, height: 740 },
])
	test(`with wide text spacing nothing is lost at ${viewport.width} px`, async ({ page, signIn }) => {
		await page.setViewportSize(viewport);
		await signIn(page, "crestfield", "Admissions officer", null);
		const [sheet = ""] = await applicantsOf(page, "/crestfield/applicants?size=50&page=3");
		for (const path of ["/crestfield/applicants", sheet, `${sheet}/stage`, `${sheet}/email`]) {
			await page.goto(path);
			await hydrated(page);
			await page.addStyleTag({ content: spacing });
			await expect.poll(() => cutTexts(page), path).toEqual([]);
			const { scrollWidth, clientWidth } = await page.evaluate(() => ({
				scrollWidth: document.documentElement.scrollWidth,
				clientWidth: document.documentElement.clientWidth,
			}));
			expect(scrollWidth, `${path} does not scroll sideways`).toBeLessThanOrEqual(clientWidth);
		}
	});
