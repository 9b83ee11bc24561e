import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

// A phone: fingers, and as narrow as the portal is used.
test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

/** A finger on the page, in CSS pixels of the window. */
const fingerOn = async (page: Page) => {
	const session = await page.context().newCDPSession(page);
	const point = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
		session.send("Input.dispatchTouchEvent", {
			type,
			touchPoints: at ? [{ x: Math.round(at.x), y: Math.round(at.y) }] : [],
		});
	let at = { x: 0, y: 0 };
	const finger = {
		down: async (place: { x: number; y: number }) => {
			at = place;
			await point("touchStart", at);
		},
		/** Leads it to another place. */
		lead: async (to: { x: number; y: number }, steps = 10) => {
			const from = at;
			for (let step = 1; step <= steps; step++) {
				at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
				await point("touchMove", at);
				// why: a finger waits for what it holds; on a slow machine the page would be drawn after it was lifted.
				await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
			}
		},
		lift: () => point("touchEnd"),
		draw: async (from: { x: number; y: number }, to: { x: number; y: number }) => {
			await finger.down(from);
			await finger.lead(to);
			await finger.lift();
		},
	};
	return finger;
};

const middleOf = async (place: Locator) => {
	const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	return { x: x + width / 2, y: y + height / 2 };
};

/** Checks that a handle is large enough for a finger, and that the page does not scroll under one on it. */
const expectForFingers = async (handle: Locator) => {
	const box = await handle.boundingBox();
	expect(Math.min(box?.width ?? 0, box?.height ?? 0), "large enough for a finger").toBeGreaterThanOrEqual(24);
	await expect(handle).toHaveCSS("touch-action", "none");
};

const scrolledBy = (page: Page) => page.evaluate(() => window.scrollY);

/** Draws over a place beside the handles, and expects the page to follow. */
const expectToScroll = async (page: Page, beside: Locator) => {
	await page.evaluate(() => window.scrollTo(0, 0));
	await beside.scrollIntoViewIfNeeded();
	const [before, from] = [await scrolledBy(page), await middleOf(beside)];
	const finger = await fingerOn(page);
	await finger.draw(from, { x: from.x, y: Math.max(from.y - 240, 20) });
	await expect.poll(() => scrolledBy(page), { message: "the page follows the finger" }).toBeGreaterThan(before + 50);
};

test("a stage of a workflow is dragged by finger, and the page scrolls beside the handles", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/workflow");
	await page.getByRole("link", { name: "Undergraduate admission" }).tap();
	await page.getByRole("link", { name: "Copy", exact: true }).tap();
	await page.getByRole("dialog", { name: "Copy workflow" }).getByLabel("Name").fill("By finger");
	await page.getByRole("button", { name: "Create workflow" }).tap();
	await expect(page.getByRole("heading", { name: "By finger", level: 1 })).toBeVisible();
	await hydrated(page);
	const stages = page.locator("ol > li h3");
	const [first = "", second = ""] = await stages.allTextContents();
	const handle = page.getByRole("button", { name: `Drag ${second}`, exact: true });
	await expectForFingers(handle);
	const target = page.getByRole("button", { name: `Drag ${first}`, exact: true });
	await target.scrollIntoViewIfNeeded();
	await handle.scrollIntoViewIfNeeded();
	const finger = await fingerOn(page);
	await finger.draw(await middleOf(handle), await middleOf(target));
	await expect(page.getByText(`“${second}” is now stage 1 of`)).toBeVisible();
	await expect(stages.first()).toHaveText(second);
	await expectToScroll(page, stages.nth(2));

	await page.evaluate(() => window.scrollTo(0, 0));
	await handle.scrollIntoViewIfNeeded();
	await finger.down(await middleOf(handle));
	const before = await scrolledBy(page);
	await finger.lead({ x: 60, y: 725 });
	await expect
		.poll(() => scrolledBy(page), { message: "it reaches what is below the window" })
		.toBeGreaterThan(before + 200);
	await finger.lift();
	await expect(page.getByText(new RegExp(`“${second}” is now stage (?!1 )\\d+ of`))).toBeVisible();
});

test("a field and a section of a form are dragged by finger, and the page scrolls beside the handles", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto("/crestfield/forms/new?beginning=starter-utme");
	await hydrated(page);
	await page.getByLabel("Title").fill("By finger");
	await page.getByRole("button", { name: "Create form" }).tap();
	await expect(page.getByRole("heading", { name: "By finger", level: 1 })).toBeVisible();
	await hydrated(page);
	const finger = await fingerOn(page);
	const handles = page.getByRole("button", { name: /^Drag (?!section )/ });
	await expectForFingers(handles.first());
	const nameOf = async (handle: Locator) => ((await handle.getAttribute("aria-label")) ?? "").replace("Drag ", "");
	const [field, above] = [handles.nth(1), handles.nth(0)];
	const name = await nameOf(field);
	await above.scrollIntoViewIfNeeded();
	await finger.draw(await middleOf(field), await middleOf(above));
	await expect(page.getByText(`“${name}” is now field 1 of`).first()).toBeVisible();

	const sections = page.getByRole("button", { name: /^Drag section / });
	await expectForFingers(sections.first());
	const section = (await nameOf(sections.nth(1))).replace("section ", "");
	await page.evaluate(() => window.scrollTo(0, 0));
	const handle = page.getByRole("button", { name: `Drag section ${section}`, exact: true });
	// why again: the page may still settle after the field was moved, and leave the finger beside the handle.
	await expect(async () => {
		await finger.draw(await middleOf(handle), await middleOf(sections.nth(0)));
		await expect(page.getByText(`“${section}” is now section 1 of`).first()).toBeVisible({ timeout: 5_000 });
	}).toPass();
	await expectToScroll(page, page.getByRole("region", { name: "Sections" }).getByRole("link").nth(3));
});
