import type { Locator, Page } from "@playwright/test";
import { expect, hydrated } from "./fixtures";

/** Checks whether the element has the focus. */
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

export interface Keys {
	/** Presses Tab until the element has the focus, `backwards` with Shift. */
	reach(target: Locator, way?: "backwards"): Promise<void>;
	type(target: Locator, text: string): Promise<void>;
	/** Presses Enter on the element. */
	press(target: Locator): Promise<void>;
	/** Runs a command of the palette. */
	run(command: string): Promise<void>;
}

/** Works a page by keys alone. */
export const byKeys = (page: Page): Keys => {
	const { keyboard } = page;
	const reach: Keys["reach"] = async (target, way) => {
		for (let presses = 0; presses < 120; presses++) {
			if (await hasFocus(target)) return;
			await keyboard.press(way ? "Shift+Tab" : "Tab");
		}
		throw new Error(`Tab does not reach ${target}`);
	};
	return {
		reach,
		type: async (target, text) => {
			await reach(target);
			await keyboard.type(text);
		},
		press: async (target) => {
			await reach(target);
			await keyboard.press("Enter");
		},
		run: async (command) => {
			await hydrated(page);
			await keyboard.press("Control+k");
			await keyboard.type(command);
			const palette = page.getByRole("dialog", { name: "Command palette" });
			await expect(palette.getByRole("option", { selected: true })).toContainText(new RegExp(command, "i"));
			await keyboard.press("Enter");
		},
	};
};

/** Expects the element to have the focus, where the user sees it. */
export const expectSeenFocus = async (target: Locator): Promise<void> => {
	await expect(target).toBeFocused();
	await expect(target).toBeInViewport({ ratio: 1 });
	const isMarked = () =>
		target.evaluate((element) => {
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
			const isOutlined = outlineStyle !== "none" && outlineWidth !== "0px";
			return element.matches(":focus-visible") && (isOutlined || boxShadow !== "none");
		});
	await expect.poll(isMarked, "the focus is drawn").toBe(true);
};

/** Expects screen readers to be told a text. */
export const expectAnnounced = (page: Page, text: string | RegExp): Promise<void> =>
	expect(page.locator("body > [role=status]").filter({ hasText: text })).toHaveCount(1);
