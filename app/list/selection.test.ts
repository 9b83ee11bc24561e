import { expect, test, vi } from "vitest";
import { maxSelected } from "#app/list/list-address";
import { createSelection } from "#app/list/selection";

const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

test("a row is chosen and let go again", () => {
	const selection = createSelection(["a"]);
	selection.toggle("b");
	expect([...selection.get()]).toEqual(["a", "b"]);
	selection.toggle("a");
	expect([...selection.get()]).toEqual(["b"]);
});

test("the page is chosen as a whole, and let go only when it was whole", () => {
	const selection = createSelection(["elsewhere", "a"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere", "a", "b"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere"]);
});

test("there are never more than the dialog's address can carry", () => {
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

test("what the server drew stays known, and emptying an empty selection tells nobody", () => {
	const selection = createSelection(["a"]);
	selection.clear();
	expect([...selection.initial]).toEqual(["a"]);
	const listener = vi.fn();
	selection.subscribe(listener);
	selection.clear();
	expect(listener).not.toHaveBeenCalled();
});
