import { expect, test } from "vitest";
import { itemAfter, leadsBeyond } from "#app/shell/palette/palette-list";

const values = Array.from({ length: 20 }, (_, index) => `item ${index}`);

test("up and down go round", () => {
	expect(itemAfter("ArrowDown", values, "item 0")).toBe("item 1");
	expect(itemAfter("ArrowDown", values, "item 19")).toBe("item 0");
	expect(itemAfter("ArrowUp", values, "item 0")).toBe("item 19");
});

test("pages stop at the ends", () => {
	expect(itemAfter("PageDown", values, "item 3")).toBe("item 11");
	expect(itemAfter("PageDown", values, "item 15")).toBe("item 19");
	expect(itemAfter("PageUp", values, "item 3")).toBe("item 0");
	expect(itemAfter("End", values, "item 3")).toBe("item 19");
	expect(itemAfter("Home", values, "item 3")).toBe("item 0");
});

test("other keys lead nowhere, and an empty list has no items", () => {
	expect(itemAfter("a", values, "item 3")).toBeUndefined();
	expect(itemAfter("ArrowDown", [], undefined)).toBeUndefined();
});

test("a key leads beyond the items that are drawn from the last of them, and round from the first", () => {
	const beyond = (key: string, chosen: string) => leadsBeyond(key, values, chosen);
	expect([beyond("ArrowDown", "item 18"), beyond("ArrowDown", "item 19")]).toEqual([false, true]);
	expect([beyond("PageDown", "item 11"), beyond("PageDown", "item 12")]).toEqual([false, true]);
	expect([beyond("ArrowUp", "item 1"), beyond("ArrowUp", "item 0")]).toEqual([false, true]);
	expect([beyond("End", "item 0"), beyond("Home", "item 19"), beyond("a", "item 19")]).toEqual([true, false, false]);
});
