import { expect, test } from "vitest";
import { tabsThatFit } from "#app/ui/page/overflow-tabs";

const shown = (...given: Parameters<typeof tabsThatFit>) => [...tabsThatFit(...given)].sort((a, b) => a - b);

test("shows all tabs where there is room", () => {
	expect(shown([100, 100, 100], 300, 0)).toEqual([0, 1, 2]);
});

test("leaves room for the menu, and keeps the current tab among those shown", () => {
	expect(shown([100, 100, 100, 100], 320, 0)).toEqual([0, 1]);
	expect(shown([100, 100, 100, 100], 320, 3)).toEqual([0, 3]);
	expect(shown([100, 100, 100, 100], 320, -1)).toEqual([0, 1]);
});
