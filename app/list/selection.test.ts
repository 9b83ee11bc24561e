import { expect, test, vi } from "vitest";
import { maxSelected } from "#app/list/list-address";
import { createSelection } from "#app/list/selection";

const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

test("selects and deselects a row", () => {
	const selection = createSelection(["a"]);
	selection.toggle("b");
	expect([...selection.get()]).toEqual(["a", "b"]);
	selection.toggle("a");
	expect([...selection.get()]).toEqual(["b"]);
});

test("selects the whole page, and clears it only when all of it was selected", () => {
	const selection = createSelection(["elsewhere", "a"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere", "a", "b"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere"]);
});

test("never selects more than a dialog's address can hold", () => {
	const selection = createSelection(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
	selection.toggle("one more");
	expect(selection.get().has("one more")).toBe(false);
	selection.clear();
	selection.add(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
	selection.replace(["a"]);
	selection.toggleAll(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
});

test("keeps the initial selection, and does not notify when an empty one is cleared", () => {
	const selection = createSelection(["a"]);
	selection.clear();
	expect([...selection.initial]).toEqual(["a"]);
	const listener = vi.fn();
	selection.subscribe(listener);
	selection.clear();
	expect(listener).not.toHaveBeenCalled();
});
